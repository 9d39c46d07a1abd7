// SPDX-License-Identifier: Apache-2.0
// A student's own kernel, from the text to the cells of a plan: what it stands for, how it is
// launched, and that nothing of it runs in the process that keeps the record.
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "experiments/matrix_product/params.h"
#include "experiments/max_pool/params.h"
#include "experiments/own_kernel.h"
#include "experiments/specs.h"
#include "measure/split_work.h"
#include "plan/protocol.h"
#include "report/kernel_comments.h"
#include "resources/resources.h"

using namespace duelo;

namespace {

const Facts kFacts{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};

std::string codeOf(const Result<kernels::KernelShape>& shape) {
    return shape ? std::string() : shape.error().code;
}

std::string text(const std::string& head, const std::string& launch = {}) {
    return launch + head + " {\n}\n";
}

}  // namespace

class TestOwnKernel final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name, std::string_view content) const {
        const QString path = m_folder.filePath(name);
        std::ofstream(path.toStdString(), std::ios::binary) << content;
        return path;
    }

private Q_SLOTS:
    /// Every text that is shipped says by itself what it is.
    void shippedTextsAreKnown() {
        for (const kernels::KernelShape& shape : productShapes()) {
            const kernels::KernelShape alone[] = {shape};
            QVERIFY2(ownShape("x.cu", resource(shape.text), alone), shape.kernel);
            const std::string_view shown =
                resource(shape.text).substr(resource(shape.text).find('\n') + 1);
            const std::string spanish = textFor(shown, Language::Spanish);
            QVERIFY(spanish != shown);
            QVERIFY2(ownShape("x.cu", spanish, alone), shape.kernel);
            QVERIFY2(checkParameters("x.cu", spanish, shape), shape.kernel);
        }
        for (const kernels::KernelShape& shape : kernels::kPoolShapes) {
            const auto found = ownShape("x.cu", resource(shape.text), kernels::kPoolShapes);
            QVERIFY2(found, shape.kernel);
            QCOMPARE(std::string(found->text), std::string(shape.text));
        }
        // The longer name is not taken for the shorter one.
        const auto found =
            ownShape("x.cu", resource("kernels/matmul1_coalesced.cu"), productShapes());
        QCOMPARE(std::string(found->kernel), std::string("matmul1_coalesced"));
    }

    void otherTextsAreNot_data() {
        QTest::addColumn<std::string>("head");
        QTest::newRow("another name")
            << std::string("extern \"C\" __global__ void mine(const float* a)");
        QTest::newRow("a name with more")
            << std::string("extern \"C\" __global__ void my_matmul1(const float* a)");
        QTest::newRow("no kernel") << std::string("extern \"C\" void matmul1(const float* a)");
        QTest::newRow("only spoken of")
            << std::string("// extern \"C\" __global__ void matmul1(int n)\nvoid f()");
        QTest::newRow("only spoken of in a block")
            << std::string("/* extern \"C\" __global__ void matmul1(int n) { } */\nvoid f()");
        QTest::newRow("never closed")
            << std::string("void f() {} /* extern \"C\" __global__ void matmul1(int n)");
        QTest::newRow("only declared")
            << std::string("extern \"C\" __global__ void matmul1(int n);\nvoid f()");
        QTest::newRow("nothing") << std::string();
        std::string hostile;
        for (int i = 0; i < 60'000; ++i) hostile += "extern \"C\" __global__ ";
        QTest::newRow("a megabyte of heads") << hostile;
        QTest::newRow("a megabyte of letters")
            << "extern \"C\" __global__ void " + std::string(1'000'000, 'a');
    }
    void otherTextsAreNot() {
        QFETCH(std::string, head);
        const auto found = ownShape("mine.cu", text(head), productShapes());
        QCOMPARE(codeOf(found), std::string("own_kernel_unknown"));
        QCOMPARE(found.error().args.at("name").get<std::string>(), std::string("mine.cu"));
        QVERIFY(found.error().args.at("accepted").dump().find("matmul3") != std::string::npos);
    }

    /// The very thing that is missing is told.
    void missingExternIsTold() {
        const auto found =
            ownShape("mine.cu", text("__global__ void matmul1(const float* a)"), productShapes());
        QCOMPARE(codeOf(found), std::string("own_kernel_no_extern"));
        QCOMPARE(found.error().args.at("kernel").get<std::string>(), std::string("matmul1"));
    }

    void parametersAreThoseOfTheOriginal_data() {
        QTest::addColumn<std::string>("parameters");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* parameters, bool good) {
            QTest::newRow(parameters) << std::string(parameters) << good;
        };
        row("Input a, Input b, Output c, int n", true);
        row("const float* a, const float *b, float* c, const int size", true);
        row("const float* __restrict__ a, const float* b, float* /* result */ c, int n", true);
        row("const float* a, const float* b, float* c, int rows, int columns", false);
        row("const float* a, const float* b, float* c", false);
        row("const double* a, const double* b, double* c, int n", false);
        row("const float* a, const float* b, float* c, float n", false);
        row("", false);
    }
    void parametersAreThoseOfTheOriginal() {
        QFETCH(std::string, parameters);
        QFETCH(bool, good);
        const std::string mine = text("extern \"C\" __global__ void matmul1(" + parameters + ")");
        const auto shape = ownShape("mine.cu", mine, productShapes());
        QVERIFY(shape);
        const auto checked = checkParameters("mine.cu", mine, *shape);
        QCOMPARE(checked ? "" : checked.error().code,
                 std::string(good ? "" : "own_kernel_parameters"));
    }

    /// S2-31: 16x16 on a GTX 1050, 32x32 elsewhere; 1024 threads at most.
    void aLineSaysTheLaunch_S2_31_data() {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* line, bool good) {
            QTest::newRow(line) << std::string(line) << good;
        };
        row("// launch: block 16x16, tile 16x16\n", true);
        row("// launch:  block 8 x 4 , tile 32x64 \r\n", true);
        row("// launch: block 1x1, tile 1x1\n", true);
        row("// launch: block 64x32, tile 64x64\n", false);
        row("// launch: block 0x16, tile 16x16\n", false);
        row("// launch: block -1x-1, tile 16x16\n", false);
        row("// launch: block 16x16, tile 0x16\n", false);
        row("// launch: block 16x16\n", false);
        row("// launch: block 16x16, tile 16x16 please\n", false);
        row("// launch: block 99999x1, tile 16x16\n", false);
    }
    void aLineSaysTheLaunch_S2_31() {
        QFETCH(std::string, line);
        QFETCH(bool, good);
        const auto found = ownShape(
            "x.cu", text("extern \"C\" __global__ void matmul3(int n)", line), productShapes());
        QCOMPARE(codeOf(found), std::string(good ? "" : "own_kernel_launch"));
        if (line.find("16x16, tile 16x16") == std::string::npos || !good) return;
        QCOMPARE(found->block_x, 16U);
        QCOMPARE(found->columns, 16U);
        QVERIFY(found->x_is_row);  // as the original
        QCOMPARE(kernels::gridOf(*found, 33, 33).x, 3U);
    }

    /// The words are those of --kernel matmul3,own --source mine.cu.
    void filesBecomeVariants() {
        const Spec& spec = *findSpec("matrix_product");
        const std::string mine = file("mine.cu", resource("kernels/matmul3.cu")).toStdString();
        const auto typed = planFromWords(spec,
                                         {{"n", {"64"}},
                                          {"device", {"cuda"}},
                                          {"kernel", {"matmul3", "own"}},
                                          {"source", {mine}}},
                                         kFacts);
        QVERIFY(typed);
        const auto plan = validated(*typed, spec, kFacts);
        QVERIFY2(plan, plan ? "" : plan.error().code.c_str());
        const std::vector<Cell> cells = expand(*plan, spec, kFacts);
        QCOMPARE(cells.size(), std::size_t{2});
        for (const Cell& cell : cells) {
            const bool own = cell.variant.text("kernel") == kOwnKernel;
            QCOMPARE(cell.variant.has("source"), own);
            QCOMPARE(cell.attachments.size(), std::size_t{own});
            // An out-of-bounds write ends with the child's process, whatever the preset.
            QCOMPARE(childrenOf(cell, spec, protocolOf(Preset::Quick)), own ? 1 : 0);
            if (!own) continue;
            const auto found = ownKernelOf(cell, productShapes(Precision::Fp32));
            QVERIFY(found);
            QCOMPARE(found->name, std::string("mine.cu"));
            QVERIFY(found->text == resource("kernels/matmul3.cu"));
            QCOMPARE(ownKernelOf(cell, productShapes(Precision::Fp16)).error().code,
                     std::string("own_kernel_unknown"));
        }
    }

    void withoutATextItIsAProblem_data() {
        QTest::addColumn<QString>("experiment");
        QTest::newRow("product") << "matrix_product";
        QTest::newRow("pooling") << "max_pool";
    }
    void withoutATextItIsAProblem() {
        QFETCH(QString, experiment);
        const Spec& spec = *findSpec(experiment.toStdString());
        Plan plan = usualPlan(spec, kFacts);
        QVERIFY(validated(plan, spec, kFacts));
        const auto& usual = valuesIn(plan.variants.front(), "kernel");
        QVERIFY(std::ranges::find(usual, Json(kOwnKernel)) == usual.end());
        plan.variants = {{{"device", {"cuda"}}, {"kernel", {"own"}}}};
        QCOMPARE(validated(plan, spec, kFacts).error().code, std::string("own_kernel_missing"));
        const Attachment other("int main() { return 0; }\n");
        plan.attachments = {{"other.cu", other}};
        plan.variants.front()["source"] = {referenceTo("other.cu", other)};
        QCOMPARE(validated(plan, spec, kFacts).error().code, std::string("own_kernel_unknown"));
        plan.variants.front()["device"] = {"cpu"};
        QCOMPARE(validated(plan, spec, kFacts).error().code, std::string("kernel_needs_gpu"));
    }

    /// An error of the GPU in a student's text is about that text, and no fault of Duelo to report.
    void whatTheGpuSaysIsOfTheText() {
        Cell cell;
        QCOMPARE(ownKernelName(cell), std::string());
        cell.variant.set("source", Json{{"name", "mine.cu"}, {"sha256", "…"}});
        QCOMPARE(ownKernelName(cell), std::string("mine.cu"));
        const Reason gpu{
            "cuda_illegal_address", {{"number", 717}, {"name", "cudaErrorInvalid…"}}, "words"};
        const Reason told = saidOfOwnKernel("mine.cu", gpu);
        QCOMPARE(told.code, std::string("own_kernel_illegal_address"));
        QCOMPARE(told.message, gpu.message);
        for (const Language language : {Language::English, Language::Spanish}) {
            const std::string sentence = Text(language).reason(told);
            for (const char* part : {"mine.cu", "717", "cudaErrorInvalid…"})
                QVERIFY2(sentence.find(part) != std::string::npos, sentence.c_str());
        }
        const Reason memory{"out_of_memory", {{"asked_bytes", 1}}};
        QCOMPARE(saidOfOwnKernel("mine.cu", memory), memory);
    }
};

QTEST_APPLESS_MAIN(TestOwnKernel)
#include "tst_own_kernel.moc"
