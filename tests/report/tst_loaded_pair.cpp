// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <functional>

#include "comparison_testing.h"
#include "report/duel.h"
#include "report/finding.h"
#include "report/labels.h"
#include "report/long_table.h"

using namespace duelo;
using namespace duelo::test;

namespace {

constexpr int round_count = 12;
constexpr int call_count = 5;

/// Other samples of a cell, the summary that they have, and these flags.
void resample(RecordLog& log, const std::string& id, const std::function<double(int, int)>& callMs,
              std::vector<std::string> flags) {
    std::vector<double> sorted;
    for (Record& record : log.records)
        if (auto* samples = std::get_if<Samples>(&record); samples && samples->cell == id) {
            *samples = Samples{.cell = id};
            for (int round = 0; round < round_count; ++round)
                for (int i = 0; i < call_count; ++i) {
                    samples->round.push_back(round);
                    samples->t0_ms.push_back(1000.0 * round + 10 * i);
                    samples->wall_ms.push_back(callMs(round, i));
                    samples->discard.push_back(0);
                }
            sorted = sortedCopy(samples->wall_ms);
        }
    ResultRecord& result = examples::resultOf(log, id);
    result.metrics.clear();
    result.parts.clear();
    result.flags = std::move(flags);
    Summary& summary = *result.summary;
    summary = Summary{};
    summary.n = round_count * call_count;
    summary.median_ms = median(sorted);
    summary.ci95_ms = medianInterval(sorted);
    summary.mean_ms = mean(sorted);
    summary.min_ms = sorted.front();
    summary.p25_ms = quantileOfSorted(sorted, 0.25);
    summary.p75_ms = quantileOfSorted(sorted, 0.75);
    summary.max_ms = sorted.back();
}

void setThreads(RecordLog& log, const std::string& id, int threads) {
    for (Record& record : log.records)
        if (auto* cell = std::get_if<CellRecord>(&record); cell && cell->cell == id)
            cell->variant.set("threads", threads);
}

/// A call of so much work on two processors that spinning programs share: one thread gets its part
/// of a processor. Two wait for each other at each of their barriers, spinning, so that whoever is
/// not running holds up both.
double underHogs(double work_ms, int threads, int hogs, int round, int call) {
    const double noise = 1 + 0.02 * ((round * 7 + call * 3) % 5);
    if (threads == 1) return work_ms * std::max(1.0, (hogs + 1) / 2.0) * noise;
    return (work_ms / 1.9 * (hogs + 2) / 2.0 + (hogs > 0 ? 12.0 * hogs : 0)) * noise;
}

const std::vector<std::string> load{"shared_processor", "noisy"};

/// The two CPU variants of the first case, under so many hogs.
RecordLog pairUnderHogs(int base_threads, double base_ms, int threads, double ms, int hogs) {
    RecordLog log = examples::gpuPc();
    setThreads(log, "c001", base_threads);
    setThreads(log, "c002", threads);
    const auto told = hogs > 0 ? load : std::vector<std::string>();
    resample(
        log, "c001", [=](int r, int i) { return underHogs(base_ms, base_threads, hogs, r, i); },
        told);
    resample(
        log, "c002", [=](int r, int i) { return underHogs(ms, threads, hogs, r, i); }, told);
    return log;
}

ColumnRatio firstPair(const Comparison& c) {
    const Row& row = c.rows[0];
    std::vector<std::size_t> cpu;
    for (const ReportCell& cell : row.cells)
        if (cell.id == "c001" || cell.id == "c002") cpu.push_back(cell.column);
    if (cpu.size() != 2) qFatal("no pair");
    const bool inOrder = row.cells[cpu[0]].id == "c001";
    return ratioOf(c, row, cpu[inOrder ? 0 : 1], cpu[inOrder ? 1 : 0]);
}

/// The GPU and the CPU of the first case.
Comparison withGpu(double cpu_ms, double gpu_ms, std::vector<std::string> flags) {
    RecordLog log = examples::gpuPc();
    resample(
        log, "c001", [=](int r, int i) { return underHogs(cpu_ms, 1, 4, r, i); }, std::move(flags));
    resample(log, "c003", [=](int r, int i) { return underHogs(gpu_ms, 1, 0, r, i); }, {});
    return compared({log});
}

}  // namespace

