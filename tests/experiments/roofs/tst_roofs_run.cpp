// SPDX-License-Identifier: Apache-2.0
// P-05, G26: a run of the limits, and another experiment's results beside them.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "../real_run.h"
#include "experiments/compare.h"
#include "experiments/found_limits.h"
#include "experiments/roofs/limits.h"
#include "experiments/roofs/maker.h"
#include "experiments/roofs/spec.h"
#include "experiments/roofs/view.h"
#include "experiments/transfer/maker.h"
#include "experiments/transfer/spec.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/finding.h"
#include "report/tabs.h"
#include "report/view.h"
#include "report/writers.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Measures what is typed, quickly, on a machine with that id.
RunEnd measured(const Spec& spec, const TypedWords& typed, const std::string& machine,
                const std::function<std::unique_ptr<Maker>()>& maker, const fs::path& file) {
    Plan plan = validated(planFromWords(spec, typed, kFacts).value(), spec, kFacts).value();
    plan.preset = Preset::Quick;
    const auto adjust = [&](RunSetup& setup) { setup.header.machine.id = machine; };
    return testing::RealRun::measure(
        {.plan = plan, .maker = maker, .t_max_ms = 300, .adjust = adjust}, spec, file);
}

/// Without what else this machine did meanwhile: what is said of that has a test of its own.
Comparison compared(std::vector<fs::path> files) {
    Comparison c = testing::compared(std::move(files));
    for (Row& row : c.rows)
        for (ReportCell& cell : row.cells) cell.result.flags.clear();
    return c;
}

/// A copy of a file as of another day, with these flags on all results.
fs::path writtenAgain(const fs::path& from, const fs::path& to, const std::string& started,
                      const std::vector<std::string>& flags) {
    const auto log = readRecords(from);
    auto file = RecordFile::create(to);
    if (!log || !file) qFatal("no copy of %s", from.c_str());
    for (Record record : log->records) {
        if (auto* header = std::get_if<Header>(&record)) header->started = started;
        if (auto* result = std::get_if<ResultRecord>(&record)) result->flags = flags;
        if (!(*file)->write(record)) qFatal("not written");
    }
    return to;
}

std::optional<CardValue> limitCardOf(const Shown& shown) {
    for (CardValue& card : limitCards(shown))
        if (card.id == "limit") return std::move(card);
    return std::nullopt;
}

const Row& rowOf(const Comparison& comparison, const char* experiment) {
    return *std::ranges::find(comparison.rows, experiment, &Row::experiment);
}

}  // namespace

class TestRoofsRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_roofs = m_run.file("roofs.duelo");
    const fs::path m_copies = m_run.file("copies.duelo");
    const fs::path m_others = m_run.file("others.duelo");

