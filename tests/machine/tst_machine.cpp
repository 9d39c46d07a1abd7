// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <QDir>
#include <QTemporaryDir>

#include "machine/machine.h"

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
        const Json sheet = readMachineSheet();
        const Json& cpu = sheet["cpu"];
        QVERIFY(cpu["logical"].get<int>() >= cpu["cores"].get<int>());
        QVERIFY(cpu["cores"].get<int>() >= cpu["packages"].get<int>());
        QVERIFY(cpu["usable_logical"].get<int>() >= 1);
        QVERIFY(sheet["memory"]["total_bytes"].get<std::int64_t>() > (64 << 20));
        int kindCpus = 0;
        for (const Json& kind : cpu["kinds"]) {
            kindCpus += kind["logical"].get<int>();
        }
        QCOMPARE(kindCpus, cpu["logical"].get<int>());
        // Nobody's name leaves the machine with a record file.
        const std::string host = QSysInfo::machineHostName().toStdString();
        if (host.size() > 3) {
            QVERIFY(sheet.dump().find(host) == std::string::npos);
        }
    }

    void readsTheStubbedSystem_S414() {
        StubMachine machine;
        const Json sheet = readMachineSheet(machine.source());
        QCOMPARE(sheet["os"]["name"], Json("Lab Linux 12"));
        QCOMPARE(sheet["os"]["kernel"], Json("6.1.0-stub"));
        QCOMPARE(sheet["memory"]["total_bytes"], Json(16000000LL * 1024));
        QCOMPARE(sheet["memory"]["limit_bytes"], Json(nullptr));
        QCOMPARE(sheet["cpu"]["isa"], Json({"sse4_2", "avx", "fma", "avx2", "amx_tile"}));
        QCOMPARE(sheet["virtual_machine"], Json(false));
        QCOMPARE(sheet["container"], Json(false));

        machine.write("proc/cpuinfo", "model name : X\nflags : fpu hypervisor\n");
        machine.write("sys/fs/cgroup/memory.max", "4294967296\n");
        machine.write("run/.containerenv", "");
        const Json guest = readMachineSheet(machine.source());
        QCOMPARE(guest["virtual_machine"], Json(true));
        QCOMPARE(guest["container"], Json(true));
        QCOMPARE(guest["memory"]["limit_bytes"], Json(4294967296LL));
    }

    void machineIdTellsClonedMachinesApartAndNoName() {
        StubMachine machine;
        const Json first = readMachineSheet(machine.source());
        QCOMPARE(first["id"].get<std::string>().size(), std::size_t(8));
        QCOMPARE(readMachineSheet(machine.source())["id"], first["id"]);
        QVERIFY(first.dump().find("aula3") == std::string::npos);
        QVERIFY(first.dump().find("0123456789abcdef") == std::string::npos);
        machine.write("proc/sys/kernel/hostname", "aula3-pc18\n");
        QVERIFY(readMachineSheet(machine.source())["id"] != first["id"]);
        machine.write("etc/machine-id", "");
        QCOMPARE(readMachineSheet(machine.source())["id"], Json(nullptr));
    }

    void performanceAndEfficiencyCores_S414() {
        qputenv("HWLOC_XMLFILE", DUELO_SOURCE_DIR "/tests/machine/data/hybrid.xml");
        const Json cpu = readMachineSheet()["cpu"];
        QCOMPARE(cpu["name"], Json("12th Gen Example Core i5-1240X"));
        QCOMPARE(cpu["cores"], Json(6));
        QCOMPARE(cpu["logical"], Json(8));
        const Json performance{
            {"kind", "performance"}, {"cores", 2}, {"logical", 4}, {"max_mhz", 4400}};
        const Json efficiency{
            {"kind", "efficiency"}, {"cores", 4}, {"logical", 4}, {"max_mhz", 3300}};
        QCOMPARE(cpu["kinds"], Json::array({performance, efficiency}));
        const Json shared{
            {"level", 3}, {"kind", "unified"}, {"size_bytes", 12582912}, {"count", 1}};
        QCOMPARE(cpu["caches"].back(), shared);
    }

    void threadEnvironmentIsRecorded_S427() {
        qputenv("OMP_NUM_THREADS", "3");
        QCOMPARE(readMachineSheet()["environment"]["OMP_NUM_THREADS"], Json("3"));
        qunsetenv("OMP_NUM_THREADS");
        QVERIFY(!readMachineSheet()["environment"].contains("OMP_NUM_THREADS"));
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
        const Json state = readMachineState(machine.source());
        QCOMPARE(state["power_source"],
                 source.isEmpty() ? Json(nullptr) : Json(source.toStdString()));
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
        const Json state = readMachineState(machine.source());
        QCOMPARE(state["power"]["saver"], Json(!saverPlan.isEmpty()));
        const std::vector<Reason> warnings = machineWarnings(state);
        QCOMPARE(codes(warnings), saverPlan.isEmpty() ? QStringList{} : QStringList{"power_saver"});
        if (!saverPlan.isEmpty()) {
            QCOMPARE(warnings[0].args, Json({{"plan", saverPlan.toStdString()}}));
        }
    }

    void loadOfOthers_R28() {
        StubMachine machine;
        MachineMonitor monitor(machine.source());
        QCOMPARE(monitor.read()["others_percent"], Json(nullptr));  // no window yet

        // 200 ticks on two CPUs: 120 busy, 70 of them ours, 10 stolen, 70 idle.
        machine.stat(1120, 1070, 10, 170);
        QTest::qSleep(kOverWindowMs);
        const Json state = monitor.read();
        QCOMPARE(state["others_percent"], Json(25.0));
        QCOMPARE(state["others_cpus"], Json(0.5));
        QCOMPARE(state["stolen_percent"], Json(5.0));
        QVERIFY(state["window_ms"].get<int>() >= kOverWindowMs);
        const std::vector<Reason> warnings = machineWarnings(state);
        QCOMPARE(codes(warnings), QStringList({"busy_machine", "cpu_stolen"}));
        QCOMPARE(warnings[0].args, Json({{"percent", 25}, {"cpus", 0.5}}));

        // A second window knows nothing of the first: only our own work.
        machine.stat(1220, 1170, 10, 270);
        QTest::qSleep(kOverWindowMs);
        QCOMPARE(monitor.read()["others_percent"], Json(0.0));

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
        const Json plain = readMachineState(machine.source());
        QCOMPARE(plain["cpu_mhz"], Json({{"min", 1200}, {"median", 2501}, {"max", 2501}}));
        QCOMPARE(plain["temperature_c"], Json(nullptr));

        machine.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "800000\n");
        machine.write("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "4700000\n");
        machine.write("sys/devices/system/cpu/cpuidle/current_driver", "none\n");
        machine.write("sys/class/hwmon/hwmon0/name", "nvme\n");
        machine.write("sys/class/hwmon/hwmon0/temp1_input", "99000\n");
        machine.write("sys/class/hwmon/hwmon1/name", "k10temp\n");
        machine.write("sys/class/hwmon/hwmon1/temp1_input", "61500\n");
        machine.write("sys/class/hwmon/hwmon1/temp1_label", "95000\n");
        const Json state = readMachineState(machine.source());
        QCOMPARE(state["cpu_mhz"], Json({{"min", 800}, {"median", 800}, {"max", 800}}));
        QCOMPARE(state["temperature_c"], Json(61.5));
        QCOMPARE(readMachineSheet(machine.source())["cpu"]["max_mhz"], Json(4700));
    }

    void lowMemory() {
        StubMachine machine;
        QVERIFY(machineWarnings(readMachineState(machine.source())).empty());
        machine.write("proc/meminfo", "MemTotal: 4000000 kB\nMemAvailable:  524288 kB\n");
        const std::vector<Reason> warnings = machineWarnings(readMachineState(machine.source()));
        QCOMPARE(codes(warnings), QStringList{"low_memory"});
        QCOMPARE(warnings[0].args, Json({{"available_gib", 0.5}}));
    }

    void nothingToReadIsNullAndNoWarning() {
        const MachineSource nowhere{"/nonexistent/duelo"};
        const Json sheet = readMachineSheet(nowhere);
        QCOMPARE(sheet["memory"]["total_bytes"], Json(nullptr));
        QCOMPARE(sheet["virtual_machine"], Json(nullptr));
        const Json state = readMachineState(nowhere, kOverWindowMs);
        QCOMPARE(state["power_source"], Json(nullptr));
        QCOMPARE(state["others_percent"], Json(nullptr));
        QCOMPARE(state["cpu_mhz"], Json(nullptr));
        QVERIFY(machineWarnings(state).empty());
        QVERIFY(machineWarnings(Json::object()).empty());
    }

    void garbageInTheFilesIsNoNumber() {
        StubMachine machine;
        machine.write("proc/stat", "cpu  x y z\ncpu0\n");
        machine.write("proc/meminfo", "MemTotal: lots\nMemAvailable\n");
        machine.write("proc/self/stat", "no bracket");
        machine.write("sys/class/power_supply/BAT0/type", "Battery");
        machine.write("sys/class/power_supply/BAT0/capacity", QByteArray(100000, '9'));
        const Json state = readMachineState(machine.source(), kOverWindowMs);
        QCOMPARE(state["others_percent"], Json(nullptr));
        QCOMPARE(state["memory"]["total_bytes"], Json(nullptr));
        QCOMPARE(state["battery_percent"], Json(nullptr));
    }
};

QTEST_APPLESS_MAIN(TestMachine)
#include "tst_machine.moc"
