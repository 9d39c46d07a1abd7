// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
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
        // At its limit and near its clock: that is its speed, and the reason stays told.
        gpu.fake_state.sm_clock_mhz = 1125;
        QVERIFY(!watch.state().throttled);
        if (reason != "gpu_idle")
            QCOMPARE(watch.state().throttle,
                     std::vector<std::string>{"throttle_" + reason.toStdString()});
        gpu.fake_state.sm_clock_mhz = 1124;
        QTEST(watch.state().throttled, "throttled");
        gpu.fake_state.sm_clock_mhz.reset();
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
        memory.dedicated = false;             // what it works in is the PC's: nothing is borrowed
        QVERIFY(!one.state().memory_spilled);
        memory.dedicated = true;
        other.beginBlock();
        QVERIFY(!other.state().memory_spilled);
    }

    /// The driver knows numbers; a person wants names, and not to be told of Duelo itself.
    void processesHaveNamesAndOwners_S2_38() {
        QProcess child;
        child.start("cmake", {"-E", "sleep", "60"});
        QVERIFY(child.waitForStarted());
        GpuState state;
        state.utilisation_percent = 97;
        state.memory_used_bytes = 3;
        state.users = {{.pid = static_cast<std::uint32_t>(QCoreApplication::applicationPid()),
                        .memory_bytes = 5},
                       {.pid = static_cast<std::uint32_t>(child.processId())},
                       {.pid = 1}};
        const GpuReading reading = readingOf(state, ProcessTable());
        child.kill();
        child.waitForFinished();
        QCOMPARE(reading.load_percent, std::optional<int>(97));
        QCOMPARE(reading.memory_used_bytes, std::optional<std::int64_t>(3));
        QVERIFY(!reading.temperature_c && !reading.isEmpty());
        QCOMPARE(reading.processes.size(), 3U);
        QCOMPARE(reading.processes[0].memory_bytes, std::optional<std::int64_t>(5));
        QCOMPARE(reading.processes[0].own, std::optional(true));
        QCOMPARE(reading.processes[1].own, std::optional(true));
        QVERIFY(reading.processes[1].name.starts_with("cmake"));
        QCOMPARE(reading.processes[2].own, std::optional(false));
        QCOMPARE(reading.others().size(), 1U);
        QVERIFY(sheetFrom<GpuReading>(toJson(reading)) == reading);
        QVERIFY(readingOf({}, ProcessTable()).isEmpty());
    }

    /// Others that only have a window are no competitors; what the driver does not tell is unknown.
    void othersOnTheGpuAreToldWhenTheyKeepItBusy() {
        GpuReading reading;
        QVERIFY(gpuWarnings(reading).empty());
        reading.processes = {{.pid = 1, .own = true}, {.pid = 2}, {.pid = 3}};
        QVERIFY(gpuWarnings(reading).empty());
        reading.load_percent = 2;
        QVERIFY(gpuWarnings(reading).empty());
        reading.load_percent = 70;
        const auto told = [&](const char* code, const Json& args) {
            const auto warnings = gpuWarnings(reading);
            return warnings.size() == 1 && warnings.front().code == code &&
                   warnings.front().args == args;
        };
        QVERIFY(told("gpu_shared", {{"count", 2}, {"percent", 70}}));
        reading.processes[1].name = "game";
        const Json names = Json::array({"game"});
        QVERIFY(told("gpu_shared_with", {{"programs", names}, {"percent", 70}}));
        reading.processes[1].memory_bytes = 100;
        reading.processes[2] = {.pid = 3, .name = "python3", .memory_bytes = 200};
        QVERIFY(
            told("gpu_used_by",
                 {{"program", "python3"}, {"memory_bytes", 200}, {"count", 2}, {"percent", 70}}));
        reading.processes.resize(1);  // Duelo itself
        QVERIFY(gpuWarnings(reading).empty());
    }
};

QTEST_GUILESS_MAIN(TestGpuDeviceState)
#include "tst_gpu_device_state.moc"
