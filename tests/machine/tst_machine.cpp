// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>

#include <QDir>
#include <QTemporaryDir>

#include "machine/machine.h"
#include "machine/others_load.h"
#include "machine/process_memory.h"

using namespace duelo;

namespace {

/// A machine made of files: /proc, /sys and /etc under a temporary folder.
class StubMachine {
public:
    StubMachine() {
        write("etc/os-release", "NAME=\"Lab Linux\"\nPRETTY_NAME=\"Lab Linux 12\"\nID=lab\n");
        write("etc/machine-id", "0123456789abcdef0123456789abcdef\n");
        write("proc/sys/kernel/hostname", "aula3-pc17\n");
        write("proc/sys/kernel/osrelease", "6.1.0-stub\n");
        write("proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:    9000000 kB\n");
        write("proc/cpuinfo",
              "processor\t: 0\nmodel name\t: Stub CPU 3000\ncpu MHz\t\t: 2500.5\n"
              "flags\t\t: fpu sse4_2 avx fma avx2 amx_tile\n\n"
              "processor\t: 1\nmodel name\t: Stub CPU 3000\ncpu MHz\t\t: 1200.0\n"
              "flags\t\t: fpu sse4_2 avx fma avx2 amx_tile\n");
        stat(1000, 1000, 0, 100);
    }

    /// Sums over two CPUs in ticks: user, idle, steal; and the process's own user time.
    void stat(int user, int idle, int steal, int own) {
        const QByteArray sums = QByteArray::number(user) + " 0 0 " + QByteArray::number(idle) +
                                " 0 0 0 " + QByteArray::number(steal) + " 0 0\n";
        write("proc/stat", "cpu  " + sums + "cpu0 1 0 0 1\ncpu1 1 0 0 1\nintr 5\n");
        write("proc/self/stat", "77 (a) b (c)) S 1 1 1 0 -1 0 0 0 0 0 " + QByteArray::number(own) +
                                    " 0 0 0 20 0 1 0 5 0 0\n");
    }

    void write(const QString& path, const QByteArray& text) {
        const QFileInfo info(m_folder.filePath(path));
        QVERIFY(QDir().mkpath(info.path()));
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    [[nodiscard]] MachineSource source() const { return {m_folder.path().toStdString()}; }

private:
    QTemporaryDir m_folder;
};

QStringList codes(const std::vector<Reason>& reasons) {
    QStringList list;
    for (const Reason& reason : reasons) {
        list << QString::fromStdString(reason.code);
    }
    return list;
}

constexpr int kOverWindowMs = 60;  // longer than the shortest window of 50 ms

}  // namespace

class TestMachine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() {
        qunsetenv("HWLOC_XMLFILE");
        qunsetenv("OMP_NUM_THREADS");
    }

    void readsThisMachine_S4M10() {
        const MachineSheet sheet = readMachineSheet();
        const CpuSheet& cpu = sheet.cpu;
        QVERIFY(*cpu.logical >= *cpu.cores);
        QVERIFY(*cpu.cores >= *cpu.packages);
        QVERIFY(*cpu.usable_logical >= 1);
        QVERIFY(*sheet.memory.total_bytes > (64 << 20));
        int kindCpus = 0;
        for (const CpuKind& kind : cpu.kinds) {
            kindCpus += *kind.logical;
        }
        QCOMPARE(kindCpus, *cpu.logical);
        // Nobody's name leaves the machine with a record file.
        const std::string host = QSysInfo::machineHostName().toStdString();
        if (host.size() > 3) {
            QVERIFY(toJson(sheet).dump().find(host) == std::string::npos);
        }
    }

    void readsTheStubbedSystem_S414() {
        StubMachine machine;
        const MachineSheet sheet = readMachineSheet(machine.source());
        QCOMPARE(sheet.os.name, std::string("Lab Linux 12"));
        QCOMPARE(sheet.os.kernel, std::string("6.1.0-stub"));
        QCOMPARE(*sheet.memory.total_bytes, 16000000LL * 1024);
        QVERIFY(!sheet.memory.limit_bytes);
        QCOMPARE(sheet.cpu.isa,
                 (std::vector<std::string>{"sse4_2", "avx", "fma", "avx2", "amx_tile"}));
        QVERIFY(sheet.virtual_machine == false);
        QVERIFY(sheet.container == false);

        machine.write("proc/cpuinfo", "model name : X\nflags : fpu hypervisor\n");
        machine.write("sys/fs/cgroup/memory.max", "4294967296\n");
        machine.write("run/.containerenv", "");
        const MachineSheet guest = readMachineSheet(machine.source());
        QVERIFY(guest.virtual_machine == true);
        QVERIFY(guest.container == true);
        QCOMPARE(*guest.memory.limit_bytes, 4294967296LL);
    }

