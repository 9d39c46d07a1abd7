// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/json_text.h"
#include "machine/probe_sheet.h"

using namespace duelo;

namespace {

/// A machine as a file of this Duelo holds it: every field, in the order in which it is written.
const char* const kMachine =
    R"({"id":"5a71ade1","cpu":{"name":"Ryzen","usable_logical":12,"isa":["avx2","fma"],)"
    R"("packages":1,"cores":6,"logical":12,"numa_nodes":1,"base_mhz":3600,"max_mhz":4200,)"
    R"("kinds":[{"kind":"all","cores":6,"logical":12,"max_mhz":4200}],)"
    R"("caches":[{"level":1,"kind":"data","size_bytes":32768,"count":6}]},)"
    R"("memory":{"total_bytes":17179869184,"limit_bytes":4294967296},)"
    R"("os":{"name":"Debian","kernel":"6.1.0","arch":"x86_64"},)"
    R"("virtual_machine":false,"container":true,)"
    R"("environment":{"OMP_NUM_THREADS":"4","MKL_DYNAMIC":"FALSE"}})";

const char* const kState =
    R"({"power_source":"ac","battery_percent":63,"power":{"driver":"amd-pstate",)"
    R"("governor":"powersave","preference":"power","profile":"balanced","plan":"power",)"
    R"("turbo":true,"saver":true},"cpu_mhz":{"min":800,"median":900,"max":4200},)"
    R"("memory":{"available_bytes":8589934592,"total_bytes":17179869184},"temperature_c":61.5,)"
    R"("others_percent":3.5,"others_cpus":0.25,"stolen_percent":0.0,"window_ms":200,)"
    R"("throttles":0.0})";

const char* const kEngine =
    R"({"libtorch":"2.11.0","openmp":"4.5","blas":"MKL","onednn":"3.7","cpu_capability":"AVX2",)"
    R"("compiler":"GCC 13","threads":{"intra_op":6,"inter_op":12},)"
    R"("libraries":[{"name":"libgomp.so.1","path":"/lib/libgomp.so.1"}],"build":"release",)"
    R"("clock":{"clock":"steady","read_ns":24.5,"empty_block_ns":25.0,"resolution_ns":20.0,)"
    R"("monotonic":true,"reads":1000000},"gpu":{"available":true,)"
    R"("reason":{"code":"gpu_busy","args":{"n":1},"message":"m"},"name":"RTX 3060",)"
    R"("compute_capability":"8.6","memory_total_bytes":12884901888,"multiprocessors":28,)"
    R"("uuid":"GPU-1","pci_bus_id":"0000:01:00.0","index":0,"device_count":2,"driver":"580.65",)"
    R"("driver_cuda":"13.0","runtime_cuda":"13.0","sm_clock_boost_mhz":1777,)"
    R"("memory_clock_max_mhz":7501,"memory_bus_bits":192,"l2_bytes":2359296,)"
    R"("launch_timeout":true,"ecc":false,"integrated":false,"driver_model":"WDDM",)"
    R"("nvrtc":"13.0","cublas":"13.0.2","libraries":{"cudart":"/lib/libcudart.so.13"},"cudnn":"9.19.0",)"
    R"("sm_clock_default_mhz":1320,"sm_clock_max_mhz":2115,"power_limit_w":170.5,)"
    R"("devices":[{"name":"RTX 3060","compute_capability":"8.6"}]},)"
    R"("gpu_reason":{"code":"no_gpu","args":{},"message":""},"cudnn_benchmark":false})";

template <typename S>
std::string throughValue(const std::string& line) {
    return jsonText(toJson(sheetFrom<S>(Json::parse(line))));
}

}  // namespace

