// SPDX-License-Identifier: Apache-2.0
// S2-26, S2-29: the product on a GPU whose kernels the emulator runs, launch by launch as a GPU
// would get them, and whose LibTorch computes on the host. What tensor cores compute nobody sees
// here.
#include <QtTest>

#include "experiments/matrix_product/maker_torch.h"
#include "experiments/matrix_product/work_torch.h"
#include "experiments/specs.h"
#include "fake_gpu.h"

using namespace duelo;
using test::FakeGpu;

namespace {

Output outputOf(Work& work) {
    if (!work.prepare()) qFatal("not prepared");
    static_cast<void>(work.step(1));
    return work.output();
}

Cell cellOf(int n, const char* kernel, const char* precision) {
    return {.id = "c001",
            .experiment = "matrix_product",
            .work = {{"n", n}, {"seed", 1234}},
            .variant = {{"device", "cuda"}, {"precision", precision}, {"kernel", kernel}}};
}

}  // namespace

class TestMatrixProductGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextComesToWhatTheLibraryComesTo_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("n");
        for (const char* kernel :
             {"matmul1", "matmul2", "matmul1_coalesced", "matmul3", "matmul3_coalesced",
              "matmul_registers", "matmul_buffered", "matmul_warp_tiles"})
            for (const int n : {1, 33, 70}) QTest::addRow("%s, %d", kernel, n) << kernel << n;
    }
    void everyTextComesToWhatTheLibraryComesTo() {
        QFETCH(QString, kernel);
        QFETCH(int, n);
        FakeGpu gpu;
        ProductInputStore store;
        const ProductCase work{.n = n, .seed = 1234};
        const auto made = [&](const QString& name) {
            return gpuProduct(work,
                              {.device = Device::Cuda,
                               .kernel = *parseWord<ProductKernel>(name.toStdString()),
                               .precision = Precision::Fp32},
                              {}, store, gpu);
        };
        const Output library = outputOf(*made("library"));
        QCOMPARE(gpu.kernels, 0);
        const Output own = outputOf(*made(kernel));
        QCOMPARE(gpu.kernels, 1);
        QVERIFY(agreement(*library.fingerprint, *own.fingerprint, 1e-5));
        QVERIFY(own.metrics.at(0).value <= own.metrics.at(1).value);
    }

    /// A block of calls is timed by the device's own clock, from a synchronised start to such an
    /// end.
    void callsAreTimedByTheDevice_S0_M04() {
        FakeGpu gpu;
        ProductInputStore store;
        const auto work = gpuProduct({.n = 8, .seed = 1},
                                     {.device = Device::Cuda,
                                      .kernel = ProductKernel::Matmul1,
                                      .precision = Precision::Fp32},
                                     {}, store, gpu);
        QVERIFY(work->prepare());
        const int before = gpu.synchronisations;
        const Timing timing = work->step(3);
        QCOMPARE(gpu.synchronisations, before + 2);
        QCOMPARE(*timing.device_ms, 3 * FakeGpu::kLaunch_ms);
        QCOMPARE(QString::fromStdString(timing.parts.at(0).id), QString("compute"));
        QVERIFY(timing.wall_ms >= *timing.submit_ms);
    }

    /// Each device has its own kernels, and both the library; a choice without any is a problem.
    void eachDeviceHasItsLadder() {
        const Spec& spec = *findSpec("matrix_product");
        const Facts facts{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
        Plan plan = usualPlan(spec, facts);
        plan.cases = {{{"n", {64}}}};
        int onCpu = 0, onGpu = 0;
        for (const Cell& cell : expand(*validated(plan, spec, facts), spec, facts)) {
            const ProductWay way = productWay(cell.variant);
            QVERIFY(runsOn(way.kernel, way.device.kind()));
            ++(way.device == Device::Cpu ? onCpu : onGpu);
        }
        QCOMPARE(onCpu, 6);
        QCOMPARE(onGpu, 9);  // without tensor cores, which have no fp32
        const auto problemOf = [&](const char* device, const char* kernel) {
            plan.variants = {{{"device", {device}}, {"kernel", {kernel}}}};
            const auto checked = validated(plan, spec, facts);
            return checked ? std::string() : checked.error().code;
        };
        QCOMPARE(problemOf("cpu", "matmul1"), std::string("kernel_needs_gpu"));
        QCOMPARE(problemOf("cuda", "blocked"), std::string("kernel_needs_cpu"));
        QCOMPARE(problemOf("cuda", "library"), std::string());
    }

    /// no launch that a display driver would end.
    void launchesAreShortWhereTheyMustBe_R_06() {
        for (const std::string_view name : wordsOf<ProductKernel>) {
            const auto kernel = *parseWord<ProductKernel>(name);
            const bool own = kernel != ProductKernel::Library && runsOn(kernel, DeviceKind::Gpu);
            QCOMPARE(mostSizeOfLaunch(kernel).has_value(), own);
        }
        QVERIFY(*mostSizeOfLaunch(ProductKernel::Matmul1) <
                *mostSizeOfLaunch(ProductKernel::Registers));
    }

    /// S0-17, R-07: without a GPU its cells have the reason of the loader.
    void withoutAGpuTheReasonIsTheLoaders() {
        Gpu& gpu = Gpu::instance();
        if (gpu.api()) QSKIP("this PC has a GPU");
        TorchProductMaker maker(gpu);
        QCOMPARE(maker.create(cellOf(64, "matmul1", "fp32")).error().code,
                 gpu.status().reason->code);
        QCOMPARE(maker.forecast(cellOf(64, "library", "tf32")).error().code,
                 gpu.status().reason->code);
    }
};

QTEST_GUILESS_MAIN(TestMatrixProductGpu)
#include "tst_matrix_product_gpu.moc"
