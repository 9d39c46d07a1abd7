// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <functional>

#include "comparison_testing.h"
#include "report/comparison_steps.h"

using namespace duelo;
using namespace duelo::test;

namespace {

RecordLog withoutSamples(RecordLog log) {
    std::erase_if(log.records,
                  [](const Record& record) { return std::holds_alternative<Samples>(record); });
    return log;
}

/// Other times of a cell, one for each round, and the summary that they have.
void retime(RecordLog& log, const std::string& id, const std::function<double(int)>& msOfRound) {
    std::vector<double> sorted;
    for (Record& record : log.records)
        if (auto* samples = std::get_if<Samples>(&record); samples && samples->cell == id) {
            for (std::size_t i = 0; i < samples->wall_ms.size(); ++i)
                samples->wall_ms[i] = msOfRound(samples->round[i]);
            sorted = sortedCopy(samples->wall_ms);
        }
    ResultRecord& result = examples::resultOf(log, id);
    result.metrics.clear();
    Summary& summary = *result.summary;
    summary.median_ms = median(sorted);
    summary.ci95_ms = medianInterval(sorted);
    summary.mean_ms = mean(sorted);
    summary.min_ms = sorted.front();
    summary.p25_ms = quantileOfSorted(sorted, 0.25);
    summary.p75_ms = quantileOfSorted(sorted, 0.75);
    summary.max_ms = sorted.back();
}

}  // namespace