class TestSheets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fullSheetsComeBackByteForByte() {
        QCOMPARE(throughValue<MachineSheet>(kMachine), std::string(kMachine));
        QCOMPARE(throughValue<MachineState>(kState), std::string(kState));
        QCOMPARE(throughValue<EngineSheet>(kEngine), std::string(kEngine));
        // Nothing of them went the way of unknown fields.
        const auto machine = sheetFrom<MachineSheet>(Json::parse(kMachine));
        QVERIFY(machine.extra.empty() && machine.cpu.extra.empty() && machine.os.extra.empty());
        QVERIFY(machine.cpu.kinds.front().extra.empty() &&
                machine.cpu.caches.front().extra.empty());
        const auto state = sheetFrom<MachineState>(Json::parse(kState));
        QVERIFY(state.extra.empty() && state.power.extra.empty() && state.cpu_mhz.extra.empty());
        const auto engine = sheetFrom<EngineSheet>(Json::parse(kEngine));
        QVERIFY(engine.extra.empty() && engine.gpu.extra.empty() && engine.clock.extra.empty());
        QCOMPARE(*engine.gpu.memory_total_bytes, std::int64_t{12884901888});
        QCOMPARE(engine.gpu.reason->code, std::string("gpu_busy"));
        QCOMPARE(machine.environment.back().second, std::string("FALSE"));
    }

    void aProbeComesBack() {
        Json probe{{"r", "probe"}, {"app", "0.1.0"}};
        probe["machine"] = Json::parse(kMachine);
        probe["state"] = Json::parse(kState);
        probe["engine"] = {{"libtorch", "2.11.0"}};
        probe["clock"] = {{"clock", "steady"}};
        probe["gpu"] = {{"available", false}};
        probe["warnings"] = Json::array({toJson(Reason{"on_battery", Json::object(), {}})});
        probe["default_plan"] = {{"experiment", "inference"}};
        probe["offers"] =
            Json::array({{{"id", "samples"}, {"plan", {{"experiment", "inference"}}}}});
        probe["experiments"] =
            Json::array({{{"id", "inference"},
                          {"models", Json::array({{{"name", "resnet18"}, {"weights", "random"}}})},
                          {"inputs", Json::array({"sample:chelsea.png"})}},
                         {{"id", "training"},
                          {"plan", {{"experiment", "training"}}},
                          {"models", Json::array({{{"name", "mlp"}, {"size_px", 28}}})},
                          {"inputs", Json::array({"digits"})}}});
        const auto sheet = sheetFrom<ProbeSheet>(probe);
        QVERIFY(sheet.extra.empty() && sheet.of("training").extra.empty());
        QCOMPARE(*sheet.of("training").models.front().size_px, 28);
        QVERIFY(sheet.of("juggling") == ExperimentSheet{});
        QCOMPARE(jsonText(toJson(sheet)), jsonText(probe));
    }

    /// Files and probes without a list tell of the CPU and one GPU at most.
    void devicesAreListedOrDerived() {
        const auto words = [](const std::vector<DeviceSheet>& devices) {
            QStringList all;
            for (const DeviceSheet& one : devices)
                all << QString::fromStdString(one.word() + '=' + one.name) +
                           (one.reason ? "!" : "");
            return all;
        };
        MachineSheet machine;
        machine.cpu.name = "Ryzen";
        EngineSheet engine;
        QCOMPARE(words(devicesOf(machine, engine)), QStringList{"cpu=Ryzen"});
        engine.gpu.name = "RTX 3060";
        QCOMPARE(words(devicesOf(machine, engine)), (QStringList{"cpu=Ryzen", "cuda=RTX 3060"}));
        const std::string listed =
            R"({"devices":[{"api":"cpu","index":0,"name":"Ryzen"},{"api":"opencl","index":1,)"
            R"("name":"Arc","reason":{"code":"device_not_used","args":{"name":"Arc"},)"
            R"("message":""}}]})";
        QCOMPARE(throughValue<EngineSheet>(listed), listed);
        QCOMPARE(throughValue<ProbeSheet>(listed), listed);
        const auto other = sheetFrom<EngineSheet>(Json::parse(listed));
        QVERIFY(other.extra.empty() && other.devices.back().extra.empty());
        QCOMPARE(words(devicesOf(machine, other)), (QStringList{"cpu=Ryzen", "opencl:1=Arc!"}));
        QCOMPARE(deviceNameOf(machine, other, "opencl:1"), std::string("Arc"));
        QCOMPARE(deviceNameOf(machine, other, "cuda"), std::string());
        ProbeSheet probe{.machine = machine};
        QCOMPARE(words(devicesOf(probe)), QStringList{"cpu=Ryzen"});
        probe.gpu = {.available = true, .name = "RTX 3060"};
        QCOMPARE(words(devicesOf(probe)), (QStringList{"cpu=Ryzen", "cuda=RTX 3060"}));
    }

    void whatSaysNothingIsAbsent() {
        QCOMPARE(toJson(MachineSheet{}), Json::object());
        QCOMPARE(toJson(EngineSheet{}), Json::object());
        QCOMPARE(toJson(ProbeSheet{}), Json::object());
        QVERIFY(sheetFrom<MachineSheet>(Json::object()) == MachineSheet{});
    }

    void unknownFieldsAreKeptAtEveryDepth() {
        const std::string line =
            R"({"id":"5a71ade1","cpu":{"name":"X","kinds":[{"kind":"all","l4":1}],"npu":true},)"
            R"("tpu":{"cores":8}})";
        QCOMPARE(throughValue<MachineSheet>(line), line);
        // Null, empty and an empty list are what the file says, though no value of ours.
        const std::string nothing = R"({"id":null,"cpu":{},"memory":{"limit_bytes":null}})";
        QCOMPARE(nlohmann::json::parse(throughValue<MachineSheet>(nothing)),
                 nlohmann::json::parse(nothing));
    }

    void aKnownFieldWinsOverExtra() {
        MachineSheet sheet{.id = "5a71ade1"};
        sheet.extra["id"] = "00000000";
        QCOMPARE(toJson(sheet), Json({{"id", "5a71ade1"}}));
    }

    void otherTypesAreUnknownFields_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("no objects") << QByteArray(R"({"cpu":"Ryzen","memory":3,"os":[]})");
        QTest::newRow("numbers") << QByteArray(
            R"({"cpu":{"cores":1e300,"logical":"8","packages":99999999999}})");
        QTest::newRow("beyond 64 bits")
            << QByteArray(R"({"memory":{"total_bytes":18446744073709551615}})");
        QTest::newRow("lists") << QByteArray(
            R"({"cpu":{"isa":["avx2",3],"kinds":[1],"caches":{"level":1}}})");
        QTest::newRow("flags") << QByteArray(R"({"virtual_machine":"yes","container":1})");
        QTest::newRow("table") << QByteArray(R"({"environment":{"OMP_NUM_THREADS":4}})");
    }
    void otherTypesAreUnknownFields() {
        QFETCH(QByteArray, json);
        const Json written = Json::parse(json.toStdString());
        const auto sheet = sheetFrom<MachineSheet>(written);
        QCOMPARE(toJson(sheet), written);
        QVERIFY(sheet.cpu.name.empty() && !sheet.cpu.cores && !sheet.memory.total_bytes);
        QVERIFY(sheet.cpu.isa.empty() && sheet.cpu.kinds.empty() && sheet.environment.empty());
        QVERIFY(!sheet.virtual_machine && !sheet.container);
    }

    void whatIsNoObjectIsAnEmptySheet() {
        for (const char* text : {"null", "3", "[]", "[{\"id\":1}]", "\"sheet\"", "true"})
            QVERIFY(sheetFrom<ProbeSheet>(Json::parse(text)) == ProbeSheet{});
    }
};

QTEST_APPLESS_MAIN(TestSheets)
#include "tst_sheets.moc"
