// SPDX-License-Identifier: Apache-2.0
// S2-29, S2-63: a student's own kernel on a GPU that the emulator stands for. It is compiled by the
// real compiler; what it does wrong, the stand-in does in its place.
#include <QtTest>

#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

#include "experiments/compile_answer.h"
#include "experiments/gpu_calls.h"
#include "experiments/matrix_product/work_torch.h"
#include "experiments/max_pool/work_torch.h"
#include "fake_gpu.h"
#include "gpu/kernel_compiler.h"
#include "resources/resources.h"

using namespace duelo;
using test::FakeGpu;

namespace {

OwnKernel ownOf(const std::string& text, std::span<const kernels::KernelShape> shapes) {
    const auto shape = ownShape("mine.cu", text, shapes);
    if (!shape) qFatal("no shape");
    return {.name = "mine.cu", .text = text, .shape = *shape};
}

/// A product of 33 rows by the text of matmul3, or one like it.
std::unique_ptr<Work> productBy(FakeGpu& gpu, ProductInputStore& store,
                                std::string text = std::string(resource("kernels/matmul3.cu"))) {
    return gpuProduct(
        {.n = 33, .seed = 35},
        {.device = Device::Cuda, .kernel = ProductKernel::Own, .precision = Precision::Fp32}, {},
        store, gpu, ownOf(text, productShapes()));
}

std::unique_ptr<Work> poolBy(FakeGpu& gpu, const char* kernel) {
    const auto& shape = shapeOf(kernels::kPoolShapes, kernel);
    return gpuPool({.size = 9, .seed = 35}, *parseWord<PoolKernel>(std::string_view(kernel)), gpu,
                   OwnKernel{"mine.cu", std::string(resource(shape.text)), shape});
}

float* pointerOf(const KernelLaunch& launch, std::size_t argument) {
    return static_cast<float*>(
        const_cast<void*>(std::get<const void*>(launch.arguments.at(argument))));
}

/// Why the first call's result is refused; empty: it is not.
Reason refusalOf(Work& work) {
    if (const auto prepared = work.prepare(); !prepared) return prepared.error();
    static_cast<void>(work.step(1));
    try {
        static_cast<void>(work.output());
    } catch (const WorkFailed& why) {
        return why.reason;
    }
    return {};
}

}  // namespace

class TestOwnKernelGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!KernelCompiler::find()) QSKIP("NVRTC is not here");
    }

    /// It brings its own code, for this GPU, and is launched as its text says.
    void whatIsRightHasATime() {
        FakeGpu gpu;
        ProductInputStore store;
        std::optional<KernelLaunch> seen;
        gpu.after = [&](const KernelLaunch& launch) { seen = launch; };
        QCOMPARE(refusalOf(*productBy(gpu, store)).code, std::string());
        QVERIFY(seen && seen->code);
        QVERIFY(
            seen->code->starts_with("\x7f"
                                    "ELF"));
        QCOMPARE(seen->threads, 32U);
        QCOMPARE(seen->blocks, 2U);
        const auto shipped = gpuProduct({.n = 33, .seed = 35},
                                        {.device = Device::Cuda,
                                         .kernel = ProductKernel::Matmul3,
                                         .precision = Precision::Fp32},
                                        {}, store, gpu);
        QCOMPARE(refusalOf(*shipped).code, std::string());
        QVERIFY(!seen->code);
    }

    void whatDoesNotCompileSaysTheLine() {
        FakeGpu gpu;
        ProductInputStore store;
        std::string text(resource("kernels/matmul3.cu"));
        const std::size_t sum = text.find("float sum = 0;");
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(sum), '\n');
        text.replace(sum, 14, "float sum = none;");
        const Reason why = refusalOf(*productBy(gpu, store, text));
        QCOMPARE(why.code, std::string("own_kernel_not_compiled"));
        QCOMPARE(why.args.at("line").get<long>(), line);
        QVERIFY(why.args.at("detail").get<std::string>().find("none") != std::string::npos);
        QCOMPARE(gpu.kernels, 0);
    }

    void whatIsWrongHasNone_data() {
        QTest::addColumn<int>("place");
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("code");
        constexpr int kCount = 33 * 33;
        QTest::newRow("an element") << 5 * 33 + 7 << 100.0F << "own_kernel_wrong";
        QTest::newRow("an infinite one")
            << 5 * 33 + 7 << std::numeric_limits<float>::infinity() << "own_kernel_wrong";
        QTest::newRow("no number")
            << 5 * 33 + 7 << std::numeric_limits<float>::quiet_NaN() << "own_kernel_unwritten";
        QTest::newRow("before it") << -1 << 1.0F << "own_kernel_out_of_bounds";
        QTest::newRow("behind it") << kCount << 1.0F << "own_kernel_out_of_bounds";
        QTest::newRow("far behind it") << kCount + 40'000 << 1.0F << "own_kernel_out_of_bounds";
    }
    void whatIsWrongHasNone() {
        QFETCH(int, place);
        QFETCH(float, value);
        QFETCH(QString, code);
        FakeGpu gpu;
        ProductInputStore store;
        gpu.after = [&](const KernelLaunch& launch) { pointerOf(launch, 2)[place] = value; };
        const Reason why = refusalOf(*productBy(gpu, store));
        QCOMPARE(QString::fromStdString(why.code), code);
        QCOMPARE(why.args.at("name").get<std::string>(), std::string("mine.cu"));
        if (code == "own_kernel_out_of_bounds") {
            QCOMPARE(why.args.at("index").get<int>(), place);
        } else {
            QCOMPARE(why.args.at("row").get<int>(), 5);
            QCOMPARE(why.args.at("column").get<int>(), 7);
        }
    }

    void poolingIsCheckedToo_data() {
        QTest::addColumn<QString>("kernel");
        for (const char* kernel : {"pool_identity_constant", "pool_identity_transferred",
                                   "pool_one_window", "pool_each_window", "pool_rows"})
            QTest::newRow(kernel) << kernel;
    }
    void poolingIsCheckedToo() {
        QFETCH(QString, kernel);
        const std::string name = kernel.toStdString();
        FakeGpu gpu;
        QCOMPARE(refusalOf(*poolBy(gpu, name.c_str())).code, std::string());
        const std::size_t result = name == "pool_identity_transferred" ? 2 : 1;
        gpu.after = [&](const KernelLaunch& launch) { pointerOf(launch, result)[0] = 77; };
        const Reason wrong = refusalOf(*poolBy(gpu, name.c_str()));
        QCOMPARE(wrong.code, std::string("own_kernel_wrong"));
        QCOMPARE(wrong.args.at("found").get<float>(), 77.0F);
        QCOMPARE(wrong.args.at("row").get<int>(), 0);
        gpu.after = [&](const KernelLaunch& launch) { pointerOf(launch, result)[-3] = 1; };
        QCOMPARE(refusalOf(*poolBy(gpu, name.c_str())).code,
                 std::string("own_kernel_out_of_bounds"));
    }

    /// An edit is checked on a PC without a GPU, line by line.
    void checkingNeedsNoGpu() {
        const auto asked = [](const std::string& text) {
            return compileAnswer({{"name", "mine.cu"}, {"text", text}}, productShapes(), {});
        };
        const auto good = asked(std::string(resource("kernels/matmul3.cu")));
        QVERIFY(good);
        QVERIFY(good->at("compiled").get<bool>());
        QCOMPARE(good->at("kernel").get<std::string>(), std::string("matmul3"));
        QCOMPARE(good->at("block").dump(), std::string("[32,32]"));
        QCOMPARE(good->at("architecture").get<std::string>(), std::string("sm_75"));
        const auto bad = asked(
            "__device__ int a;\n__device__ int b = x;\n__device__ int c() { int unused; return 1 "
            "}\n");
        QVERIFY(bad);
        QVERIFY(!bad->at("compiled").get<bool>());
        QCOMPARE(bad->at("remarks").at(0).at("line").get<int>(), 2);
        QVERIFY(bad->at("remarks").at(0).at("error").get<bool>());
        QCOMPARE(asked("extern \"C\" __global__ void f() {}\n").error().code,
                 std::string("own_kernel_unknown"));
        QCOMPARE(asked("").error().code, std::string("attachment_not_text"));
        QCOMPARE(asked(std::string("a\0b", 3)).error().code, std::string("attachment_not_text"));
    }
};

QTEST_GUILESS_MAIN(TestOwnKernelGpu)
#include "tst_own_kernel_gpu.moc"
