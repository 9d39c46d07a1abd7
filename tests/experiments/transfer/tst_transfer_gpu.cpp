// SPDX-License-Identifier: Apache-2.0
// S4-09, E7: copies to, from and within a GPU, on one whose tensors live on the host.
#include <QtTest>

#include "experiments/transfer/work.h"
#include "experiments/transfer/work_torch.h"
#include "fake_gpu.h"
#include "streamed_gpu.h"

using namespace duelo;
using test::FakeGpu;
using test::StreamedGpu;

namespace {

constexpr std::int64_t kFewBytes = 1003;

}  // namespace

class TestTransferGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyDirectionCopiesWhatTheHostCopies_data() {
        QTest::addColumn<Direction>("direction");
        QTest::addColumn<HostMemory>("memory");
        QTest::addColumn<QString>("part");
        QTest::addColumn<double>("copies");  // by the device's engines, in a block of three calls
        QTest::newRow("in") << Direction::ToDevice << HostMemory::Pageable << "h2d" << 3.0;
        QTest::newRow("in, pinned") << Direction::ToDevice << HostMemory::Pinned << "h2d" << 3.0;
        QTest::newRow("out") << Direction::FromDevice << HostMemory::Pageable << "d2h" << 3.0;
        QTest::newRow("out, pinned") << Direction::FromDevice << HostMemory::Pinned << "d2h" << 3.0;
        QTest::newRow("in, mapped") << Direction::ToDevice << HostMemory::Mapped << "h2d" << 0.0;
        QTest::newRow("out, mapped") << Direction::FromDevice << HostMemory::Mapped << "d2h" << 0.0;
        QTest::newRow("within") << Direction::WithinDevice << HostMemory::Pageable << "copy" << 3.0;
    }
    void everyDirectionCopiesWhatTheHostCopies() {
        QFETCH(Direction, direction);
        QFETCH(HostMemory, memory);
        QFETCH(QString, part);
        QFETCH(double, copies);
        HostCopy host(kFewBytes, {});
        QVERIFY(host.prepare());
        static_cast<void>(host.step(1));
        FakeGpu gpu;
        const auto work = deviceCopy(kFewBytes, {.direction = direction, .memory = memory}, gpu);
        const auto prepared = work->prepare();
        QVERIFY(prepared);
        QCOMPARE(prepared->quantities[0].per_call, kFewBytes);
        const int before = gpu.synchronisations;
        const Timing timing = work->step(3);
        QCOMPARE(gpu.synchronisations, before + 2);  // from a synchronised start to such an end
        // Mapped memory is copied by a kernel.
        const double launches = gpu.kernels * FakeGpu::kLaunch_ms;
        QCOMPARE(gpu.kernels, memory == HostMemory::Mapped ? 3 : 0);
        QCOMPARE(*timing.device_ms, copies * FakeGpu::kCopy_ms + launches);
        QCOMPARE(QString::fromStdString(timing.parts.at(0).id), part);
        QVERIFY(timing.wall_ms >= *timing.submit_ms);
        QVERIFY(agreement(*host.output().fingerprint, *work->output().fingerprint, 0));
    }

    /// E7: whatever order nothing has made, the copy is done when the call is, and both begin anew
    /// in each call.
    void aCopyBesideComputingIsWhole_data() {
        QTest::addColumn<StreamedGpu::Order>("order");
        QTest::addColumn<Direction>("direction");
        for (const Direction direction : {Direction::ToDevice, Direction::FromDevice}) {
            const QByteArray name(word(direction).data());
            QTest::newRow(name + " work first") << StreamedGpu::Order::WorkFirst << direction;
            QTest::newRow(name + " copies first") << StreamedGpu::Order::CopiesFirst << direction;
            QTest::newRow(name + " mixed") << StreamedGpu::Order::Random << direction;
        }
    }
    void aCopyBesideComputingIsWhole() {
        QFETCH(StreamedGpu::Order, order);
        QFETCH(Direction, direction);
        HostCopy host(kFewBytes, {});
        QVERIFY(host.prepare());
        static_cast<void>(host.step(1));
        StreamedGpu gpu(order, 7);
        const auto work = deviceCopy(
            kFewBytes,
            {.direction = direction, .memory = HostMemory::Pinned, .beside = Beside::Compute}, gpu);
        QVERIFY(work->prepare());
        const int before = gpu.kernels;
        const Timing timing = work->step(2);
        QCOMPARE(gpu.waitingCopies(), std::size_t{0});
        QCOMPARE(gpu.kernels, before + 2);
        QCOMPARE(timing.parts.at(0).id, std::string("both"));
        QVERIFY(agreement(*host.output().fingerprint, *work->output().fingerprint, 0));
        const Parts apart = work->measureApart();
        QVERIFY(partMs(apart, "copy_alone") && partMs(apart, "compute_alone"));
        for (const PartTime& part : apart) QVERIFY(!part.inside);
    }

    /// The data that come back were not there before the copy.
    void nothingIsThereBeforeTheCopy() {
        FakeGpu gpu;
        for (const Direction direction : {Direction::FromDevice, Direction::ToDevice}) {
            const auto work = deviceCopy(
                kFewBytes, {.direction = direction, .memory = HostMemory::Pageable}, gpu);
            QVERIFY(work->prepare());
            const auto before = work->output().fingerprint;
            static_cast<void>(work->step(1));
            QVERIFY(!agreement(*before, *work->output().fingerprint, 0));
        }
    }

    /// S0-17, R-07: without a GPU its cells have the reason of the loader.
    void withoutAGpuTheReasonIsTheLoaders() {
        Gpu& gpu = Gpu::instance();
        if (gpu.api()) QSKIP("this PC has a GPU");
        TorchTransferMaker maker(gpu);
        const Cell cell{
            .id = "c001",
            .experiment = "transfer",
            .work = {{"bytes", 4096}},
            .variant = {{"device", "cuda"}, {"direction", "to_device"}, {"memory", "pinned"}}};
        QCOMPARE(maker.create(cell).error().code, gpu.status().reason->code);
        QCOMPARE(maker.forecast(cell).error().code, gpu.status().reason->code);
    }
};

QTEST_GUILESS_MAIN(TestTransferGpu)
#include "tst_transfer_gpu.moc"