/// Tests of the figures that a comparison does not believe, and of the equality that it states.
class TestComparisonChecks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// R-32: what cannot be true is said before anyone reads the table.
    void insaneFigures() {
        RecordLog log = withoutSamples(examples::gpuPc());
        examples::resultOf(log, "c001").summary->ci95_ms = Interval{30, 20};
        QVERIFY(warns(compared({log}), "interval_disordered"));
        RecordLog bad = examples::gpuPc();
        examples::resultOf(bad, "c001").summary->median_ms = std::nan("");
        QCOMPARE(compared({bad}).rows[0].cells[0].reason->code,
                 std::string("not_measured_no_figure"));
        bad.integrity = Integrity::Modified;
        QVERIFY(warns(compared({bad}), "file_modified"));
    }

    /// An edited file that was resumed has a seal again: nothing that tells of it calls it intact.
    void aSealOnAnEditedFileIsNotIntact_Y_14_data() {
        QTest::addColumn<bool>("resumed");
        QTest::addColumn<bool>("edited");
        QTest::addColumn<QString>("word");
        QTest::newRow("as measured") << false << false << "sealed";
        QTest::newRow("edited") << false << true << "contradicted";
        QTest::newRow("edited and resumed") << true << true << "contradicted";
        QTest::newRow("resumed without a seal") << true << false << "resumed";
    }
    void aSealOnAnEditedFileIsNotIntact_Y_14() {
        QFETCH(bool, resumed);
        QFETCH(bool, edited);
        QFETCH(QString, word);
        RecordLog log = examples::gpuPc();
        if (resumed) std::get<Header>(log.records.front()).extra[kResumedUnsealed] = "c001";
        if (edited) examples::resultOf(log, "c001").summary->median_ms /= 2;
        const Comparison c = compared({log});
        QCOMPARE(QString::fromUtf8(integrityWord(c.sources.front()).data()), word);
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const std::string intact = text.word("integrity", "sealed");
            const Labels labels(c, text);
            QCOMPARE(labels.provenance(c.sources.front()).find(intact) != std::string::npos,
                     word == "sealed");
            const Document document = compose(c, {.language = language});
            bool told = false;
            for (const DocSection& section : document.sections)
                for (const DocBlock& block : section.blocks)
                    if (const auto* table = std::get_if<DocTable>(&block);
                        table && table->id == "sources")
                        for (const auto& row : table->rows) told |= row.back().text == intact;
            QCOMPARE(told, word == "sealed");
        }
    }

    /// Where the verdict refuses to answer for want of rounds, no table has the factor.
    void tooFewRoundsGiveNoFactor_Y_14() {
        const Comparison c = compared({examples::gpuPc()});
        const Labels labels(c, Text(Language::English));
        const std::vector<double> base{10, 10.1}, candidate{9, 9.2};
        for (const Row& row : c.rows)
            for (ColumnRatio ratio : row.ratios) {
                ratio.estimate = comparePaired(base, candidate);
                ratio.paired = true;
                QVERIFY(!ratio.estimate->ci95);
                QVERIFY(!ratio.givesFactor());
                QCOMPARE(labels.whyNoFactor(row, ratio)->code, std::string("ratio_few_rounds"));
            }
    }

    /// An edited figure is none, whatever seals the file; the others stay.
    void resultsAreThoseOfTheirSamples() {
        QVERIFY(!warns(compared({examples::gpuPc()}), "results_contradict_samples"));
        const std::pair<const char*, std::function<void(Summary&)>> edits[] = {
            {"n", [](Summary& s) { s.n = 4000; }},
            {"median_ms", [](Summary& s) { s.median_ms /= 9; }},
            {"min_ms", [](Summary& s) { s.min_ms = 1; }},
            {"max_ms", [](Summary& s) { s.max_ms = 26; }},
            {"ci95_high_ms", [](Summary& s) { s.ci95_ms->high *= 1.01; }}};
        for (const auto& [figure, edit] : edits) {
            RecordLog log = examples::gpuPc();
            edit(*examples::resultOf(log, "c001").summary);
            const Comparison c = compared({log});
            const ReportCell& cell = c.rows[0].cells[*c.base_column];
            QCOMPARE(cell.reason->code, std::string("result_contradicts_samples"));
            QCOMPARE(cell.reason->args["figure"].get<std::string>(), std::string(figure));
            QVERIFY(!cell.result.summary && cell.result.metrics.empty());
            const auto told =
                std::ranges::find(c.warnings, "results_contradict_samples", &Reason::code);
            QVERIFY(told != c.warnings.end());
            QCOMPARE(told->args["count"].get<int>(), 1);
            QVERIFY(c.rows[1].cells[*c.base_column].timed());
        }
    }

    /// S4-M02: one machine, one work, one way of doing it, and two times.
    void repeatedWorkMustAgree() {
        RecordLog again = examples::gpuPc();
        again.path = "again.duelo";
        QVERIFY(!warns(compared({examples::gpuPc(), again}), "baselines_disagree"));
        retime(again, "c001", [](int round) { return 40.0 + 0.1 * (round % 3); });
        const Comparison c = compared({examples::gpuPc(), again});
        const auto told = std::ranges::find(c.warnings, "baselines_disagree", &Reason::code);
        QVERIFY(told != c.warnings.end());
        QCOMPARE(told->args["high"].get<std::string>(), std::string("again.duelo c001"));
        QVERIFY(told->args["percent"].get<double>() > 50);
        QCOMPARE(std::ranges::count(c.warnings, "baselines_disagree", &Reason::code), 1);
        // Another machine may take another time.
        RecordLog other = again;
        std::get<Header>(other.records.front()).machine.id = "dddd4444";
        QVERIFY(!warns(compared({examples::gpuPc(), other}), "baselines_disagree"));
    }

    /// S4-M05: round by round the ratio is another than that of the two medians beside it.
    void ratioMustFollowFromItsTimes() {
        QVERIFY(!warns(compared({examples::gpuPc()}), "gains_disagree"));
        RecordLog log = examples::gpuPc();
        retime(log, "c001", [](int round) { return 10.0 * (round % 3 + 1); });
        retime(log, "c002", [](int round) { return 10.0 * ((round + 1) % 3 + 1); });
        const Comparison c = compared({log});
        QVERIFY(c.rows[0].cells[*c.base_column].timed());
        const auto told = std::ranges::find(c.warnings, "gains_disagree", &Reason::code);
        QVERIFY(told != c.warnings.end());
        QVERIFY(std::abs(told->args["first"].get<double>() - 2.0 / 3) < 1e-9);
        QCOMPARE(told->args["second"].get<double>(), 1.0);
    }

    /// A file that was stripped of its samples is shown, and that nothing proves it is said.
    void withoutSamplesResultsAreDoubtful() {
        QVERIFY(!warns(compared({examples::gpuPc()}), "results_without_samples"));
        const Comparison c = compared({withoutSamples(examples::gpuPc())});
        QVERIFY(c.rows[0].cells[*c.base_column].timed());
        const auto told = std::ranges::find(c.warnings, "results_without_samples", &Reason::code);
        QVERIFY(told != c.warnings.end());
        QCOMPARE(told->args["count"].get<int>(), 14);
    }

    void resumedUnsealedIsSaid() {
        RecordLog log = examples::gpuPc();
        QVERIFY(!warns(compared({log}), "file_resumed_unsealed"));
        Header second = log.header();
        second.extra[kResumedUnsealed] = "digest";
        log.records.emplace_back(second);
        QVERIFY(warns(compared({log}), "file_resumed_unsealed"));
    }

    /// Sheets of any shape are data, never a crash.
    void hostileSheets() {
        for (const char* text : {"null", "[]", "3", R"({"cpu":[],"memory":{"total_bytes":"x"}})",
                                 R"({"cpu":{"cores":1e300,"name":7}})"}) {
            RecordLog log = examples::cpuPc();
            auto& header = std::get<Header>(log.records.front());
            const Json json = Json::parse(text);
            header.machine = sheetFrom<MachineSheet>(json);
            header.engine = sheetFrom<EngineSheet>(json);
            header.label = header.plan = json;
            QCOMPARE(compared({log}).rows.size(), 4U);
        }
    }

    void ledgerOfOnePc() {
        const Comparison c = compared({examples::gpuPc()});
        const Ledger ledger = ledgerOf(c, *c.base_column, columnOf(c, Device::Cuda));
        for (const char* code :
             {"same_input", "same_weights", "outputs_equal", "same_precision", "threads_declared",
              "both_warm", "same_clock", "interleaved", "same_machine"})
            QCOMPARE(tick(ledger, code), Answer::Yes);
        QCOMPARE(ledger.ticks.back().word, std::string("mixed"));
    }

    /// Numbers of threads that differ are listed as what differs, with the numbers.
    void ledgerOfOtherThreads() {
        const auto ticksOf = [](int threads) {
            RecordLog log = examples::gpuPc();
            const Params fused{
                {"device", "cpu"}, {"threads", threads}, {"precision", "fp32"}, {"mode", "fused"}};
            for (Record& record : log.records)
                if (auto* cell = std::get_if<CellRecord>(&record);
                    cell && cell->variant.text("mode") == "fused" &&
                    cell->variant.text("device") == "cpu")
                    cell->variant = fused;
            return log;
        };
        const RecordLog log = ticksOf(3);
        const Comparison c = compared({log});
        for (std::size_t column = 0; column < c.columns.size(); ++column) {
            const Params& variant = c.columns[column].variant;
            if (variant.text("mode") != "fused" || !deviceOf(variant).isCpu()) continue;
            const Ledger ledger = ledgerOf(c, *c.base_column, column);
            QCOMPARE(tick(ledger, "same_threads"), Answer::No);
            for (const Ledger::Tick& one : ledger.ticks) {
                QVERIFY(one.code != "threads_declared");
                if (one.code == "same_threads")
                    QCOMPARE(
                        tickText(c, ledger, one, Text(Language::English)),
                        "threads: " +
                            std::to_string(c.columns[*c.base_column].variant.integer("threads")) +
                            " and 3");
            }
            return;
        }
        QFAIL("no such variant");
    }

    /// S0-M05: left out of a GPU's time they favour it against a CPU, and neither of two GPU times.
    void copiesLeftOutOfBothAreEqual() {
        RecordLog log = examples::gpuPc();
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record); result && !result->parts.empty())
                result->parts = {{"h2d", 1, false}, {"compute", 8}};
        const auto copies = [](const Comparison& c) {
            for (const Ledger& ledger : c.ledgers)
                if (const Ledger::Tick& tick = ledger.ticks.back(); tick.code == "transfers")
                    return std::pair(tick.word, tick.answer);
            return std::pair(std::string("none"), Answer::Unknown);
        };
        QCOMPARE(copies(compared({log})), std::pair(std::string("apart"), Answer::No));
        for (Record& record : log.records)
            if (auto* cell = std::get_if<CellRecord>(&record);
                cell && deviceOf(cell->variant) == Device::Cpu) {
                cell->variant.set("device", "cuda");
                cell->variant.set("mode", "graph");
            }
        QCOMPARE(copies(compared({log})), std::pair(std::string("apart"), Answer::Yes));
    }

    /// Weights that were made of a seed have no digest, but one file knows that they are the same.
    void ledgerOfWeightsWithoutADigest() {
        RecordLog log = examples::gpuPc();
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record))
                for (Identity& identity : result->identities)
                    if (identity.id == "weights") {
                        identity.sha256.clear();
                        identity.file = "seed 1";
                    }
        const auto sameWeights = [](const Comparison& c) {
            return tick(ledgerOf(c, *c.base_column, columnOf(c, Device::Cuda)), "same_weights");
        };
        QCOMPARE(sameWeights(compared({log})), Answer::Yes);
        examples::resultOf(log, "c003").identities[1].file = "seed 2";
        QCOMPARE(sameWeights(compared({log})), Answer::No);
    }

    /// About a GPU that is not there nothing is called equal, different or untold.
    void noLedgerOfWhatNobodyMeasured() {
        QVERIFY(compared({examples::cpuPc()}).ledgers.empty());
        QCOMPARE(compared({examples::gpuPc()}).ledgers.size(), 2U);
    }
};

QTEST_APPLESS_MAIN(TestComparisonChecks)
#include "tst_comparison_checks.moc"
