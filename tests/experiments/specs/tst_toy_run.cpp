// SPDX-License-Identifier: Apache-2.0
// An experiment that exists in this folder only: it is planned, measured, resumed, compared, drawn
// and written, and no file of Duelo knows its name.
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "all_specs.h"
#include "base/places.h"
#include "measure/run.h"
#include "plan/protocol.h"
#include "record/progress.h"
#include "report/export.h"
#include "report/view.h"
#include "report/writers.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

/// Times are told by the toy's formula, not spent.
class ToyWork final : public Work {
public:
    ToyWork(const Spec& spec, const Cell& cell)
        : m_ms(fakeMs(spec, cell)), m_sums(cell.work.integer("n")) {}

    Result<Prepared> prepare() override {
        return Prepared{.quantities = {{"sums", m_sums, "rate", "1/s"}}};
    }
    Timing step(int calls) override {
        ++m_steps;  // so that not all samples are equal
        return {.wall_ms = calls * m_ms * (1 + 0.001 * (m_steps % 7)),
                .parts = {{"compute", calls * m_ms}}};
    }
    Output output() override {
        return {.fingerprint = fingerprintOf(std::vector{1.0F, 2.0F}, {1, 2}, true)};
    }

private:
    const double m_ms;
    const std::int64_t m_sums;
    int m_steps = 0;
};

class ToyMaker final : public Maker {
public:
    explicit ToyMaker(std::vector<std::string>& made) : m_made(made) {}

    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        if (deviceOf(cell.variant) == Device::Cuda) return fail("gpu_absent");
        m_made.push_back(cell.id);
        return std::make_unique<ToyWork>(*findAny(cell.experiment), cell);
    }
    Result<Forecast> forecast(const Cell&) override { return Forecast{.free_bytes = 1}; }
    Failure describe(const std::exception_ptr&) override { return {{"internal_error"}}; }

private:
    std::vector<std::string>& m_made;
};

Facts facts() {
    return {.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
}

Plan plan() {
    const auto typed = planFromWords(
        *findAny("toy"), {{"n", {"1000", "2000", "4000"}}, {"threads", {"1", "2"}}}, facts());
    Plan plan = validated(*typed, *findAny("toy"), facts()).value();
    plan.preset = Preset::Quick;
    plan.base = {{"device", "cpu"}, {"threads", 1}};
    return plan;
}

/// Runs the plan into a file; \returns the cells that work was made for.
std::vector<std::string> measure(const fs::path& file, bool resume, Progress* progress = nullptr) {
    std::vector<std::string> made;
    const auto make = [&](Header header, const RecordLog* former) -> Result<RunSetup> {
        const Plan planned = former ? planFromJson(former->header().plan).value() : plan();
        RunSetup setup;
        setup.cells = expand(planned, *findAny("toy"), facts());
        setup.header = std::move(header);
        setup.header.plan = toJson(planned);
        setup.header.plan_hash = planHash(setup.header.plan);
        setup.header.cells = static_cast<int>(setup.cells.size());
        setup.header.machine.cpu = {.name = "Toy", .cores = 2};
        setup.protocol = protocolOf(planned.preset);
        setup.base = planned.base;
        setup.maker = std::make_unique<ToyMaker>(made);
        return setup;
    };
    auto run = Run::start(make, {.path = file, .resume = resume}, 60e3, [&](const Record& record) {
        if (progress) progress->add(record, 1);
    });
    if (!run) qFatal("%s", run.error().code.c_str());
    while ((*run)->isRunning()) QTest::qWait(5);
    return made;
}

Comparison compared(const fs::path& file) {
    const auto log = readRecords(file);
    return compare(std::span(&*log, 1), findAny).value();
}

template <typename Block>
std::vector<const Block*> blocksOf(const Document& document) {
    std::vector<const Block*> found;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* one = std::get_if<Block>(&block)) found.push_back(one);
    return found;
}

}  // namespace

class TestToyRun final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const fs::path m_file = fs::path(m_folder.path().toStdString()) / "toy.duelo";

