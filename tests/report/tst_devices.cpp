// SPDX-License-Identifier: Apache-2.0
// Devices that this Duelo does not know, and several of one PC.
#include <QtTest>

#include <cmath>
#include <set>

#include "comparison_testing.h"
#include "report/labels.h"

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

void list(RecordLog& log, std::vector<DeviceSheet> devices) {
    std::get<Header>(log.records.front()).engine.devices = std::move(devices);
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
    /// A file that names another API opens, keeps its words, and has a GPU in tables and ratios.
    void otherApisAreGpus_data() {
        QTest::addColumn<QString>("device");
        for (const char* device : {"opencl", "rocm:1", "vulkan_2:31"})
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