    /// A container's limits stand in the sheet, are told, and give the number of "all cores".
    void whatAContainerGrants_Y_25() {
        StubMachine machine;
        const MachineSheet whole = readMachineSheet(machine.source());
        QVERIFY(!whole.cpu.quota && !whole.memory.limit_bytes);
        QVERIFY(!codes(machineLimits(whole)).contains("processor_time_limited"));
        QCOMPARE(threadsOfAllCores(whole.cpu),
                 std::min(*whole.cpu.usable_cores, *whole.cpu.usable_logical));

        machine.write("proc/self/cgroup", "0::/lab\n");
        machine.write("proc/self/mountinfo",
                      "31 22 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        machine.write("sys/fs/cgroup/lab/cpu.max", "50000 100000\n");
        machine.write("sys/fs/cgroup/lab/memory.max", "1073741824\n");
        machine.write("sys/fs/cgroup/lab/memory.current", "1000000000\n");
        const MachineSheet half = readMachineSheet(machine.source());
        QCOMPARE(half.cpu.quota.value(), 0.5);
        QCOMPARE(threadsOfAllCores(half.cpu), 1);
        QCOMPARE(half.memory.limit_bytes.value(), 1073741824);
        const std::vector<Reason> limits = machineLimits(half);
        QVERIFY(codes(limits).contains("processor_time_limited"));
        QCOMPARE(codes(limits).last(), QString("memory_limited"));
        QCOMPARE(*readMachineState(machine.source()).memory.available_bytes, 73741824);
        // A limit above what there is limits nothing.
        machine.write("sys/fs/cgroup/lab/memory.max", "99999999999999\n");
        QVERIFY(!readMachineSheet(machine.source()).memory.limit_bytes);
        QCOMPARE(freeMemoryBytes(machine.source().root).value(), 9000000LL * 1024);
    }

    void unknownMemoryIsNotNone_Y_25() {
        QVERIFY(!freeMemoryBytes("/nonexistent/duelo"));
        QVERIFY(!readMachineState({"/nonexistent/duelo"}).memory.available_bytes);
    }

    void fewerProcessorsThanThereAre_Y_25() {
        MachineSheet sheet;
        QVERIFY(machineLimits(sheet).empty());
        QCOMPARE(threadsOfAllCores(sheet.cpu), 1);
        sheet.cpu = {.usable_logical = 1, .cores = 4, .logical = 8};
        QCOMPARE(codes(machineLimits(sheet)), QStringList{"processors_limited"});
        // A file of a Duelo that took all cores, whatever was granted.
        QCOMPARE(threadsOfAllCores(sheet.cpu), 4);
        sheet.cpu.default_threads = 1;
        QCOMPARE(threadsOfAllCores(sheet.cpu), 1);
    }

    void machineIdTellsClonedMachinesApartAndNoName() {
        StubMachine machine;
        const MachineSheet first = readMachineSheet(machine.source());
        QCOMPARE(first.id.size(), std::size_t(8));
        QCOMPARE(readMachineSheet(machine.source()).id, first.id);
        QVERIFY(toJson(first).dump().find("aula3") == std::string::npos);
        QVERIFY(toJson(first).dump().find("0123456789abcdef") == std::string::npos);
        machine.write("proc/sys/kernel/hostname", "aula3-pc18\n");
        QVERIFY(readMachineSheet(machine.source()).id != first.id);
        QVERIFY(!first.id_until_restart);
        machine.write("etc/machine-id", "");
        QVERIFY(readMachineSheet(machine.source()).id.empty());
    }

    /// Containers of one PC are one PC, as far as anything tells it: until it is started again.
    void containersOfOneMachineAreOneUntilItsRestart_P11() {
        const auto sheetOf = [](const char* id, const char* host, const char* start) {
            StubMachine machine;
            machine.write(".dockerenv", "");
            machine.write("etc/machine-id", id);
            machine.write("proc/sys/kernel/hostname", host);
            machine.write("proc/sys/kernel/random/boot_id", start);
            return readMachineSheet(machine.source());
        };
        const char* baked = "fedcba9876543210fedcba9876543210\n";
        const MachineSheet nameless = sheetOf("", "aula3-pc17\n", "2a1f\n");
        QCOMPARE(nameless.id.size(), std::size_t(8));
        QVERIFY(nameless.id_until_restart == true);
        QCOMPARE(sheetOf("", "f00dcafe1234\n", "2a1f\n").id, nameless.id);
        QCOMPARE(sheetOf(baked, "0123456789ab\n", "2a1f\n").id, nameless.id);
        QVERIFY(sheetOf("", "aula3-pc17\n", "77aa\n").id != nameless.id);
        // One that was given a name keeps it.
        const MachineSheet named = sheetOf(baked, "aula3-pc17\n", "2a1f\n");
        QVERIFY(named.id != nameless.id && !named.id_until_restart);
        QCOMPARE(sheetOf(baked, "aula3-pc17\n", "77aa\n").id, named.id);
    }

    void performanceAndEfficiencyCores_S414() {
        qputenv("HWLOC_XMLFILE", DUELO_SOURCE_DIR "/tests/machine/data/hybrid.xml");
        const CpuSheet cpu = readMachineSheet().cpu;
        QCOMPARE(cpu.name, std::string("12th Gen Example Core i5-1240X"));
        QCOMPARE(*cpu.cores, 6);
        QCOMPARE(*cpu.logical, 8);
        const CpuKind performance{.kind = "performance", .cores = 2, .logical = 4, .max_mhz = 4400};
        const CpuKind efficiency{.kind = "efficiency", .cores = 4, .logical = 4, .max_mhz = 3300};
        QVERIFY((cpu.kinds == std::vector<CpuKind>{performance, efficiency}));
        const CpuCache shared{.level = 3, .kind = "unified", .size_bytes = 12582912, .count = 1};
        QVERIFY(cpu.caches.back() == shared);
    }

    void threadEnvironmentIsRecorded_S427() {
        qputenv("OMP_NUM_THREADS", "3");
        const std::pair<std::string, std::string> set{"OMP_NUM_THREADS", "3"};
        QCOMPARE(std::ranges::count(readMachineSheet().environment, set), 1);
        qunsetenv("OMP_NUM_THREADS");
        QCOMPARE(std::ranges::count(readMachineSheet().environment, set), 0);
    }

    void powerSource_R28_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("source");
        QTest::newRow("desktop PC") << QStringList{} << QString();
        QTest::newRow("laptop, plugged in")
            << QStringList{"AC/type=Mains", "AC/online=1", "BAT0/type=Battery",
                           "BAT0/status=Charging"}
            << "ac";
        QTest::newRow("laptop, on battery")
            << QStringList{"AC/type=Mains", "AC/online=0", "BAT0/type=Battery",
                           "BAT0/status=Discharging"}
            << "battery";
        QTest::newRow("USB-C charger")
            << QStringList{"ucsi/type=USB", "ucsi/online=1", "BAT0/type=Battery",
                           "BAT0/status=Not charging"}
            << "ac";
        QTest::newRow("battery that says so itself")
            << QStringList{"BAT0/type=Battery", "BAT0/status=Discharging"} << "battery";
        QTest::newRow("mouse battery only")
            << QStringList{"hid/type=Battery", "hid/scope=Device", "hid/status=Discharging"}
            << QString();
    }
    void powerSource_R28() {
        QFETCH(QStringList, files);
        QFETCH(QString, source);
        StubMachine machine;
        for (const QString& file : files) {
            const qsizetype at = file.indexOf('=');
            machine.write("sys/class/power_supply/" + file.left(at), file.mid(at + 1).toUtf8());
        }
        const MachineState state = readMachineState(machine.source());
        QCOMPARE(state.power_source, source.toStdString());
        QCOMPARE(codes(machineWarnings(state)).contains("on_battery"), source == "battery");
    }

