// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <QTest>

#include "gpu/nvml.h"

using namespace duelo;

namespace {

using Codes = std::vector<std::string>;

std::shared_ptr<Nvml> openStub(const char* version) {
    qputenv("DUELO_STUB_NVML", version);
    return Nvml::open(DUELO_STUBS "/driver/libnvidia-ml.so.1");
}

constexpr const char* card = "0000:65:00.0";

}  // namespace

class TestNvml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void throttleReasonsAreNamed_R27() {
        QCOMPARE(throttleCodes(0), Codes{});
        const std::pair<std::uint64_t, const char*> bits[] = {
            {0x1, "gpu_idle"},    {0x2, "application_clocks"},  {0x4, "sw_power_cap"},
            {0x8, "hw_slowdown"}, {0x10, "sync_boost"},         {0x20, "sw_thermal"},
            {0x40, "hw_thermal"}, {0x80, "power_brake"},        {0x100, "display_clocks"},
            {0x200, "other"},     {0x8000000000000000, "other"}};
        for (const auto& [bit, code] : bits) {
            QCOMPARE(throttleCodes(bit), Codes{code});
        }
        QCOMPARE(throttleCodes(0x60), (Codes{"sw_thermal", "hw_thermal"}));
        QCOMPARE(throttleCodes(0xc01), (Codes{"gpu_idle", "other"}));
    }

    void stateOfACard_R27() {
        const auto nvml = openStub("580.65.06");
        QVERIFY(nvml);
        QCOMPARE(nvml->driverVersion(), std::optional<std::string>("580.65.06"));
        const GpuState state = nvml->state(card);
        QCOMPARE(state.sm_clock_mhz, std::optional<int>(1410));
        QCOMPARE(state.sm_clock_default_mhz, std::optional<int>(1815));
        QCOMPARE(state.sm_clock_max_mhz, std::optional<int>(2100));
        QCOMPARE(state.memory_clock_mhz, std::optional<int>(7001));
        QCOMPARE(state.temperature_c, std::optional<int>(83));
        QCOMPARE(state.power_w, std::optional<double>(119.5));
        QCOMPARE(state.power_limit_w, std::optional<double>(120.0));
        QCOMPARE(state.utilisation_percent, std::optional<int>(97));
        QCOMPARE(state.throttle, std::optional<Codes>(Codes{"sw_power_cap", "sw_thermal"}));
        QCOMPARE(nvml->driverModel(card), std::optional<std::string>("tcc"));
    }

    void memoryAndWhoHasIt_S2_38() {
        const auto nvml = openStub("580.65.06");
        QVERIFY(nvml);
        const GpuState state = nvml->state(card);
        QCOMPARE(state.memory_used_bytes, std::optional<std::int64_t>(3LL << 30));
        QCOMPARE(state.memory_total_bytes, std::optional<std::int64_t>(8LL << 30));
        QVERIFY(state.users);
        std::map<std::uint32_t, std::optional<std::int64_t>> users;
        for (const GpuUser& user : *state.users) users[user.pid] = user.memory_bytes;
        QVERIFY(users == (decltype(users){{4242, 1}, {17, 2}, {18, std::nullopt}}));
    }

    void onlyTheClockIsRenewed_R27() {
        const auto nvml = openStub("580.65.06");
        QVERIFY(nvml);
        GpuState state;
        state.temperature_c = 40;
        nvml->renewClock(card, state);
        QCOMPARE(state.sm_clock_mhz, std::optional<int>(1410));
        QCOMPARE(state.throttle, std::optional<Codes>(Codes{"sw_power_cap", "sw_thermal"}));
        QCOMPARE(state.temperature_c, std::optional<int>(40));
        QCOMPARE(state.energy_j, std::optional(1234.5));  // P-12
        nvml->renewClock("0000:01:00.0", state);          // gone: an old clock is not shown as new
        QVERIFY(!state.sm_clock_mhz && !state.throttle);
    }

    void whatIsNotReportedStaysAbsent() {
        const auto nvml = openStub("470.00-bare");
        QVERIFY(nvml);
        const GpuState state = nvml->state(card);
        QCOMPARE(state.sm_clock_mhz, std::optional<int>(1410));
        QVERIFY(!state.sm_clock_default_mhz && !state.sm_clock_max_mhz && !state.temperature_c);
        QVERIFY(!state.energy_j);
        QVERIFY(!state.power_w && !state.power_limit_w && !state.utilisation_percent);
        QVERIFY(!state.throttle && !state.users);
        QVERIFY(!state.memory_used_bytes && !state.memory_total_bytes);
        QVERIFY(!nvml->driverModel(card));
    }

    void anotherCardIsUnknown() {
        const auto nvml = openStub("580.65.06");
        QVERIFY(nvml);
        QVERIFY(!nvml->state("0000:01:00.0").sm_clock_mhz);
        QVERIFY(!nvml->state("").sm_clock_mhz);
    }

    void missingLibraryOrDriverIsAbsent() {
        QVERIFY(!openStub(""));  // nvmlInit: driver not loaded
        QVERIFY(!Nvml::open("/nonexistent/libnvidia-ml.so.1"));
        QVERIFY(!Nvml::open(DUELO_STUBS "/driver/libcuda.so.1"));  // no nvmlInit in it
    }
};

QTEST_APPLESS_MAIN(TestNvml)
#include "tst_nvml.moc"
