// SPDX-License-Identifier: Apache-2.0
// P-05: the roofs of a GPU whose kernels the emulator runs.
#include <QtTest>

#include "experiments/roofs/work_torch.h"
#include "experiments/transfer/work_torch.h"
#include "fake_gpu.h"

using namespace duelo;
using test::FakeGpu;

class TestRoofsGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Sums tend to 1 in every precision: as many rounds, blocks and elements are computed as there
    /// are.
    void everyRoofComesToOne_data() {
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<double>("flop");
        QTest::newRow("fp32") << Precision::Fp32 << 3.0 * 256 * 8 * 2 * 40;
        QTest::newRow("tf32") << Precision::Tf32 << 2.0 * 64 * 64 * 64;
        QTest::newRow("fp16") << Precision::Fp16 << 2.0 * 64 * 64 * 64;
        QTest::newRow("bf16") << Precision::Bf16 << 2.0 * 64 * 64 * 64;
    }
    void everyRoofComesToOne() {
        QFETCH(Precision, precision);
        QFETCH(double, flop);
        FakeGpu gpu;
        const auto work = gpuArithmetic(precision, {.blocks = 3, .rounds = 40, .side = 64}, gpu);
        const auto prepared = work->prepare();
        QVERIFY(prepared);
        QCOMPARE(static_cast<double>(prepared->quantities.at(0).per_call), flop);
        QCOMPARE(prepared->quantities.at(0).rate, std::string("fma_rate"));
        QVERIFY(std::abs(work->output().fingerprint->values.at(0)) < 1e-9);  // nothing is there yet
        static_cast<void>(work->step(1));
        QVERIFY(std::abs(work->output().fingerprint->values.at(0) - 1) < 1e-4);
        QCOMPARE(gpu.kernels, precision == Precision::Fp32 ? 1 : 0);
    }

    void launchesComeInRows() {
        FakeGpu gpu;
        const auto work = gpuLaunch(gpu);
        const auto prepared = work->prepare();
        QVERIFY(prepared->least_calls >= 64);
        const Timing timing = work->step(200);
        QCOMPARE(gpu.kernels, 200);
        QCOMPARE(timing.device_ms.value(), 200 * FakeGpu::kLaunch_ms);
        QCOMPARE(timing.parts.at(0).id, std::string("launch"));
        QCOMPARE(work->output().fingerprint->values.at(0), 1.0);
    }

    /// S0-17, R-07
    void withoutAGpuTheReasonIsTheLoaders() {
        Gpu& gpu = Gpu::instance();
        if (gpu.api()) QSKIP("this PC has a GPU");
        TorchRoofsMaker maker(std::make_unique<TorchTransferMaker>(gpu), gpu);
        for (const char* kind : {"launch", "fma", "copy"}) {
            Cell cell{.id = "c001",
                      .experiment = "roofs",
                      .work = {{"kind", kind}, {"bytes", 4096}},
                      .variant = {{"device", "cuda"}}};
            QCOMPARE(maker.create(cell).error().code, gpu.status().reason->code);
            QCOMPARE(maker.forecast(cell).error().code, gpu.status().reason->code);
            cell.variant = {{"device", "cpu"}, {"threads", 1}};
            QVERIFY(cell.work.text("kind") == "launch" || maker.create(cell));
        }
    }
};

QTEST_GUILESS_MAIN(TestRoofsGpu)
#include "tst_roofs_gpu.moc"
