// SPDX-License-Identifier: Apache-2.0
// S2-M11, S2-M12: pooling on a GPU whose kernels the emulator runs, launch by launch as a GPU would
// get them, and whose copies are those of the host.
#include <QtTest>

#include "experiments/max_pool/maker_torch.h"
#include "experiments/max_pool/work_torch.h"
#include "experiments/specs.h"
#include "fake_gpu.h"

using namespace duelo;
using test::FakeGpu;

class TestMaxPoolGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelFindsWhatTheCpuFinds_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("padding");
        for (const std::string_view name : wordsOf<PoolKernel>) {
            if (!runsOn(*parseWord<PoolKernel>(name), DeviceKind::Gpu) || name == kOwnKernel)
                continue;
            const QString kernel = QString::fromUtf8(name.data(), static_cast<int>(name.size()));
            QTest::addRow("%s, 2", qPrintable(kernel)) << kernel << 2 << 2 << 0;
            if (name == "pool_rows") continue;
            // A whole tile for each window takes the emulator long.
            const int stride = name.starts_with("pool_matmul3") ? 3 : 1;
            QTest::addRow("%s, 3 padded", qPrintable(kernel)) << kernel << 3 << stride << 1;
        }
    }
    void everyKernelFindsWhatTheCpuFinds() {
        QFETCH(QString, kernel);
        QFETCH(int, window);
        QFETCH(int, stride);
        QFETCH(int, padding);
        PoolCase work{.size = 9, .window = window, .stride = stride, .padding = padding};
        work.input = PoolInput::Signed;
        work.seed = 35;
        KernelPool host(work, PoolKernel::Loops, 1, usablePoolKernels().front());
        QVERIFY(host.prepare());
        static_cast<void>(host.step(1));
        FakeGpu gpu;
        const auto own = gpuPool(work, *parseWord<PoolKernel>(kernel.toStdString()), gpu);
        QVERIFY(own->prepare());
        static_cast<void>(own->step(1));
        QVERIFY(agreement(*host.output().fingerprint, *own->output().fingerprint, 0));
    }

    /// One launch and two copies for each window, three where the filter is copied too; else one
    /// launch and none.
    void launchesAndCopiesAreThoseOfTheThesis_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("launches");
        QTest::addColumn<int>("copies");
        QTest::newRow("copied filter") << "pool_identity_transferred" << 16 << 48;
        QTest::newRow("constant filter") << "pool_identity_constant" << 16 << 32;
        QTest::newRow("matmul2, copied filter") << "pool_matmul2_transferred" << 16 << 48;
        QTest::newRow("matmul2, constant filter") << "pool_matmul2_constant" << 16 << 32;
        QTest::newRow("matmul3, copied filter") << "pool_matmul3_transferred" << 16 << 48;
        QTest::newRow("matmul3, constant filter") << "pool_matmul3_constant" << 16 << 32;
        QTest::newRow("plain") << "pool_one_window" << 16 << 32;
        QTest::newRow("one launch") << "pool_each_window" << 1 << 0;
        QTest::newRow("rows") << "pool_rows" << 1 << 0;
        QTest::newRow("cuDNN") << "cudnn" << 1 << 0;
    }
    void launchesAndCopiesAreThoseOfTheThesis() {
        QFETCH(QString, kernel);
        QFETCH(int, launches);
        QFETCH(int, copies);
        FakeGpu gpu;
        const auto own = gpuPool({.size = 8}, *parseWord<PoolKernel>(kernel.toStdString()), gpu);
        const auto prepared = own->prepare();
        QVERIFY(prepared);
        const Timing timing = own->step(1);
        QCOMPARE(gpu.kernels, launches);
        // S2-M12: the record says the same.
        for (const Quantity& quantity : prepared->quantities) {
            if (quantity.id == "launches") QCOMPARE(quantity.per_call, launches);
            if (quantity.id == "copies") QCOMPARE(quantity.per_call, copies);
        }
        QCOMPARE(prepared->quantities.back().id, std::string("copied_bytes"));
        QCOMPARE(*timing.device_ms, launches * FakeGpu::kLaunch_ms + copies * FakeGpu::kCopy_ms);
    }

    void whatAKernelDoesNotHaveHasAReason() {
        TorchPoolMaker maker(Gpu::instance());
        const auto codeOf = [&](const char* kernel, int size, int window) {
            const Cell cell{.id = "c001",
                            .experiment = "max_pool",
                            .work = {{"size_px", size}, {"window", window}, {"stride", 2}},
                            .variant = {{"device", "cuda"}, {"kernel", kernel}}};
            const auto checked = maker.PoolMaker::check(cell);
            return checked ? std::string() : checked.error().code;
        };
        QCOMPARE(codeOf("pool_one_window", 512, 2), std::string());
        QCOMPARE(codeOf("pool_one_window", 1024, 2), std::string("pool_too_many_launches"));
        QCOMPARE(codeOf("pool_identity_constant", 64, 33), std::string("pool_identity_window"));
        QCOMPARE(codeOf("pool_rows", 64, 3), std::string("pool_rows_only"));
        QCOMPARE(codeOf("cudnn", 64, 3), std::string());
        QCOMPARE(codeOf("pool_each_window", 8192, 3), std::string());
    }

    void eachDeviceHasItsKernels() {
        const Spec& spec = *findSpec("max_pool");
        const Facts facts{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
        Plan plan = usualPlan(spec, facts);
        plan.cases = {{{"size_px", {64}}}};
        int onCpu = 0, onGpu = 0;
        for (const Cell& cell : expand(*validated(plan, spec, facts), spec, facts)) {
            QVERIFY(runsOn(cell.variant.word<PoolKernel>("kernel"), deviceOf(cell.variant).kind()));
            ++(deviceOf(cell.variant) == Device::Cpu ? onCpu : onGpu);
        }
        QCOMPARE(onCpu, 5);
        QCOMPARE(onGpu, 11);
        plan.variants = {{{"device", {"cpu"}}, {"kernel", {"pool_rows"}}}};
        QCOMPARE(validated(plan, spec, facts).error().code, std::string("kernel_needs_gpu"));
    }
};

QTEST_GUILESS_MAIN(TestMaxPoolGpu)
#include "tst_max_pool_gpu.moc"
