// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <cstdint>

#include "gpu/gpu_device_state.h"
#include "stubs/fake_gpu.h"

using namespace duelo;

class TestGpuDeviceState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Heat and power slow a measurement down. A low clock alone is that of a GPU that has rested,
    /// and a clock that somebody has chosen is the machine's.
    void throttledIsWhatHeatAndPowerHoldDown_R27_data() {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("throttled");
        for (const char* reason :
             {"sw_power_cap", "hw_slowdown", "sw_thermal", "hw_thermal", "power_brake"})
            QTest::newRow(reason) << reason << true;
        for (const char* reason :
             {"gpu_idle", "application_clocks", "sync_boost", "display_clocks", "other"})
            QTest::newRow(reason) << reason << false;
    }
    void throttledIsWhatHeatAndPowerHoldDown_R27() {
        QFETCH(QString, reason);
        test::FakeGpu gpu;
        gpu.fake_state.sm_clock_mhz = 300;
        gpu.fake_state.sm_clock_default_mhz = 1500;
        gpu.fake_state.throttle = std::vector<std::string>{"gpu_idle", reason.toStdString()};
        GpuWatch watch(gpu);
        watch.beginBlock();
        QTEST(watch.state().throttled, "throttled");
        gpu.fake_state.throttle.reset();  // a driver that does not tell
        QVERIFY(!watch.state().throttled);
    }

    /// The allocator's figures are of the device; what another variant has asked of it between two
    /// blocks of this one, and what that holds, is not this one's.
    void memoryAndAllocationsAreOfTheBlock_R01() {
        test::FakeGpu gpu;
        GpuMemory& memory = gpu.fake_memory;
        memory = {.free_bytes = 1 << 20, .total_bytes = 1 << 20};
        memory.device_allocs = 7;
        memory.alloc_retries = 1;
        const auto allocate = [&](std::int64_t most, std::int64_t kept) {
            ++memory.device_allocs;
            memory.peak_allocated_bytes =
                std::max(memory.peak_allocated_bytes, memory.allocated_bytes + most);
            memory.allocated_bytes += kept;
        };
        GpuWatch one(gpu), other(gpu);
        one.beginBlock();
        allocate(150, 100);
        QCOMPARE(one.state().allocations, 1);
        QCOMPARE(one.state().peak_bytes.value(), 150);
        other.beginBlock();
        allocate(5000, 4000);
        ++memory.alloc_retries;
        QCOMPARE(other.state().allocations, 2);
        QCOMPARE(other.state().peak_bytes.value(), 5000);
        one.beginBlock();
        QCOMPARE(one.state().allocations, 0);
        QCOMPARE(one.state().peak_bytes.value(), 150);
        allocate(70, 0);
        QCOMPARE(one.state().peak_bytes.value(), 170);
        QVERIFY(!one.state().memory_spilled);
        allocate(1 << 20, 0);
        QVERIFY(one.state().memory_spilled);  // R-02, whosever memory fills the rest
        other.beginBlock();
        QVERIFY(!other.state().memory_spilled);
    }

    /// Others that only have a window are no competitors; what the driver does not tell is unknown.
    void othersOnTheGpuAreToldWhenTheyKeepItBusy() {
        GpuState state;
        QVERIFY(gpuWarnings(state).empty());
        state.other_processes = 3;
        QVERIFY(gpuWarnings(state).empty());
        state.utilisation_percent = 2;
        QVERIFY(gpuWarnings(state).empty());
        state.utilisation_percent = 70;
        const auto warnings = gpuWarnings(state);
        QCOMPARE(warnings.size(), std::size_t{1});
        QCOMPARE(warnings.front().code, std::string("gpu_shared"));
        QVERIFY(warnings.front().args == Json({{"count", 3}, {"percent", 70}}));
        state.other_processes = 0;  // Duelo itself
        QVERIFY(gpuWarnings(state).empty());
    }
};

QTEST_APPLESS_MAIN(TestGpuDeviceState)
#include "tst_gpu_device_state.moc"
