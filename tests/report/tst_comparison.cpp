// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <functional>

#include "../corpus/counted_memory.h"
#include "comparison_testing.h"
#include "experiments/inference/params.h"
#include "report/document.h"
#include "report/long_table.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// Files of cells that share neither case nor variant.
std::vector<RecordLog> scattered(int files, int cells) {
    std::vector<RecordLog> logs(static_cast<std::size_t>(files));
    int number = 0;
    for (RecordLog& log : logs) {
        log.records.emplace_back(Header{});
        for (int i = 0; i < cells; ++i) {
            ++number;
            log.records.emplace_back(
                CellRecord{.cell = std::to_string(number),
                           .experiment = "inference",
                           .work = InferenceCase{.model = "alexnet", .size_px = 32 + number},
                           .variant = Variant{.device = Device::Cpu, .threads = number}});
        }
    }
    return logs;
}

}  // namespace

class TestComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Rows in order of first appearance, own CPU columns first (S0-19, S0-27).
    void rowsAndColumns() {
        const Comparison c = compared({examples::gpuPc()});
        QCOMPARE(c.rows.size(), 6U);
        QCOMPARE(c.rows[0].work.integer("size_px"), 224);
        QCOMPARE(c.rows[2].work.integer("size_px"), 1024);
        QCOMPARE(c.columns.size(), 3U);
        QCOMPARE(deviceOf(c.columns.back().variant), Device::Cuda);
        QCOMPARE(c.gpu, GpuColumn::Measured);
        QCOMPARE(c.sources[0].gpu, std::string("NVIDIA GeForce RTX 3060"));
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells)
                QCOMPARE(cell.measured(), cell.status == Status::Done);
        for (const Row& row : c.rows)
            for (std::size_t i = 0; i < c.columns.size(); ++i)
                QVERIFY(row.cells[i].id.empty() || row.cells[i].column == i);
    }

    /// The base is declared and is the CPU (S4-31); ratio = CPU time / GPU time of the same row
    ///
    void pairedRatio() {
        const Comparison c = compared({examples::gpuPc()});
        QCOMPARE(c.base_column, columnOf(c, Device::Cpu));
        const std::size_t gpu = columnOf(c, Device::Cuda);
        const ColumnRatio ratio = ratioOf(c, c.rows[1], *c.base_column, gpu);
        QVERIFY(ratio.paired);
        QVERIFY(std::abs(ratio.estimate->ratio - 4) < 0.05);
        QVERIFY(ratio.estimate->ci95->contains(4));
        QCOMPARE(ratio.estimate->verdict, Verdict::Faster);
        QVERIFY(c.warnings.empty());
    }

    /// Best against best at equal precision, the handout's pair beside it (DMP-1 step 11).
    void fairnessRule() {
        const Comparison c = compared({examples::gpuPc()});
        QCOMPARE(c.tables[0].pairs[1].best->base, columnOf(c, Device::Cpu, Mode::Fused));
        QCOMPARE(c.tables[0].pairs[1].naive->base, columnOf(c, Device::Cpu));
        QVERIFY(std::abs(c.tables[0].pairs[1].best->estimate->ratio - 3.2) < 0.05);
    }

    void chosenBase() {
        ComparisonOptions options;
        options.base = Variant{Device::Cuda, 0, Precision::Fp32, Mode::Eager};
        const Comparison c = compared({examples::gpuPc()}, options);
        QCOMPARE(c.base_column, columnOf(c, Device::Cuda));
        QVERIFY(std::abs(c.rows[1].ratios[0].estimate->ratio - 0.25) < 0.01);
        options.base->set("threads", 99);
        const std::vector<RecordLog> logs{examples::gpuPc()};
        QCOMPARE(compare(logs, options).error().code, std::string("base_not_found"));
        QCOMPARE(compare({}).error().code, std::string("nothing_to_report"));
    }

    /// whatever says that the two sides did different work takes the ratio away.
    void noRatioWithoutEqualWork_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("code");
        QTest::newRow("input") << "input"
                               << "ratio_inputs_differ";
        QTest::newRow("weights") << "weights"
                                 << "ratio_weights_differ";
        QTest::newRow("class") << "class"
                               << "ratio_outputs_disagree";
        QTest::newRow("error") << "error"
                               << "ratio_outputs_disagree";
        QTest::newRow("shape") << "shape"
                               << "ratio_outputs_disagree";
        QTest::newRow("values") << "values"
                                << "ratio_outputs_disagree";
        QTest::newRow("all values") << "all values"
                                    << "ratio_outputs_disagree";
        QTest::newRow("no number") << "no number"
                                   << "ratio_outputs_disagree";
        QTest::newRow("another identity") << "another identity"
                                          << "ratio_identity_differs";
        QTest::newRow("missing") << "missing"
                                 << "ratio_side_missing";
    }
    void noRatioWithoutEqualWork() {
        QFETCH(QString, change);
        QFETCH(QString, code);
        RecordLog log = examples::gpuPc();
        ResultRecord& gpu = examples::resultOf(log, "c006");
        if (change == "input") gpu.identities[0].sha256 = "other";
        if (change == "weights") gpu.identities[1].sha256 = "other";
        if (change == "class") gpu.fingerprint->best[0].places = {9, 285, 281};
        if (change == "error") gpu.max_error = 1e-3;
        if (change == "shape") gpu.fingerprint->shape = {1, 1001};
        if (change == "values") gpu.fingerprint->values[0] = 0.75;
        if (change == "all values") gpu.fingerprint->rms = 2.75;
        if (change == "no number") gpu.fingerprint->largest = std::nan("");
        if (change == "another identity") {
            gpu.identities.push_back({.id = "kernel", .sha256 = "a"});
            examples::resultOf(log, "c004").identities.push_back({.id = "kernel", .sha256 = "b"});
        }
        if (change == "missing") {
            gpu.status = Status::Failed;
            gpu.reason = Reason{"out_of_memory"};
        }
        const Comparison c = compared({log});
        const ColumnRatio ratio = ratioOf(c, c.rows[1], *c.base_column, columnOf(c, Device::Cuda));
        QVERIFY(!ratio.estimate);
        QCOMPARE(QString::fromStdString(ratio.reason->code), code);
        if (change == "class")
            QCOMPARE(tick(ledgerOf(c, *c.base_column, columnOf(c, Device::Cuda)), "outputs_equal"),
                     Answer::No);
    }

    /// Equal words of two files must mean equal work, measured in the same way.
    void filesThatMeanOtherWorkHaveNoRatio_R_30() {
        const auto reasonWith = [](const std::function<void(Header&)>& change) {
            RecordLog other = examples::otherPc();
            change(std::get<Header>(other.records.front()));
            const Comparison c = compared({examples::cpuPc(), other});
            const ColumnRatio ratio = ratioOf(c, c.rows[1], *c.tables[1].cpu, *c.tables[1].gpu);
            return ratio.reason ? ratio.reason->code : std::string();
        };
        QCOMPARE(reasonWith([](Header&) {}), std::string());
        QCOMPARE(reasonWith([](Header& header) { header.spec_version = 2; }),
                 std::string("ratio_version_differs"));
        QCOMPARE(reasonWith([](Header& header) { header.protocol.version = "DMP-2"; }),
                 std::string("ratio_protocol_differs"));
        // Another preset is another width of interval, which the ratio has in it; a file that says
        // nothing of its protocol does not say that it is another.
        QCOMPARE(reasonWith(
                     [](Header& header) { header.protocol = sheetOf(protocolOf(Preset::Strict)); }),
                 std::string());
        QCOMPARE(reasonWith([](Header& header) { header.protocol = {}; }), std::string());
    }

    /// Results of another PC are compared with those of this one, whatever its own file says of
    /// them.
    void resultsOfTwoPcsAreCompared_R_30() {
        RecordLog other = examples::otherPc();
        Fingerprint& gpu = *examples::resultOf(other, "c002").fingerprint;
        const auto ratioWith = [&] {
            const Comparison c = compared({examples::cpuPc(), other});
            return ratioOf(c, c.rows[1], *c.tables[1].cpu, *c.tables[1].gpu);
        };
        QVERIFY(ratioWith().estimate.has_value());
        gpu.values[0] += 1e-6;  // other kernels, other roundings
        gpu.sha256 = "other";
        QVERIFY(ratioWith().estimate.has_value());
        gpu.values[0] += 0.25;
        QCOMPARE(ratioWith().reason->code, std::string("ratio_outputs_disagree"));
        // A file without it does not say that they differ; the ledger leaves it open.
        examples::resultOf(other, "c002").fingerprint.reset();
        QVERIFY(ratioWith().estimate.has_value());
        for (const char* cell : {"c001", "c003", "c004"})
            examples::resultOf(other, cell).fingerprint.reset();
        const Comparison c = compared({examples::cpuPc(), other});
        QCOMPARE(tick(ledgerOf(c, *c.tables[1].cpu, *c.tables[1].gpu), "outputs_equal"),
                 Answer::Unknown);
    }

    /// Option B (S0-30..33): declaration, CPU alone, another group's GPU, a reference.
    void optionB() {
        const Comparison alone = compared({examples::cpuPc()});
        QCOMPARE(alone.gpu, GpuColumn::Absent);
        QCOMPARE(alone.gpu_reason->code, std::string("no_nvidia_driver"));
        QVERIFY(alone.tables[0].kind == CaseTable::Kind::CpuOnly);

        ComparisonOptions options;
        options.roles = {Role::Own, Role::Shared, Role::Reference};
        const Comparison c =
            compared({examples::cpuPc(), examples::otherPc(), examples::gpuPc()}, options);
        QCOMPARE(c.gpu, GpuColumn::Absent);
        QVERIFY(c.tables[0].kind == CaseTable::Kind::CpuOnly);
        QVERIFY(c.tables[1].kind == CaseTable::Kind::SharedGpu);
        QVERIFY(c.tables[2].kind == CaseTable::Kind::ReferenceGpu);
        QCOMPARE(c.columns[*c.tables[1].gpu].file, 1U);
        QCOMPARE(c.sourceOf(c.columns[*c.tables[2].gpu]).gpu,
                 std::string("NVIDIA GeForce RTX 3060"));
        const ColumnRatio ratio = ratioOf(c, c.rows[1], *c.tables[1].cpu, *c.tables[1].gpu);
        QVERIFY(!ratio.paired);
        QVERIFY(std::abs(ratio.estimate->ratio - 40) < 1);
        // Each table has the ratio against its own GPU.
        QVERIFY(std::abs(c.tables[1].pairs[1].best->estimate->ratio - 40) < 1);
        QVERIFY(std::abs(c.tables[2].pairs[1].best->estimate->ratio - 6.67) < 0.1);
        const Ledger ledger = ledgerOf(c, *c.tables[1].cpu, *c.tables[1].gpu);
        QCOMPARE(tick(ledger, "same_machine"), Answer::No);
        QCOMPARE(tick(ledger, "interleaved"), Answer::No);
        QCOMPARE(tick(ledger, "same_input"), Answer::Yes);
        QCOMPARE(tick(ledger, "same_clock"), Answer::Yes);
    }

    /// Photographs stand in one table, whatever their names; rows of other PCs only, in none.
    void photographsShareATable() {
        const Comparison c = compared({examples::gpuPc()});
        QCOMPARE(c.tables.size(), 3U);
        QCOMPARE(c.tables[2].rows.size(), 2U);
        for (const CaseTable& table : compared({examples::cpuPc(), examples::gpuPc()}).tables)
            for (const std::size_t r : table.rows) QVERIFY(r < 4);
    }

    /// A photograph is the same work wherever each PC keeps it.
    void photographsMeetByName() {
        const Comparison c = compared({examples::cpuPc(), examples::otherPc()});
        QCOMPARE(c.rows.size(), 4U);
        QVERIFY(c.rows[3].cells[columnOf(c, Device::Cuda, Mode::Eager, 1)].measured());
        QCOMPARE(baseName("C:\\a\\b.png"), std::string("b.png"));
        QCOMPARE(baseName("C:/a/b.png"), std::string("b.png"));
        QCOMPARE(baseName("\\\\server\\share\\b.png"), std::string("b.png"));
        QCOMPARE(baseName("sample:chelsea.png"), std::string("chelsea.png"));
    }

    /// A folder has its name, however its path ends.
    void foldersHaveTheirName_Y_15_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        const std::pair<const char*, const char*> rows[] = {{"my_photos/", "my_photos"},
                                                            {"my_photos", "my_photos"},
                                                            {"/home/ana/my_photos/", "my_photos"},
                                                            {"my_photos///", "my_photos"},
                                                            {"my_photos/.", "my_photos"},
                                                            {"my_photos/./", "my_photos"},
                                                            {"./my_photos/", "my_photos"},
                                                            {"my_photos//././/", "my_photos"},
                                                            {"/", "/"},
                                                            {"//", "//"},
                                                            {".", "."},
                                                            {"./", "./"},
                                                            {"..", ".."},
                                                            {"../..", "../.."},
                                                            {"a/..", "a/.."},
                                                            {"C:\\photos\\", "photos"},
                                                            {"C:/photos/", "photos"},
                                                            {"C:\\photos\\.\\", "photos"},
                                                            {"C:\\", "C:"},
                                                            {"\\\\server\\share\\", "share"},
                                                            {"photos\\", "photos\\"},
                                                            {"", ""},
                                                            {"sample:chelsea.png", "chelsea.png"},
                                                            {"ñ/", "ñ"}};
        for (const auto& [path, name] : rows)
            QTest::newRow(path) << QString::fromUtf8(path) << QString::fromUtf8(name);
    }
    void foldersHaveTheirName_Y_15() {
        QFETCH(QString, path);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(baseName(path.toStdString())), name);
    }

    /// On Linux a colon and a backslash are letters like others.
    void namesWithColonAndBackslashAreWhole() {
        QCOMPARE(baseName("/lab/a:b.png"), std::string("a:b.png"));
        QCOMPARE(baseName("/lab/a\\b.png"), std::string("a\\b.png"));
        QCOMPARE(baseName("a:b.png"), std::string("a:b.png"));
        QCOMPARE(baseName("/lab/C:\\b.png"), std::string("C:\\b.png"));
    }

    /// Class folders repeat names: each picture meets itself first, and two pictures of one file
    /// never share a row, whatever each was measured on.
    void picturesOfOneNameStayApart() {
        const auto file = [](std::initializer_list<std::pair<const char*, Device>> cells) {
            RecordLog log;
            log.path = "x.duelo";
            log.records.emplace_back(Header{});
            for (const auto& [path, device] : cells)
                log.records.emplace_back(
                    CellRecord{.cell = std::to_string(log.records.size()),
                               .experiment = "inference",
                               .work = InferenceCase{.model = "alexnet", .input = path},
                               .variant = Variant{.device = device}});
            return log;
        };
        const RecordLog own = file({{"/a/1.png", Device::Cpu}, {"/b/1.png", Device::Cpu}});
        const Comparison same =
            compared({own, file({{"/b/1.png", Device::Cuda}, {"/a/1.png", Device::Cuda}})});
        QCOMPARE(same.rows.size(), 2U);
        QCOMPARE(same.rows[0].cells[1].id, std::string("2"));  // "/a/1.png" of both
        QCOMPARE(same.rows[1].cells[1].id, std::string("1"));
        const Comparison other =
            compared({own, file({{"C:\\c\\1.png", Device::Cpu}, {"C:\\d\\1.png", Device::Cuda}})});
        QCOMPARE(other.rows.size(), 2U);
        QCOMPARE(other.columns.size(), 3U);
        QVERIFY(!other.rows[0].cells[1].id.empty() && other.rows[0].cells[2].id.empty());
        QVERIFY(other.rows[1].cells[1].id.empty() && !other.rows[1].cells[2].id.empty());
        const Comparison twice =
            compared({own, file({{"/a/1.png", Device::Cpu}, {"/a/1.png", Device::Cpu}})});
        QCOMPARE(twice.rows.size(), 2U);  // the second time beside the other picture of that name
        QCOMPARE(
            compared({file({{"/a/1.png", Device::Cpu}, {"/a/1.png", Device::Cpu}})}).rows.size(),
            2U);
    }

    /// A table of rows by columns would have a million places for the thousand cells of these.
    void onlyCellsTakeRoom() {
        std::vector<RecordLog> logs = scattered(20, 50);
        const Comparison c = compared(logs);
        QCOMPARE(c.rows.size(), 1000U);
        QCOMPARE(c.columns.size(), 1000U);
        const ReportCell& absent = c.rows.front().cells[c.columns.size() - 1];
        QVERIFY(absent.id.empty() && !absent.measured());
        QCOMPARE(absent.reason->code, std::string("not_measured_absent"));
        for (const Row& row : c.rows) {
            QCOMPARE(row.cells.size(), 1U);
            const ReportCell& own = *row.cells.begin();
            QCOMPARE(own.reason->code, std::string("not_measured_interrupted"));
            for (std::size_t i = 0; i < c.columns.size(); ++i)
                QCOMPARE(&row.cells[i], i == own.column ? &own : &absent);
            QVERIFY(row.ratios.size() <= 1);
        }
        QCOMPARE(longTable(c, Text(Language::English)).rows.size(), 1000U);
        logs.resize(1);
        logs[0].records.erase(logs[0].records.begin());  // no header, no source of any figure
        QCOMPARE(compare(logs).error().code, std::string("nothing_to_report"));
    }

    /// Twice as many files of other cells take twice the memory, not four times.
    void memoryGrowsWithTheCells() {
        const auto peakOf = [](int files) {
            const std::vector<RecordLog> logs = scattered(files, 50);
            const test::PeakMemory peak;
            const Comparison c = compared(logs);
            return peak.bytes();
        };
        const std::int64_t few = peakOf(10), many = peakOf(20);
        QVERIFY2(many <= 3 * few, (std::to_string(few) + ", " + std::to_string(many)).c_str());
        QVERIFY(many < 20'000'000);
    }

    /// With a column for each variant its rows would be empty but for one place.
    void plainTableOfScatteredCells() {
        std::vector<RecordLog> logs = scattered(1, 20);
        for (Record& record : logs[0].records)
            if (auto* cell = std::get_if<CellRecord>(&record)) cell->experiment = "other";
        const Document document = compose(compared(logs), {.language = Language::English});
        for (const DocSection& section : document.sections)
            for (const auto& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block);
                    table && table->id == "results-other") {
                    QCOMPARE(table->columns.size(), 3U);
                    QCOMPARE(table->rows.size(), 20U);
                    return;
                }
        QFAIL("no table of the results");
    }

    /// Files that are read for it come to what their logs come to, and are refused as they are.
    void filesAreReadForIt() {
        const std::vector<RecordLog> logs{examples::cpuPc(), examples::gpuPc()};
        const auto read = [&](std::size_t file) -> Result<RecordLog> {
            if (file < logs.size()) return logs[file];
            return fail("file_missing", {{"path", std::to_string(file)}});
        };
        const Comparison kept = compared(logs), made = compare(2, read, findSpec).value();
        const Text text(Language::English);
        QVERIFY(longTable(kept, text).rows == longTable(made, text).rows);
        QVERIFY(sampleTable(kept, SIZE_MAX).table.rows == sampleTable(made, SIZE_MAX).table.rows);
        QCOMPARE(made.sources.size(), kept.sources.size());
        for (std::size_t i = 0; i < kept.sources.size(); ++i)
            QCOMPARE(encode(made.sources[i].header), encode(kept.sources[i].header));
        const Reason refused = compare(4, read, findSpec).error();
        QCOMPARE(refused.code, std::string("file_missing"));
        QCOMPARE(refused.args["path"].get<std::string>(), std::string("2"));  // the first of them
    }

    /// Cells without a result say why (S0-19: never a cell without a measurement).
    void unmeasured_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("code");
        QTest::newRow("killed") << ""
                                << "not_measured_interrupted";
        QTest::newRow("cancelled") << "cancelled"
                                   << "not_measured_cancelled";
    }
    void unmeasured() {
        QFETCH(QString, end);
        QFETCH(QString, code);
        RecordLog log = examples::gpuPc();
        log.integrity = end.isEmpty() ? Integrity::Open : Integrity::Sealed;
        log.records.pop_back();
        std::erase_if(log.records, [](const Record& r) {
            const auto* result = std::get_if<ResultRecord>(&r);
            return result && result->cell == "c006";
        });
        if (!end.isEmpty())
            log.records.emplace_back(End{.status = end.toStdString(), .reason = {}, .sha256 = {}});
        const Comparison c = compared({log});
        QCOMPARE(QString::fromStdString(c.rows[1].cells[columnOf(c, Device::Cuda)].reason->code),
                 code);
        QCOMPARE(warns(c, "file_open"), end.isEmpty());
    }

    /// Cells that a cancelled run never reached come from its plan.
    void plannedCells() {
        const Plan plan{.experiment = "inference",
                        .cases = {{{"model", {"resnet18"}}, {"size_px", {224, 512}}}},
                        .variants = {{{"device", {"cpu"}}}}};
        RecordLog log;
        log.path = "x.duelo";
        Header header;
        header.plan = toJson(plan);
        log.records.emplace_back(header);
        log.records.emplace_back(End{.status = "cancelled", .reason = {}, .sha256 = {}});
        const Comparison c = compared({log});
        QCOMPARE(c.rows.size(), 2U);
        QCOMPARE(c.rows[1].cells[0].reason->code, std::string("not_measured_cancelled"));
    }
    /// While a run goes on its base is the plan's, though another variant was done before it; of a
    /// file that ended like that the one that has figures.
    void theBaseOfALiveRunIsThePlans() {
        RecordLog log = examples::gpuPc();
        std::set<std::string> ofBase;
        for (const Record& record : log.records)
            if (const auto* cell = std::get_if<CellRecord>(&record);
                cell && deviceOf(cell->variant) == Device::Cpu &&
                cell->variant.at("mode") == "eager")
                ofBase.insert(cell->cell);
        std::erase_if(log.records, [&](const Record& record) {
            const auto* result = std::get_if<ResultRecord>(&record);
            return result && ofBase.contains(result->cell);
        });
        const auto baseOf = [&](bool live) {
            const auto c = compare({&log, 1}, findSpec, {.is_live = live});
            return c->columns[c->base_column.value()].variant.text("mode");
        };
        QCOMPARE(baseOf(true), std::string("eager"));
        QCOMPARE(baseOf(false), std::string("fused"));
    }

    /// A resumed cell is the second attempt only, with the second header's provenance (S0-51).
    void resumedElsewhere() {
        RecordLog log = examples::gpuPc();
        log.records.pop_back();
        Header second = log.header();
        second.machine.id = "ffff9999";
        second.machine.cpu.name = "Other CPU";
        ResultRecord again = examples::resultOf(log, "c006");
        examples::resultOf(log, "c006").status = Status::Cancelled;
        log.records.emplace_back(second);
        log.records.emplace_back(
            CellRecord{.cell = "c006",
                       .experiment = "inference",
                       .work = InferenceCase{.model = "resnet18", .size_px = 512},
                       .variant = Variant{Device::Cuda, 0, Precision::Fp32, Mode::Eager}});
        again.summary->median_ms = 60;
        again.summary->ci95_ms = Interval{59, 61};
        log.records.emplace_back(again);
        const Comparison c = compared({log});
        const std::size_t gpu = columnOf(c, Device::Cuda);
        const ReportCell& cell = c.rows[1].cells[gpu];
        QCOMPARE(cell.source, 1U);
        QVERIFY(cell.samples.wall_ms.empty());
        const ColumnRatio ratio = ratioOf(c, c.rows[1], *c.base_column, gpu);
        QVERIFY(!ratio.paired);
        QVERIFY(std::abs(ratio.estimate->ratio - 2) < 0.05);
        QVERIFY(warns(c, "file_of_two_machines"));
    }
};

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