private Q_SLOTS:
    void initTestCase() {
        Progress progress(findAny);
        QCOMPARE(measure(m_file, false, &progress).size(), std::size_t{6});
        QCOMPARE(progress.at(1).cells_done, 9);
        QCOMPARE(progress.at(1).cells_total, 9);
    }

    void whoKnowsNoQuestionSaysSo() {
        std::vector<std::string> made;
        const auto answer = ToyMaker(made).answer("data", Json::object());
        QCOMPARE(answer.error().code, "question_unknown");
        QVERIFY(answer.error().args == Json({{"query", "data"}, {"accepted", Json::array()}}));
    }

    /// Three sizes, one and two threads on the CPU, and a GPU that is not there.
    void recordsSayWhatWasDone() {
        const auto log = readRecords(m_file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        QVERIFY(log->header().protocol ==
                sheetOf(protocolOf(planFromJson(log->header().plan).value().preset)));
        int done = 0, skipped = 0;
        for (const Record& record : log->records) {
            if (const auto* cell = std::get_if<CellRecord>(&record)) {
                QCOMPARE(cell->experiment, std::string("toy"));
                QVERIFY(cell->work.integer("n") >= 1000);
            }
            if (const auto* result = std::get_if<ResultRecord>(&record)) {
                done += result->status == Status::Done;
                skipped += result->status == Status::Skipped;
            }
        }
        QCOMPARE(done, 6);
        QCOMPARE(skipped, 3);
    }

    /// What is missing is measured, what is there is not measured again.
    void resumes() {
        const fs::path cut = m_file.parent_path() / "cut.duelo";
        std::ifstream whole(m_file);
        std::ofstream part(cut);
        int results = 0;
        for (std::string line; results < 3 && std::getline(whole, line);) {
            part << line << '\n';
            results += line.find(R"("r":"result")") != std::string::npos;
        }
        part.close();
        QCOMPARE(measure(cut, true).size(), std::size_t{4});
        const Comparison comparison = compared(cut);
        QCOMPARE(comparison.rows.size(), std::size_t{3});
        for (const Row& row : comparison.rows)
            QVERIFY(row.cells[0].timed() && row.cells[1].timed());
    }

    /// The base is the plan's, and 2 threads are by construction twice as fast.
    void ratiosAreAgainstTheBase() {
        const Comparison comparison = compared(m_file);
        QVERIFY(comparison.base_column.has_value());
        QCOMPARE(comparison.columns[*comparison.base_column].variant.integer("threads"), 1);
        QCOMPARE(comparison.rows.size(), std::size_t{3});
        for (const Row& row : comparison.rows) {
            const auto& estimate = row.ratios.front().estimate;
            QVERIFY(estimate && estimate->verdict == Verdict::Faster);
            QVERIFY(std::abs(estimate->ratio - 2) < 0.01);
        }
    }

    void hasATableAndAChart() {
        const Comparison comparison = compared(m_file);
        const Document document = compose(comparison, {.language = Language::English});
        const auto tables = blocksOf<DocTable>(document);
        const auto results = std::ranges::find(tables, "results-toy", &DocTable::id);
        QVERIFY(results != tables.end());
        QCOMPARE((*results)->rows.size(), std::size_t{3});
        QCOMPARE((*results)->columns.size(), std::size_t{4});
        QVERIFY(std::abs((*results)->rows[1][1].value.value_or(0) - 500) < 4);
        const auto charts = blocksOf<DocChart>(document);
        QCOMPARE(charts.size(), std::size_t{1});
        QCOMPARE(charts[0]->series.size(), std::size_t{2});
        const auto [n, seconds] = charts[0]->series[0].points.front();
        QCOMPARE(n, 1000.0);
        QVERIFY(std::abs(seconds - 0.250) < 0.002);
        QVERIFY(charts[0]->description.find("; 4000: 1.0") != std::string::npos);
    }

    void hasAnAnswer() {
        const Document document = compose(compared(m_file), {.language = Language::English});
        const auto paragraphs = blocksOf<DocParagraph>(document);
        QVERIFY2(paragraphs.front()->text.find(
                     "2 threads is 2.00 times as fast as CPU, 1 thread") != std::string::npos,
                 paragraphs.front()->text.c_str());
    }

    /// By a Duelo that does not know it.
    void opensWithoutItsSpec() {
        const auto log = readRecords(m_file);
        const auto nobody = [](std::string_view) -> const Spec* { return nullptr; };
        const Comparison comparison = compare(std::span(&*log, 1), nobody).value();
        QCOMPARE(comparison.rows.size(), std::size_t{3});
        const Document document = compose(comparison, {.language = Language::English});
        QCOMPARE(blocksOf<DocChart>(document).size(), std::size_t{1});
    }

    void isWrittenInEveryFormat() {
        const Comparison comparison = compared(m_file);
        for (const std::string_view name : wordsOf<ReportFormat>) {
            const auto format = *parseWord<ReportFormat>(name);
            const fs::path path = m_file.parent_path() / ("toy-" + std::string(name));
            const auto written = exportReport(comparison, format, {}, path);
            if (format == ReportFormat::CsvEpochs || format == ReportFormat::CsvConfusion)
                QCOMPARE(written.error().code, std::string("format_needs_training"));
            else
                QVERIFY2(written && fs::file_size(path) > 500, std::string(name).c_str());
        }
    }

    /// Columns of the data file are its axes, settings too.
    void dataFileHasItsAxes() {
        const LongTable table = longTable(compared(m_file), Text(Language::English));
        QCOMPARE(table.rows.size(), std::size_t{9});
        for (const char* axis :
             {"experiment", "n", "shape", "share", "sorted", "device", "threads", "kernel"})
            QVERIFY2(std::ranges::find(table.columns, axis) != table.columns.end(), axis);
        QVERIFY(std::ranges::find(table.columns, "model") == table.columns.end());
    }

    /// And of its parts, its metric and its quantity, whose names nobody else knows.
    void dataFileHasWhatItMeasured() {
        const LongTable table = longTable(compared(m_file), Text(Language::English));
        const auto at = [&](const char* id) -> const LongTable::Value& {
            const auto column = std::ranges::find(table.columns, id) - table.columns.begin();
            return table.rows[0].at(static_cast<std::size_t>(column));
        };
        const double median_ms = std::get<double>(at("median_ms"));
        const double compute_ms = std::get<double>(at("compute_ms"));
        QCOMPARE(compute_ms + std::get<double>(at("unexplained_ms")), median_ms);
        QCOMPARE(std::get<std::string>(at("parts_inside")), std::string("compute"));
        QCOMPARE(std::get<std::int64_t>(at("sums")), std::int64_t{1000});
        QVERIFY(std::abs(std::get<double>(at("rate")) * median_ms / 1e6 - 1) < 0.01);
        QCOMPARE(std::get<std::string>(at("fingerprint")).size(), std::size_t{16});
    }
};

QTEST_GUILESS_MAIN(TestToyRun)
#include "tst_toy_run.moc"
