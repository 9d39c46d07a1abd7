// SPDX-License-Identifier: Apache-2.0
// Devices that this Duelo does not know, and several of one PC.
#include <QtTest>

#include <cmath>
#include <set>

#include "comparison_testing.h"
#include "experiments/inference/params.h"
#include "record/provenance.h"
#include "report/device_name.h"
#include "report/labels.h"
#include "report/time_charts.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// The same file as a Duelo with another API would have written it: as text, so that nothing of
/// this one has a hand in it.
RecordLog onDevice(RecordLog log, const std::string& device) {
    const auto field = [](const std::string& value) { return "\"device\":\"" + value + "\""; };
    const std::string known = field("cuda"), wanted = field(device);
    for (Record& record : log.records) {
        std::string line = encode(record);
        for (auto at = line.find(known); at != line.npos; at = line.find(known, at + wanted.size()))
            line.replace(at, known.size(), wanted);
        record = decode(line).value();
        if (encode(record) != line) qFatal("not byte for byte: %s", line.c_str());
    }
    return log;
}

/// Every cell of the GPU twice, the second time on another device.
RecordLog alsoOn(const RecordLog& log, const std::string& device) {
    RecordLog both = log;
    const RecordLog other = onDevice(log, device);
    std::set<std::string> cells;
    for (const Record& record : other.records) {
        const auto* cell = std::get_if<CellRecord>(&record);
        if (cell && cell->variant.text(kDeviceAxis) == device) cells.insert(cell->cell);
    }
    const auto renamed = [&](auto record) -> std::optional<Record> {
        if (!cells.contains(record.cell)) return std::nullopt;
        record.cell += "_2";
        return Record(record);
    };
    for (const Record& record : other.records) {
        std::optional<Record> more;
        if (const auto* cell = std::get_if<CellRecord>(&record)) more = renamed(*cell);
        if (const auto* samples = std::get_if<Samples>(&record)) more = renamed(*samples);
        if (const auto* result = std::get_if<ResultRecord>(&record)) more = renamed(*result);
        if (more) both.records.push_back(*std::move(more));
    }
    return both;
}

Header& headerOf(RecordLog& log) {
    return std::get<Header>(log.records.front());
}

/// Another group's PC with this CPU and GPU, of that group and in a file of that name.
RecordLog pcOf(const char* cpu, const char* gpu, const std::string& group, const char* file) {
    RecordLog log = examples::gpuPc();
    Header& header = headerOf(log);
    header.run.front() = file[0];
    header.machine.id = std::string("pc of ") + file;
    header.machine.cpu.name = cpu;
    header.engine.gpu.name = gpu;
    header.label["group"] = group;
    log.path = std::string(file) + ".duelo";
    return log;
}

void list(RecordLog& log, std::vector<DeviceSheet> devices) {
    headerOf(log).engine.devices = std::move(devices);
}

std::size_t columnOn(const Comparison& c, const std::string& device) {
    for (std::size_t i = 0; i < c.columns.size(); ++i)
        if (c.columns[i].variant.text(kDeviceAxis) == device) return i;
    qFatal("no such column");
}

}  // namespace

class TestDevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A short name of a CPU or GPU keeps the words that students use, and drops the maker's.
    void namesAreShort_data() {
        QTest::addColumn<QString>("wanted");
        for (const auto& [name, wanted] : std::vector<std::pair<const char*, const char*>>{
                 {"NVIDIA GeForce RTX 4070", "RTX 4070"},
                 {"NVIDIA GeForce RTX 4070 Ti SUPER", "RTX 4070 Ti SUPER"},
                 {"NVIDIA GeForce RTX 3060 Laptop GPU", "RTX 3060 Laptop"},
                 {"NVIDIA GeForce GTX 1650 with Max-Q Design", "GTX 1650 Max-Q"},
                 {"NVIDIA GeForce GTX 1060 6GB", "GTX 1060"},
                 {"NVIDIA GeForce MX450", "MX450"},
                 {"GeForce RTX 2080 Ti", "RTX 2080 Ti"},
                 {"NVIDIA RTX A2000 12GB", "RTX A2000"},
                 {"NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada"},
                 {"Quadro P2000", "Quadro P2000"},
                 {"Quadro RTX 5000", "RTX 5000"},
                 {"NVIDIA TITAN RTX", "TITAN RTX"},
                 {"Tesla T4", "T4"},
                 {"Tesla K80", "K80"},
                 {"Tesla V100-SXM2-16GB", "V100"},
                 {"NVIDIA A100-SXM4-40GB", "A100"},
                 {"NVIDIA A100-PCIE-40GB", "A100"},
                 {"NVIDIA A100 80GB PCIe", "A100"},
                 {"NVIDIA A100-SXM4-40GB MIG 1g.5gb", "A100 MIG 1g.5gb"},
                 {"NVIDIA H100 80GB HBM3", "H100"},
                 {"NVIDIA H100 NVL", "H100 NVL"},
                 {"NVIDIA H200", "H200"},
                 {"NVIDIA GH200 480GB", "GH200"},
                 {"NVIDIA L40S", "L40S"},
                 {"NVIDIA Jetson AGX Orin", "Jetson AGX Orin"},
                 {"NVIDIA Tegra Orin (nvgpu)/integrated", "Orin"},
                 {"NVIDIA Tegra X1", "Tegra X1"},
                 {"AMD Radeon RX 6700 XT", "RX 6700 XT"},
                 {"AMD Radeon(TM) Graphics", "Radeon"},
                 {"AMD Radeon Vega 8 Graphics", "Vega 8"},
                 {"AMD Radeon Pro W6800", "Radeon Pro W6800"},
                 {"AMD Instinct MI250X", "Instinct MI250X"},
                 {"AMD Ryzen 5 5600 6-Core Processor", "Ryzen 5 5600"},
                 {"AMD Ryzen 5 5500U", "Ryzen 5 5500U"},
                 {"AMD Ryzen 7 5800H with Radeon Graphics", "Ryzen 7 5800H"},
                 {"AMD Ryzen 7 PRO 4750U with Radeon Graphics", "Ryzen 7 PRO 4750U"},
                 {"AMD Ryzen 9 7950X 16-Core Processor", "Ryzen 9 7950X"},
                 {"AMD Ryzen AI 9 HX 370 w/ Radeon 890M", "Ryzen 9 HX 370"},
                 {"AMD Ryzen Threadripper 3970X 32-Core Processor", "Threadripper 3970X"},
                 {"AMD EPYC 7763 64-Core Processor", "EPYC 7763"},
                 {"AMD EPYC Processor", "EPYC"},
                 {"AMD FX(tm)-8350 Eight-Core Processor", "FX-8350"},
                 {"Intel(R) Core(TM) i5-8250U CPU @ 1.60GHz", "i5-8250U"},
                 {"Intel(R) Core(TM) i5-12400", "i5-12400"},
                 {"12th Gen Intel(R) Core(TM) i5-1240P", "i5-1240P"},
                 {"13th Gen Intel® Core™ i7-13700H", "i7-13700H"},
                 {"Intel(R) Core(TM) i3 CPU       M 370  @ 2.40GHz", "i3 M 370"},
                 {"Intel(R) Core(TM)2 Duo CPU     E8400  @ 3.00GHz", "Core2 Duo E8400"},
                 {"Intel(R) Core(TM) m3-7Y30 CPU @ 1.00GHz", "m3-7Y30"},
                 {"Intel(R) Core(TM) Ultra 7 155H", "Ultra 7 155H"},
                 {"Intel(R) Core(TM) 7 150U", "Core 7 150U"},
                 {"Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz", "Xeon E5-2690 v4"},
                 {"Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz", "Xeon Gold 6230"},
                 {"Intel(R) Xeon(R) CPU @ 2.20GHz", "Xeon"},
                 {"Intel(R) Celeron(R) N4020 CPU @ 1.10GHz", "Celeron N4020"},
                 {"Intel(R) N100", "N100"},
                 {"Intel(R) UHD Graphics 620", "UHD 620"},
                 {"Intel(R) Iris(R) Xe Graphics", "Iris Xe"},
                 {"Intel(R) Arc(TM) A770 Graphics", "Arc A770"},
                 {"Intel(R) Graphics", "Intel(R) Graphics"},
                 {"Apple M1", "Apple M1"},
                 {"Apple M2 Pro", "Apple M2 Pro"},
                 {"llvmpipe (LLVM 15.0.7, 256 bits)", "llvmpipe"},
                 {"CPU", "CPU"},
                 {"", ""},
             })
            QTest::newRow(name) << QString::fromUtf8(wanted);
    }
    void namesAreShort() {
        QFETCH(QString, wanted);
        const std::string name = QTest::currentDataTag();
        QCOMPARE(QString::fromStdString(shortDeviceName(name)), wanted);
        QCOMPARE(shortDeviceName(shortDeviceName(name)), shortDeviceName(name));
    }

    /// Own CPU, another group's PC and a reference stand side by side: the devices' own names tell
    /// them apart, in tables as in charts (H6, H21). Of one alone and of two nothing is shortened.
    void threePcsAreCalledByTheirDevices() {
        const std::vector<RecordLog> files{
            examples::cpuPc(), examples::otherPc(),
            pcOf("AMD EPYC 7763 64-Core Processor", "NVIDIA A100-SXM4-40GB", "P3", "colab")};
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const Comparison two = compared({files[0], files[1]});
            const Labels wide(two, text);
            QVERIFY(!wide.areSideBySide());
            QCOMPARE(wide.columnName(columnOf(two, Device::Cpu)), std::string("CPU"));
            const Comparison c = compared(files);
            const Labels labels(c, text);
            QVERIFY(labels.areSideBySide());
            const auto name = [&](Device device, std::size_t file, Mode mode = Mode::Eager) {
                return QString::fromStdString(labels.columnName(columnOf(c, device, mode, file)));
            };
            QCOMPARE(name(Device::Cpu, 0), QString("Ryzen 5 5500U"));
            QCOMPARE(name(Device::Cuda, 1), QString("RTX 4070"));
            QCOMPARE(name(Device::Cuda, 2), QString("A100"));
            // What tells two columns of one device apart stays.
            QCOMPARE(name(Device::Cpu, 2, Mode::Fused),
                     "EPYC 7763 " + QString::fromStdString(text.word("mode", "fused")));
            const std::size_t a100 = columnOf(c, Device::Cuda, Mode::Eager, 2);
            QVERIFY(labels.wholeName(a100).find("[A100]") != std::string::npos);
            QVERIFY(labels.deviceName(a100).find("NVIDIA A100-SXM4-40GB") != std::string::npos);
            QCOMPARE(QString::fromStdString(labels.spokenName(a100)), QString("A100"));
            const LinesValue chart = timesOver({.comparison = c, .labels = labels}, "size_px");
            QVERIFY(!chart.series.empty());
            for (const LinesValue::Series& series : chart.series)
                QVERIFY2(series.name.find("GPU") == std::string::npos, series.name.c_str());
        }
    }

    /// Two of one name are told apart by their groups, and where these are no help by their files.
    void equalNamesHaveTheirGroup() {
        const auto heads = [](const std::string& first, const std::string& second) {
            const char* gpu = "NVIDIA GeForce RTX 4070";
            const Comparison c =
                compared({examples::cpuPc(),
                          pcOf("Intel(R) Core(TM) i5-8250U CPU @ 1.60GHz", gpu, first, "luis"),
                          pcOf("Intel(R) Core(TM) i7-13700", gpu, second, "eva")});
            const Labels labels(c, Text(Language::English));
            QStringList out;
            for (const std::size_t file : {1U, 2U})
                out << QString::fromStdString(
                    labels.columnName(columnOf(c, Device::Cuda, Mode::Eager, file)));
            return out;
        };
        QCOMPARE(heads("L1", "L2"), (QStringList{"RTX 4070 [L1]", "RTX 4070 [L2]"}));
        QCOMPARE(heads("L1", "L1"), (QStringList{"RTX 4070 [luis]", "RTX 4070 [eva]"}));
        QCOMPARE(heads("", "L1"), (QStringList{"RTX 4070 [luis]", "RTX 4070 [eva]"}));
    }

    /// H21: of two PCs the other one's CPU and GPU are called by their names, not by their file.
    void theOtherPcIsCalledByItsDevices() {
        const auto names = [](const RecordLog& other) {
            const Comparison c = compared({examples::gpuPc(), other});
            const Labels labels(c, Text(Language::English));
            QStringList out;
            for (const Device device : {Device(Device::Cpu), Device(Device::Cuda)})
                out << QString::fromStdString(
                           labels.columnName(columnOf(c, device, Mode::Eager, 1)))
                           .section('[', 1);
            return out;
        };
        const char* cpu = "Intel(R) Core(TM) i5-12400";  // that of the own PC
        QCOMPARE(names(pcOf("AMD Ryzen 5 3600 6-Core Processor", "Tesla T4", "L1", "luis")),
                 (QStringList{"Ryzen 5 3600]", "T4]"}));
        QCOMPARE(names(pcOf(cpu, "NVIDIA GeForce RTX 3060", "L1", "luis")),
                 (QStringList{"L1]", "L1]"}));
        QCOMPARE(names(pcOf(cpu, "NVIDIA GeForce RTX 3060", "P3", "luis")),
                 (QStringList{"luis.duelo]", "luis.duelo]"}));
    }

    /// of times that somebody typed a short name says so too.
    void typedTimesAreMarked() {
        const auto typed = [](const std::string& gpu) {
            ImportedRun run{.experiment = "inference", .app = "0.1.0", .gpu = gpu};
            run.provenance = {.origin = "typed", .source = "docente", .timing = "unknown"};
            run.times.push_back(
                {.work =
                     InferenceCase{
                         .model = "resnet18", .input = "random", .size_px = 224, .batch = 1},
                 .variant = Variant{Device::Cuda, 0, Precision::Fp32, Mode::Eager},
                 .ms = 3});
            RecordLog log;
            log.path = "docente.duelo";
            log.records =
                recordsOf(run, "44444444-4444-4444-8444-444444444444", "2026-05-05T18:00:00Z");
            const Comparison c = compared({examples::cpuPc(), examples::otherPc(), log});
            return Labels(c, Text(Language::Spanish))
                .columnName(columnOf(c, Device::Cuda, Mode::Eager, 2));
        };
        QCOMPARE(typed("NVIDIA GeForce RTX 3090"), std::string("RTX 3090 (escrito)"));
        QCOMPARE(typed(""), std::string("docente (escrito)"));
    }

    /// A file that names another API opens, keeps its words, and has a GPU in tables and ratios.
    void otherApisAreGpus_data() {
        QTest::addColumn<QString>("device");
        for (const char* device : {"sycl", "rocm:1", "vulkan_2:31"})
            QTest::newRow(device) << device;
    }
    void otherApisAreGpus() {
        QFETCH(QString, device);
        const std::string other = device.toStdString();
        const Comparison known = compared({examples::gpuPc()});
        const Comparison c = compared({onDevice(examples::gpuPc(), other)});
        QCOMPARE(c.columns.size(), known.columns.size());
        QCOMPARE(c.base_column, known.base_column);
        QCOMPARE(c.gpu, GpuColumn::Measured);
        QCOMPARE(c.tables.size(), known.tables.size());
        for (std::size_t i = 0; i < c.tables.size(); ++i) {
            QCOMPARE(c.tables[i].kind, known.tables[i].kind);
            QCOMPARE(c.tables[i].cpu, known.tables[i].cpu);
            QCOMPARE(c.tables[i].gpu, known.tables[i].gpu);
        }
        const std::size_t gpu = columnOn(c, other);
        const ColumnRatio ratio = ratioOf(c, c.rows[1], *c.base_column, gpu);
        QVERIFY(ratio.paired && std::abs(ratio.estimate->ratio - 4) < 0.05);
        QCOMPARE(speakingRatio(c, c.rows[1])->column, gpu);
        for (const Language language : {Language::Spanish, Language::English}) {
            const Labels labels(c, Text(language));
            QVERIFY2(labels.columnName(gpu).starts_with(other), labels.columnName(gpu).c_str());
            QVERIFY2(labels.deviceName(gpu).starts_with(other), labels.deviceName(gpu).c_str());
        }
    }

    /// By their names; of one name also by what tells them apart.
    void severalGpusAreToldApart() {
        RecordLog log = alsoOn(examples::gpuPc(), "cuda:1");
        const auto names = [&](const char* device) {
            const Comparison c = compared({log});
            const Labels labels(c, Text(Language::English));
            const std::size_t column = columnOn(c, device);
            return std::pair(QString::fromStdString(labels.columnName(column)).section(", ", 0, 0),
                             QString::fromStdString(labels.deviceName(column)));
        };
        list(log, {sheetOf({}, "CPU"), sheetOf(Device::Cuda, "RTX 3060"),
                   sheetOf({Api::Cuda, 1}, "GTX 1650")});
        QCOMPARE(names("cuda").first, QString("RTX 3060"));
        QCOMPARE(names("cuda:1").first, QString("GTX 1650"));
        QCOMPARE(names("cuda:1").second, QString("GPU 1 (GTX 1650)"));
        list(log, {sheetOf(Device::Cuda, "RTX 3060"), sheetOf({Api::Cuda, 1}, "RTX 3060")});
        QCOMPARE(names("cuda").first, QString("RTX 3060 (0)"));
        QCOMPARE(names("cuda:1").first, QString("RTX 3060 (1)"));
        list(log, {sheetOf(Device::Cpu, "CPU")});
        QCOMPARE(names("cuda").first, QString("GPU (0)"));
        QCOMPARE(names("cuda:1").first, QString("GPU (1)"));
        // One card by two APIs.
        log = alsoOn(examples::gpuPc(), "opencl");
        list(log, {sheetOf(Device::Cuda, "RTX 3060"),
                   {.api = "opencl", .index = 0, .name = "RTX 3060"}});
        QCOMPARE(names("cuda").first, QString("RTX 3060 (cuda)"));
        QCOMPARE(names("opencl").first, QString("RTX 3060 (opencl)"));
        // One alone is "the GPU" still.
        log = examples::gpuPc();
        QCOMPARE(names("cuda").first, QString("GPU"));
    }
};

QTEST_APPLESS_MAIN(TestDevices)
#include "tst_devices.moc"