    void powerPlan_R28_data() {
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("governor");
        QTest::addColumn<QString>("preference");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("saverPlan");
        QTest::newRow("nothing known") << ""
                                       << ""
                                       << ""
                                       << ""
                                       << "";
        QTest::newRow("acpi powersave") << "acpi-cpufreq"
                                        << "powersave"
                                        << ""
                                        << ""
                                        << "powersave";
        QTest::newRow("acpi schedutil") << "acpi-cpufreq"
                                        << "schedutil"
                                        << ""
                                        << ""
                                        << "";
        // Its ordinary governor has this name and reaches full speed: no false alarm.
        QTest::newRow("intel_pstate default") << "intel_pstate"
                                              << "powersave"
                                              << "balance_performance"
                                              << "balanced"
                                              << "";
        QTest::newRow("intel_pstate saving") << "intel_pstate"
                                             << "powersave"
                                             << "power"
                                             << ""
                                             << "power";
        QTest::newRow("laptop's own switch") << "amd-pstate-epp"
                                             << "powersave"
                                             << "balance_power"
                                             << "low-power"
                                             << "low-power";
    }
    void powerPlan_R28() {
        QFETCH(QString, driver);
        QFETCH(QString, governor);
        QFETCH(QString, preference);
        QFETCH(QString, profile);
        QFETCH(QString, saverPlan);
        StubMachine machine;
        const QString policy = "sys/devices/system/cpu/cpufreq/policy0/";
        machine.write(policy + "scaling_driver", driver.toUtf8() + '\n');
        machine.write(policy + "scaling_governor", governor.toUtf8() + '\n');
        machine.write(policy + "energy_performance_preference", preference.toUtf8() + '\n');
        machine.write("sys/firmware/acpi/platform_profile", profile.toUtf8() + '\n');
        const MachineState state = readMachineState(machine.source());
        QCOMPARE(*state.power.saver, !saverPlan.isEmpty());
        const std::vector<Reason> warnings = machineWarnings(state);
        QCOMPARE(codes(warnings), saverPlan.isEmpty() ? QStringList{} : QStringList{"power_saver"});
        if (!saverPlan.isEmpty()) {
            QCOMPARE(warnings[0].args, Json({{"plan", saverPlan.toStdString()}}));
        }
    }

