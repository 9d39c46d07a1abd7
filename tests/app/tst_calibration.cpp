// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "calibration.h"
#include "fake_gpu.h"
#include "tensor/parallel.h"

using namespace duelo;

namespace {

/// A GPU whose memory is used up.
class FullGpu : public test::FakeGpu {
public:
    std::unique_ptr<GpuScope> measuringStream() override {
        throw TensorError(TensorError::Kind::OutOfMemory, "CUDA out of memory");
    }
};

}  // namespace

class TestCalibration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cpuHasARate();
    void gpuIsWaitedFor();
    void failureIsNoRate();
};

void TestCalibration::cpuHasARate() {
    const int threads = ops::get_num_threads();
    const auto rate = measureRate(1, nullptr);
    QVERIFY(rate.has_value());
    QVERIFY(rate->flop_per_ms > 0 && rate->bytes_per_ms > 0);
    QCOMPARE(rate->threads, 1);
    QCOMPARE(ops::get_num_threads(), threads);  // of this thread, which it has not touched
}

void TestCalibration::gpuIsWaitedFor() {
    test::FakeGpu gpu;
    const auto rate = measureRate(1, &gpu);
    QVERIFY(rate.has_value());
    QVERIFY(rate->flop_per_ms > 0);
    // Each of the three kinds of work once to warm up and once on the clock, at least (S0-M04).
    QVERIFY(gpu.synchronisations >= 6);
    QCOMPARE(gpu.cache_flushes, 1);
}

void TestCalibration::failureIsNoRate() {
    FullGpu gpu;
    QVERIFY(!measureRate(1, &gpu).has_value());
}

QTEST_APPLESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