/// Y-11: a pair that is flagged for load says who is the faster where load cannot turn that round.
class TestLoadedPair : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Alone, two threads are 1.9 times as fast. Under load they lose in every round, by more than
    /// the bound asks for: the times alone would say so, and only the guard keeps it from being
    /// told.
    void hogsTurnNoDirectionRound_data() {
        QTest::addColumn<int>("hogs");
        for (const int hogs : {1, 2, 3, 4, 8, 16}) QTest::addRow("%d hogs", hogs) << hogs;
    }
    void hogsTurnNoDirectionRound() {
        QFETCH(int, hogs);
        const Comparison c = compared({pairUnderHogs(1, 10, 2, 10, hogs)});
        std::vector<std::vector<double>> one(round_count), two(round_count);
        for (int r = 0; r < round_count; ++r)
            for (int i = 0; i < call_count; ++i) {
                one[static_cast<std::size_t>(r)].push_back(underHogs(10, 1, hogs, r, i));
                two[static_cast<std::size_t>(r)].push_back(underHogs(10, 2, hogs, r, i));
            }
        const auto wrong = directionUnderLoad(one, two);
        QVERIFY(wrong && !wrong->candidate_faster);
        QVERIFY(!firstPair(c).loaded);
        QVERIFY(!firstPair(c).givesFactor());
        // With as many threads the work that takes a seventh is the faster at every load.
        for (const int threads : {1, 2}) {
            const Comparison same = compared({pairUnderHogs(threads, 70, threads, 10, hogs)});
            const ColumnRatio pair = firstPair(same);
            QVERIFY(!pair.givesFactor());
            if (pair.loaded) QVERIFY(pair.loaded->candidate_faster && pair.loaded->at_least <= 7);
            QVERIFY(threads == 2 || pair.loaded);
        }
    }

    void onlyLoadAndWhatItCauses() {
        QVERIFY(firstPair(compared({pairUnderHogs(1, 70, 1, 10, 4)})).loaded);
        QVERIFY(!firstPair(compared({pairUnderHogs(1, 70, 1, 10, 0)})).loaded);
        for (const char* other : {"slept", "processes_differ", "throttle_hw_thermal"}) {
            RecordLog log = pairUnderHogs(1, 70, 1, 10, 4);
            examples::resultOf(log, "c002").flags.emplace_back(other);
            QVERIFY2(!firstPair(compared({log})).loaded, other);
        }
        RecordLog noisy = pairUnderHogs(1, 70, 1, 10, 4);
        for (const char* id : {"c001", "c002"}) examples::resultOf(noisy, id).flags = {"noisy"};
        QVERIFY(!firstPair(compared({noisy})).loaded);
    }

    /// A GPU that is the faster, though the CPU was not its own; never a CPU.
    void gpuAgainstCpu() {
        const auto pairOf = [](const Comparison& c) {
            return ratioOf(c, c.rows[0], columnOf(c, Device::Cpu), columnOf(c, Device::Cuda));
        };
        const ColumnRatio faster = pairOf(withGpu(40, 10, load));
        QVERIFY(faster.loaded && faster.loaded->candidate_faster);
        QVERIFY(!pairOf(withGpu(10, 100, load)).loaded);
    }

    /// Where nobody can say which is the faster the headline is a sentence about that, and short.
    void aDoubtfulPairIsToldInASentence() {
        const Comparison c = compared({pairUnderHogs(1, 10, 2, 10, 4)});
        const ColumnRatio pair = firstPair(c);
        QVERIFY(!pair.loaded && !pair.givesFactor());
        for (const auto& [language, told] :
             {std::pair(Language::Spanish, "X: aún sin decidir, "),
              std::pair(Language::English, "X: not decided yet, ")}) {
            const Labels labels(c, Text(language));
            const QString headline =
                QString::fromStdString(findingOfPair({.comparison = c, .labels = labels}, 0, pair,
                                                     "answer.headline_", {{"case_name", "X"}}, {})
                                           .headline);
            QVERIFY2(headline.startsWith(QString::fromUtf8(told)), qPrintable(headline));
            for (const std::size_t side : {pair.base, pair.column})
                QVERIFY(headline.contains(QString::fromStdString(labels.spokenName(side))));
        }
    }

    /// It is told in words, tables and files, as a bound and never as a factor.
    void isToldEverywhere_data() {
        QTest::addColumn<int>("language");
        QTest::addColumn<QString>("bound");
        QTest::newRow("es") << int(Language::Spanish) << "al menos 6 veces más rápid";
        QTest::newRow("en") << int(Language::English) << "at least 6 times as fast";
    }
    void isToldEverywhere() {
        QFETCH(int, language);
        QFETCH(QString, bound);
        const Comparison c = compared({pairUnderHogs(1, 70, 1, 10, 4)});
        const Text text(static_cast<Language>(language));
        const Labels labels(c, text);
        const ColumnRatio pair = firstPair(c);
        const auto why = labels.whyNoFactor(c.rows[0], pair);
        QCOMPARE(why->code, std::string("ratio_at_least"));
        const auto has = [&](const std::string& told) {
            return QString::fromStdString(told).contains(bound);
        };
        QVERIFY2(has(text.reason(*why)), text.reason(*why).c_str());
        // A race has a winner with its bound, and does not say that nobody can tell.
        const DuelValue duel = duelOf(c, 0, pair.base, pair.column, false, labels);
        QCOMPARE(duel.winner, std::optional<std::size_t>(1));
        QVERIFY(!duel.doubt);
        QVERIFY2(has(duel.answer), duel.answer.c_str());
        QVERIFY(duel.answer.find(text("duel.no_winner")) == std::string::npos);
        const Finding finding =
            findingOfPair({.comparison = c, .labels = labels}, 0, pair, "answer.headline_",
                          {{"case_name", labels.caseName(c.rows[0])}}, {});
        QVERIFY2(has(finding.headline), finding.headline.c_str());
        QVERIFY(finding.verdict != Verdict::Faster);
        const LongTable table = longTable(c, text);
        const auto column = std::ranges::find(table.columns, "ratio_at_least");
        QVERIFY(column != table.columns.end());
        const auto at = static_cast<std::size_t>(column - table.columns.begin());
        int told = 0;
        for (const auto& row : table.rows)
            if (const auto* value = std::get_if<double>(&row[at]); value && *value == 6) ++told;
        QCOMPARE(told, 1);
        const LongTable quiet = longTable(compared({examples::gpuPc()}), text);
        QVERIFY(std::ranges::find(quiet.columns, "ratio_at_least") == quiet.columns.end());
    }
};

QTEST_APPLESS_MAIN(TestLoadedPair)
#include "tst_loaded_pair.moc"