    /// Only what happens between begin() and end() counts, and short stretches even out.
    void loadOfOthersInStretches_R28() {
        StubMachine machine;
        OthersLoad load(machine.source());
        QVERIFY(!load.cpus());
        const auto pass = [&](int user, int idle, int steal, int own) {
            load.begin();
            machine.stat(user, idle, steal, own);
            QTest::qSleep(110);
            load.end();
        };
        pass(1100, 1100, 0, 140);  // of 200 ticks on two CPUs 100 busy, 40 of them ours
        QVERIFY(!load.cpus());     // too short to say
        machine.stat(9000, 1100, 0, 140);
        pass(9100, 1180, 20, 240);  // all ours; 20 of 200 stolen
        QCOMPARE(load.cpus().value(), 2.0 * 80 / 400);
        pass(9200, 1280, 20, 400);  // ours in more ticks than were counted as busy
        QVERIFY(qFuzzyCompare(load.cpus().value(), 2.0 * 20 / 600));

        OthersLoad nowhere({"/nonexistent/duelo"});
        nowhere.begin();
        nowhere.end();
        QVERIFY(!nowhere.cpus());
    }

    void loadOfOthers_R28() {
        StubMachine machine;
        MachineMonitor monitor(machine.source());
        QVERIFY(!monitor.read().others_percent);  // no window yet

        // 200 ticks on two CPUs: 120 busy, 70 of them ours, 10 stolen, 70 idle.
        machine.stat(1120, 1070, 10, 170);
        QTest::qSleep(kOverWindowMs);
        const MachineState state = monitor.read();
        QCOMPARE(*state.others_percent, 25.0);
        QCOMPARE(*state.others_cpus, 0.5);
        QCOMPARE(*state.stolen_percent, 5.0);
        QVERIFY(*state.window_ms >= kOverWindowMs);
        const std::vector<Reason> warnings = machineWarnings(state);
        QCOMPARE(codes(warnings), QStringList({"busy_machine", "cpu_stolen"}));
        QCOMPARE(warnings[0].args, Json({{"percent", 25}, {"cpus", 0.5}}));

        // A second window knows nothing of the first: only our own work.
        machine.stat(1220, 1170, 10, 270);
        QTest::qSleep(kOverWindowMs);
        QCOMPARE(*monitor.read().others_percent, 0.0);

        // Counters that step back are no load.
        machine.stat(1200, 1160, 10, 200);
        QTest::qSleep(kOverWindowMs);
        QVERIFY(machineWarnings(monitor.read()).empty());
    }