private Q_SLOTS:
    void initTestCase() {
        const auto roofs = [] {
            return std::make_unique<RoofsMaker>(std::make_unique<TransferMaker>());
        };
        const auto copies = [] { return std::make_unique<TransferMaker>(); };
        const TypedWords few_roofs{{"kind", {"copy", "fma", "start"}},
                                   {"bytes", {"65536", "4194304"}},
                                   {"precision", {"fp32"}},
                                   {"threads", {"1"}}};
        QVERIFY(measured(roofsSpec(), few_roofs, "11111111", roofs, m_roofs) == RunEnd::AllDone);
        const TypedWords few{{"bytes", {"1048576"}}, {"threads", {"1"}}};
        QVERIFY(measured(transferSpec(), few, "11111111", copies, m_copies) == RunEnd::AllDone);
        QVERIFY(measured(transferSpec(), few, "22222222", copies, m_others) == RunEnd::AllDone);
    }

    void everyRoofHasItsFigure() {
        const Comparison c = compared({m_roofs});
        QCOMPARE(c.tables.size(), std::size_t{3});
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells) {
                QVERIFY(cell.timed());
                const auto kind = row.work.word<RoofKind>("kind");
                QCOMPARE(cell.result.metric("copy_rate") != nullptr, kind == RoofKind::Copy);
                QCOMPARE(cell.result.metric("fma_rate") != nullptr, kind == RoofKind::Fma);
            }
        QVERIFY(c.warnings.empty());
    }

    /// The highest of all threads; of the memory that of the largest copy.
    void roofsAreTheHighestOfTheMachine() {
        const Comparison c = compared({m_roofs});
        const MachineRoofs roofs = roofsOf(c, *c.rows.front().cells.begin());
        double flop = 0, memory = 0;
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells) {
                if (const Metric* rate = cell.result.metric("fma_rate"))
                    flop = std::max(flop, rate->value);
                const Metric* rate = cell.result.metric("copy_rate");
                if (!rate) continue;
                if (row.work.real("bytes") == 4194304) memory = std::max(memory, 2 * rate->value);
            }
        QCOMPARE(roofs.flopIn(Precision::Fp32)->per_s, flop);
        QVERIFY(!roofs.flopIn(Precision::Bf16));
        QCOMPARE(roofs.memory->per_s, memory);
        QCOMPARE(roofs.copy_bytes, 4194304.0);
        QVERIFY(roofs.flopIn(Precision::Fp32)->at_most_per_s >= flop);
    }

    /// Y-14: what the caches hold says nothing of the memory, and is told as no limit of it.
    void aCopyInTheCachesIsNoMemory_Y_14() {
        Comparison c = compared({m_roofs});
        const ReportCell& cell = *c.rows.front().cells.begin();
        const auto answers = [&] {
            std::string all;
            for (const std::string& line :
                 answersOf(roofsView(), c, {.language = Language::English}))
                all += line + '\n';
            return all;
        };
        const auto holds = [&](const char* part) {
            return answers().find(part) != std::string::npos;
        };
        auto& caches = c.sources[cell.source].header.machine.cpu.caches;
        caches = {CpuCache{.level = 2, .size_bytes = 1 << 20, .count = 2},
                  CpuCache{.level = 3, .size_bytes = 4 << 20, .count = 1}};
        QVERIFY(roofsOf(c, cell).memory && !roofsOf(c, cell).only_cached);
        QVERIFY(holds("beyond the caches") && !holds("The caches hold every copy"));
        caches.back().size_bytes = (4 << 20) + 1;
        const MachineRoofs roofs = roofsOf(c, cell);
        QVERIFY(!roofs.memory && roofs.only_cached && roofs.flopIn(Precision::Fp32));
        QVERIFY(!holds("beyond the caches") && holds("The caches hold every copy"));
    }

    /// "At most 2.93 GB/s" stood over a chart that reaches 144.
    void theHeadlineSaysWhereTheBytesWere() {
        Comparison c = compared({m_roofs});
        const Text text(Language::English);
        std::size_t row = 0;
        for (std::size_t r = 0; r < c.rows.size(); ++r)
            if (c.rows[r].work.real("bytes") == 4194304) row = r;
        auto& caches = c.sources[c.rows[row].cells.begin()->source].header.machine.cpu.caches;
        const auto headline = [&](std::size_t of) {
            const Labels labels(c, text);
            return findingOf({.comparison = c, .labels = labels, .row = of}).headline;
        };
        const auto says = [&](std::size_t of, const char* words) {
            return headline(of).find(words) != std::string::npos;
        };
        caches = {CpuCache{.level = 3, .size_bytes = 4 << 20, .count = 1}};
        QVERIFY2(says(row, ", beyond the caches: ") && !says(row, "at most"),
                 headline(row).c_str());
        caches.front().size_bytes = (4 << 20) + 1;
        QVERIFY2(says(row, "within the caches: "), headline(row).c_str());
        caches.clear();  // nobody can say
        QVERIFY(says(row, " at most (") && !says(row, "caches"));
        for (std::size_t r = 0; r < c.rows.size(); ++r)
            if (c.rows[r].work.word<RoofKind>("kind") == RoofKind::Fma)
                QVERIFY(says(r, " at most ("));
        // Its tab is called by what it shows, which is no time.
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text own(language);
            QVERIFY(own.word("tab", roofsView().charts.front().id) != own.word("tab", "lines"));
        }
    }

    void resultsOfTheSameMachineAreSetAgainstThem() {
        const Comparison c = compared({m_roofs, m_copies});
        const ReportCell& copy = *rowOf(c, "transfer").cells.begin();
        const ReachedRoofs reached = reachedRoofs(c, copy);
        QVERIFY(reached.memory && !reached.flop);
        const double per_s = 2 * copy.result.metric("copy_rate")->value;
        QVERIFY(std::abs(*reached.memory / (per_s / roofsOf(c, copy).memory->per_s) - 1) < 1e-9);
        const Comparison others = compared({m_roofs, m_others});
        QVERIFY(!reachedRoofs(others, *rowOf(others, "transfer").cells.begin()).known());
    }

    /// G26: more than what is possible is said.
    void whatIsAboveARoofIsSaid() {
        Comparison c = compared({m_roofs, m_copies});
        const auto above = [&] {
            std::size_t count = 0;
            for (const Reason& warning : warningsOfRoofs(c)) count += warning.code == "above_roof";
            return count;
        };
        auto& row = *std::ranges::find(c.rows, "transfer", &Row::experiment);
        ReportCell& cell = *row.cells.begin();
        cell.result.quantities["flop"] = 1;
        QCOMPARE(above(), std::size_t{0});
        cell.result.quantities["flop"] = std::int64_t{1} << 50;
        QCOMPARE(above(), std::size_t{1});
        // A copy as large as the roof's is bounded by it too, a smaller one by the caches.
        cell.result.quantities["bytes_copied"] = std::int64_t{1} << 50;
        QCOMPARE(above(), std::size_t{2});
        cell.result.quantities["bytes_copied"] = 4096;
        QCOMPARE(above(), std::size_t{1});
        const auto found = warningsOfRoofs(c);
        QVERIFY(std::ranges::any_of(found, [](const Reason& warning) {
            return warning.args.value("name", "").starts_with("copies.duelo") &&
                   warning.args.value("percent", 0.0) > 100;
        }));
    }

    /// P-05: under the roofs of its own number format, with what holds it up in words.
    void resultsStandUnderTheirRoofs() {
        Comparison c = compared({m_roofs, m_copies});
        const Labels labels(c, Text(Language::English));
        const auto charts = [&] { return rooflineCharts({.comparison = c, .labels = labels}); };
        QVERIFY(charts().empty());  // a copy does no arithmetic
        ReportCell& cell = *std::ranges::find(c.rows, "transfer", &Row::experiment)->cells.begin();
        const MachineRoofs roofs = roofsOf(c, cell);
        const double flop = roofs.flopIn(Precision::Fp32)->per_s, memory = roofs.memory->per_s;
        const double time_s = cell.result.summary->median_ms / 1e3;
        const auto found = [&](double flop_per_byte, double share) {
            // So many operations that it reaches this share of what is possible.
            const double per_s = share * std::min(flop, flop_per_byte * memory);
            cell.result.quantities["flop"] = std::llround(per_s * time_s);
            cell.result.quantities["bytes_moved"] = std::llround(per_s * time_s / flop_per_byte);
            return descriptionOf(charts().at(0));
        };
        const double ridge = flop / memory;
        const auto says = [&](double flop_per_byte, double share, const char* part) {
            const std::string said = found(flop_per_byte, share);
            if (said.find(part) == std::string::npos) qWarning("%s", said.c_str());
            return said.find(part) != std::string::npos;
        };
        QVERIFY(says(ridge / 8, 0.9, "90.0 % of the limit"));
        QVERIFY(says(ridge / 8, 0.9, "the memory holds it up"));
        QVERIFY(says(ridge * 8, 0.8, "the arithmetic holds it up"));
        QVERIFY(says(ridge * 8, 0.1, "something else"));
        QVERIFY(says(ridge / 8, 4, "the caches"));
        const auto lines = std::get<LinesValue>(charts().at(0));
        QCOMPARE(lines.series.size(), std::size_t{2});
        QVERIFY(lines.series[0].dashed && lines.series[0].points.size() == 3);
        QVERIFY(std::abs(lines.series[0].points[1].x / ridge - 1) < 1e-9);
        QVERIFY(std::abs(lines.series[0].points[1].y / (flop / 1e9) - 1) < 1e-9);
    }

    /// P-05: what each layer could reach at most, and what all need one after the other.
    void layersStandUnderTheirRoofs() {
        Comparison c = compared({m_roofs, m_copies});
        Row& row = *std::ranges::find(c.rows, "transfer", &Row::experiment);
        const auto at = static_cast<std::size_t>(&row - c.rows.data());
        const Labels labels(c, Text(Language::English));
        const auto charts = [&] {
            return rooflineCharts({.comparison = c, .labels = labels, .row = at});
        };
        QVERIFY(!layersUnderRoofs(c, row, *row.cells.begin()));  // a copy has none
        row.experiment = "inference";
        row.work = {{"model", "resnet18"}, {"size_px", 224}, {"batch", 1}, {"input", "random"}};
        ReportCell& cell = *row.cells.begin();
        cell.result.quantities["flop"] = 3'628'146'688;
        cell.result.quantities["bytes_moved"] = 100'000'000;
        const auto under = layersUnderRoofs(c, row, cell);
        QVERIFY(under.has_value());
        double flop = 0;
        for (const View::Layer& layer : under->layers) flop += layer.flop;
        QCOMPARE(flop, 3'628'146'688.0);  // those of the network
        QVERIFY(under->least_ms >= 1e3 * flop / under->flop_per_s);
        // The additions and ReLUs are all held up by the memory, and not all else is.
        QVERIFY(under->by_memory > 10 && under->by_memory <= under->layers.size());
        QVERIFY(under->memory_ms > 0 && under->memory_ms <= under->least_ms);
        const auto all = charts();
        QCOMPARE(all.size(), std::size_t{2});
        const auto& lines = std::get<LinesValue>(all[1]);
        QCOMPARE(lines.series.size(), std::size_t{2});
        QCOMPARE(lines.series[0].points.size(), std::size_t{21});  // 20 convolutions, one linear
        for (const auto& point : lines.series[0].points)
            QVERIFY(point.y <= under->flop_per_s / 1e9 &&
                    point.y <= point.x * under->memory_per_s / 1e9 * (1 + 1e-12));
        QVERIFY(lines.description.find("the call took") != std::string::npos);
        const auto card = limitCardOf({.comparison = c, .labels = labels, .row = at});
        QVERIFY(card && std::ranges::find(card->lines, lines.description) != card->lines.end());
    }

    /// The latest clean measurement of this very machine, of files that nobody opened; which one
    /// it was is said, and it stands in no table.
    void limitsAreFoundBesideARun() {
        const fs::path folder = m_run.file("class");
        fs::create_directories(folder / "monday");
        const auto own = readResults(m_copies);
        QVERIFY(own.has_value());
        FoundLimits limits;
        QVERIFY(!limits.of(*own, {folder}));
        writtenAgain(m_roofs, folder / "early.duelo", "2026-04-30T08:00:00Z", {"noisy"});
        const auto disturbed = limits.of(*own, {folder});
        const Comparison doubted = compare(std::span(&*own, 1), {.beside = disturbed}).value();
        QVERIFY(reportText(doubted, ReportFormat::Markdown, {.language = Language::English})
                    ->find("Some limits of that file were disturbed") != std::string::npos);
        QVERIFY(!reachedRoofs(doubted, *doubted.rows.front().cells.begin()).known());
        writtenAgain(m_roofs, folder / "old.duelo", "2026-05-01T08:00:00Z", {});
        const auto old = limits.of(*own, {folder});
        QVERIFY(old != nullptr && old != disturbed);
        QVERIFY(limits.of(*own, {folder}) == old);
        writtenAgain(m_roofs, folder / "monday" / "new.duelo", "2026-05-04T08:00:00Z", {});
        writtenAgain(m_roofs, folder / "noisy.duelo", "2026-05-05T08:00:00Z", {"noisy"});
        fs::copy_file(m_others, folder / "others.duelo");
        { std::ofstream(folder / "none.duelo") << "{\"r\":\"header\",\"plan\":3}\n"; }
        QVERIFY(limits.lastOf(*own, {folder}) == old);  // not looked for
        const auto found = limits.of(*own, {folder, folder});
        QVERIFY(found != nullptr && found != old);
        QVERIFY(limits.lastOf(*own, {folder}) == found);
        const auto elsewhere = readResults(m_others);
        QVERIFY(!limits.of(*elsewhere, {folder}));

        Comparison c = compare(std::span(&*own, 1), {.beside = found}).value();
        QCOMPARE(c.rows.size(), std::size_t{1});
        QCOMPARE(c.sources.size(), std::size_t{1});
        ReportCell& copy = *c.rows.front().cells.begin();
        copy.result.quantities["flop"] = 1000;  // for its bytes may have been in the caches
        QVERIFY(reachedRoofs(c, copy).memory.has_value());
        QCOMPARE(roofsOf(c, copy).file, std::string("new.duelo"));
        const Text text(Language::English);
        QVERIFY(textBeside(viewsBeside(c), c, c.rows.front(), copy, text).find("of the limit") !=
                std::string::npos);
        const Labels labels(c, text);
        const auto card = limitCardOf({.comparison = c, .labels = labels});
        QVERIFY(card.has_value());
        QVERIFY(std::ranges::find(card->lines, "Limits: new.duelo, 2026-05-04.") !=
                card->lines.end());
        const auto report = reportText(c, ReportFormat::Markdown, {.language = Language::English});
        QVERIFY(report && report->find("new.duelo") != std::string::npos);
        QVERIFY(report->find("Beside the limits of this PC") != std::string::npos);
        const auto alone = compare(std::span(&*own, 1)).value();
        QVERIFY(reportText(alone, ReportFormat::Markdown, {.language = Language::English})
                    ->find("limits of this PC") == std::string::npos);
    }

    /// S4-19: why processes lose, with the figures of this PC, beside a table that varies workers;
    /// they are results like all others, and disturbed ones say nothing.
    void whatSharingCostsStandsBesideATableOfWorkers() {
        const fs::path file = m_run.file("sharing.duelo");
        // Nobody here starts a child engine: a work that is ready at once stands for one.
        const auto child = [](const Cell&) { return std::make_unique<LockWork>(1); };
        measured(
            roofsSpec(),
            {{"kind", {"start", "process", "pipe", "lock"}},
             {"device", {"cpu"}},
             {"threads", {"1", "2"}}},
            "11111111",
            [&] { return std::make_unique<RoofsMaker>(std::make_unique<TransferMaker>(), child); },
            file);
        const fs::path shared = m_run.file("shared.duelo");
        measured(
            transferSpec(), {{"bytes", {"1048576"}}, {"threads", {"1", "2"}}}, "11111111",
            [] { return std::make_unique<TransferMaker>(); }, shared);
        Comparison c = compared({file, shared});
        const Row& copies = rowOf(c, "transfer");
        const ReportCell& copy = *copies.cells.begin();
        const SharingCosts costs = sharingCostsOf(c, copy);
        QVERIFY(costs.process_ms && costs.thread_ms && costs.pipe_ms && costs.lock_ms &&
                costs.wanted_lock_ms);
        QCOMPARE(costs.threads, 2);
        const Row& locks = *std::ranges::find_if(
            c.rows, [](const Row& row) { return row.work.text("kind") == "lock"; });
        QCOMPARE(*costs.lock_ms, locks.cells.begin()->result.summary->median_ms / kLocksPerCall);
        const Labels labels(c, Text(Language::English));
        const auto at = static_cast<std::size_t>(&copies - c.rows.data());
        const auto cards = limitCards({.comparison = c, .labels = labels, .row = at});
        QVERIFY(!cards.empty() && cards.front().id == "sharing");
        QCOMPARE(cards.front().lines.size(), std::size_t{7});
        QVERIFY(cards.front().lines.front().starts_with("Starting a process"));
        const auto report = reportText(c, ReportFormat::Markdown, {.language = Language::English});
        for (const std::string& line : sharingLines(c, copy, labels.text()))
            QVERIFY2(line.starts_with("Starting a process") ||
                         report->find(line.substr(0, 30)) != std::string::npos,
                     line.c_str());
        for (Row& row : c.rows)
            if (row.experiment == "roofs")
                for (ReportCell& cell : row.cells) cell.result.flags = {"very_noisy"};
        QVERIFY(!sharingCostsOf(c, copy).known());
    }

    /// A disturbed limit binds nothing: neither its own time, nor the times below it.
    void aDoubtfulLimitIsNone() {
        Comparison c = compared({m_roofs, m_copies});
        const ReportCell& copy = *rowOf(c, "transfer").cells.begin();
        QVERIFY(roofsOf(c, copy).memory && !roofsOf(c, copy).doubtful);
        for (Row& row : c.rows)
            if (row.experiment == "roofs" && row.work.real("bytes") == 4194304)
                for (ReportCell& cell : row.cells) cell.result.flags = {"very_noisy"};
        const MachineRoofs roofs = roofsOf(c, copy);
        QVERIFY(!roofs.memory && roofs.doubtful && roofs.flopIn(Precision::Fp32));
        QVERIFY(!reachedRoofs(c, copy).known());
        QVERIFY(warningsOfRoofs(c).empty());
        const Labels labels(c, Text(Language::English));
        const auto row = static_cast<std::size_t>(&rowOf(c, "transfer") - c.rows.data());
        const auto card = limitCardOf({.comparison = c, .labels = labels, .row = row});
        QVERIFY(card.has_value());
        QVERIFY(card->lines.back().starts_with("Some limits of that file were disturbed"));
    }

    /// "% of this PC's limit" beside the time of another experiment, and of no limit itself.
    void theShareStandsBesideATime() {
        const Comparison c = compared({m_roofs, m_copies});
        const Row& copies = rowOf(c, "transfer");
        const Text text(Language::English);
        const auto beside = [&](const Row& row) {
            return textBeside(viewsOf(c), c, row, *row.cells.begin(), text);
        };
        const double share = *reachedRoofs(c, *copies.cells.begin()).memory;
        QCOMPARE(beside(copies).empty(), share > 1);
        if (share <= 1) QVERIFY(beside(copies).ends_with("of the limit"));
        QCOMPARE(beside(rowOf(c, "roofs")), std::string());
        const auto log = readResults(m_copies);
        const Comparison alone = compare(std::span(&*log, 1)).value();
        QCOMPARE(textBeside(viewsBeside(alone), alone, alone.rows.front(),
                            *alone.rows.front().cells.begin(), text),
                 std::string());
    }

    /// For programs and spreadsheets too; without limits there are no such columns.
    void theSharesAreColumnsOfTheData() {
        const auto csv = [](const Comparison& c) { return writeCsv(c, {}); };
        const Comparison c = compared({m_roofs, m_copies});
        QVERIFY(csv(c).find("limit_memory_share") != std::string::npos);
        const auto copies = readResults(m_copies);
        QVERIFY(csv(compare(std::span(&*copies, 1)).value()).find("limit_") == std::string::npos);
    }

    void theCardStandsBesideTheOtherResult() {
        const Comparison c = compared({m_roofs, m_copies});
        const Labels labels(c, Text(Language::English));
        const auto row = static_cast<std::size_t>(&rowOf(c, "transfer") - c.rows.data());
        const Shown shown{.comparison = c, .labels = labels, .row = row};
        const auto cards = cardsOf(transferSpec(), shown);
        QCOMPARE(std::ranges::count(cards, "limit", &CardValue::id), 1);
        const auto own = static_cast<std::size_t>(&rowOf(c, "roofs") - c.rows.data());
        const auto ofRoofs = cardsOf(roofsSpec(), {.comparison = c, .labels = labels, .row = own});
        QCOMPARE(std::ranges::count(ofRoofs, "limit", &CardValue::id), 0);
        QCOMPARE(ofRoofs.front().id, std::string("roofs"));
        QCOMPARE(ofRoofs.front().lines.size(), std::size_t{5});
    }

    /// Whichever of the files was opened first.
    void theReportSaysItInBothLanguages_data() {
        QTest::addColumn<bool>("limits_first");
        QTest::newRow("limits first") << true;
        QTest::newRow("limits beside") << false;
    }
    void theReportSaysItInBothLanguages() {
        QFETCH(bool, limits_first);
        const Comparison c = compared(limits_first ? std::vector{m_roofs, m_copies}
                                                   : std::vector{m_copies, m_roofs});
        const auto markdown = [&](Language language) {
            return QString::fromStdString(writeMarkdown(compose(c, {.language = language})));
        };
        const QString es = markdown(Language::Spanish), en = markdown(Language::English);
        for (const char* part :
             {"Límites medidos", "GFLOP/s", "GB/s", "FLOP por byte", "De la memoria (%)"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part :
             {"Measured limits", "GFLOP/s", "GB/s", "FLOP per byte", "Of the memory (%)"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }
};

QTEST_GUILESS_MAIN(TestRoofsRun)
#include "tst_roofs_run.moc"