    void throttlingIsCountedOncePerPackage_R27() {
        StubMachine machine;
        const QString cpus = "sys/devices/system/cpu/";
        const auto throttled = [&](int core, int package) {
            for (const QString& cpu : {cpus + "cpu0", cpus + "cpu1"}) {
                machine.write(cpu + "/thermal_throttle/core_throttle_count",
                              QByteArray::number(core));
                machine.write(cpu + "/thermal_throttle/package_throttle_count",
                              QByteArray::number(package));
            }
        };
        throttled(5, 100);
        MachineMonitor monitor(machine.source());
        throttled(6, 103);
        QTest::qSleep(kOverWindowMs);
        const std::vector<Reason> warnings = machineWarnings(monitor.read());
        QCOMPARE(codes(warnings), QStringList{"cpu_throttled"});
        QCOMPARE(warnings[0].args, Json({{"events", 5}}));
    }

    void clockAndTemperature_R28() {
        StubMachine machine;
        const MachineState plain = readMachineState(machine.source());
        QVERIFY((plain.cpu_mhz == CpuMhz{.min = 1200, .median = 2501, .max = 2501}));
        QVERIFY(!plain.temperature_c);

        machine.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "800000\n");
        machine.write("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "4700000\n");
        machine.write("sys/devices/system/cpu/cpuidle/current_driver", "none\n");
        machine.write("sys/class/hwmon/hwmon0/name", "nvme\n");
        machine.write("sys/class/hwmon/hwmon0/temp1_input", "99000\n");
        machine.write("sys/class/hwmon/hwmon1/name", "k10temp\n");
        machine.write("sys/class/hwmon/hwmon1/temp1_input", "61500\n");
        machine.write("sys/class/hwmon/hwmon1/temp1_label", "95000\n");
        const MachineState state = readMachineState(machine.source());
        QVERIFY((state.cpu_mhz == CpuMhz{.min = 800, .median = 800, .max = 800}));
        QCOMPARE(*state.temperature_c, 61.5);
        QCOMPARE(*readMachineSheet(machine.source()).cpu.max_mhz, 4700);
    }

    void lowMemory() {
        StubMachine machine;
        QVERIFY(machineWarnings(readMachineState(machine.source())).empty());
        machine.write("proc/meminfo", "MemTotal: 4000000 kB\nMemAvailable:  524288 kB\n");
        const std::vector<Reason> warnings = machineWarnings(readMachineState(machine.source()));
        QCOMPARE(codes(warnings), QStringList{"low_memory"});
        QCOMPARE(warnings[0].args, Json({{"available_gib", 0.5}}));
    }

    void nothingToReadIsAbsentAndNoWarning() {
        const MachineSource nowhere{"/nonexistent/duelo"};
        const MachineSheet sheet = readMachineSheet(nowhere);
        QVERIFY(!sheet.memory.total_bytes);
        QVERIFY(!sheet.virtual_machine);
        const MachineState state = readMachineState(nowhere, kOverWindowMs);
        QVERIFY(state.power_source.empty());
        QVERIFY(!state.others_percent);
        QVERIFY(state.cpu_mhz == CpuMhz{});
        QVERIFY(machineWarnings(state).empty());
        QVERIFY(machineWarnings(MachineState{}).empty());
    }

    void garbageInTheFilesIsNoNumber() {
        StubMachine machine;
        machine.write("proc/stat", "cpu  x y z\ncpu0\n");
        machine.write("proc/meminfo", "MemTotal: lots\nMemAvailable\n");
        machine.write("proc/self/stat", "no bracket");
        machine.write("sys/class/power_supply/BAT0/type", "Battery");
        machine.write("sys/class/power_supply/BAT0/capacity", QByteArray(100000, '9'));
        const MachineState state = readMachineState(machine.source(), kOverWindowMs);
        QVERIFY(!state.others_percent);
        QVERIFY(!state.memory.total_bytes);
        QVERIFY(!state.battery_percent);
    }
};

QTEST_APPLESS_MAIN(TestMachine)
#include "tst_machine.moc"
