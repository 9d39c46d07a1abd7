// SPDX-License-Identifier: Apache-2.0
// a run of a student's programs, from the words of the command line to the report.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "../real_run.h"
#include "experiments/program/maker.h"
#include "experiments/program/spec.h"
#include "experiments/program/view.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/tabs.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;
const std::string kHelper = DUELO_PROGRAM_HELPER;

/// Two programs at two sizes, by the wall and by what they print; one of them prints no time.
Plan typedPlan() {
    const auto typed =
        planFromWords(programSpec(),
                      {{"command", {kHelper + " spin {n}", kHelper + " say '{n} us'"}},
                       {"number", {"1000", "30000000"}},
                       {"timed", {"wall", "printed"}},
                       {"pattern", {"{us} us"}}},
                      kFacts);
    Plan plan = validated(*typed, programSpec(), kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

}  // namespace

class TestProgramRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("program.duelo");

    Comparison compared() const { return testing::compared({m_file}); }

private Q_SLOTS:
    void initTestCase() {
        const Plan plan = typedPlan();
        const RunEnd end = m_run.measure(
            {.plan = plan,
             .maker = [&] { return std::make_unique<ProgramMaker>(plan.run); },
             .t_max_ms = 500,
             .adjust = [&](RunSetup& setup) { setup.allowed = digestsOf(plan.attachments); }},
            programSpec(), m_file);
        QVERIFY(end == RunEnd::SomeNotDone);
    }

    /// Programs are variants of one another: each pair that has times has a ratio.
    void programsAreSetAgainstEachOther() {
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{2});
        QCOMPARE(c.columns.size(), std::size_t{4});
        for (const Row& row : c.rows) {
            for (const ReportCell& cell : row.cells) {
                const Params& variant = c.columns[cell.column].variant;
                const bool printed = variant.text("timed") == "printed";
                const bool spins =
                    variant.at("command")["name"].dump().find("spin") != std::string::npos;
                QCOMPARE(cell.timed(), !(printed && spins));
                if (!cell.timed()) {
                    QCOMPARE(cell.reason->code, std::string("program_no_printed_time"));
                    continue;
                }
                const ProcessFigures figures = processFigures(cell).value();
                QVERIFY(figures.process_ms > 0);
                QCOMPARE(figures.told_ms.has_value(), printed);
                // Shorter ones may be over before anybody looks.
                if (spins && row.work.integer("number") > 1000)
                    QVERIFY(figures.peak_bytes.value_or(0) > 0);
                if (printed) QCOMPARE(*figures.told_ms, row.work.real("number") / 1000);
                QVERIFY(cell.result.metric("number_rate")->value > 0);
            }
            QCOMPARE(std::ranges::count_if(
                         row.ratios, [](const ColumnRatio& ratio) { return !!ratio.estimate; }),
                     2);
        }
        // More work takes longer: what was started got its number. It is 30,000 times as much,
        // so that a busy PC does not hide it behind the start of the process.
        const auto ms = [&](std::size_t row) {
            return c.rows[row].cells[0].result.summary->median_ms;
        };
        QVERIFY(ms(1) > ms(0));
        QVERIFY2(c.warnings.empty(), c.warnings.empty() ? "" : c.warnings[0].code.c_str());
    }

    void cardsExplainTheProcessAndAsk() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const auto cards = cardsOf(programSpec(), {.comparison = c, .labels = labels, .row = 1});
        const auto has = [&](const char* id) {
            return std::ranges::find(cards, id, &CardValue::id) != cards.end();
        };
        QVERIFY(has("program_process") && has("program_questions") && has("where"));
        const Comparison nothing;
        const Labels noLabels(nothing, Text(Language::Spanish));
        const auto first = cardsOf(programSpec(), {.comparison = nothing, .labels = noLabels});
        QCOMPARE(first.front().id, std::string("program_questions"));
    }

    /// S4-M08: a program whose text starts no thread may have those of a library.
    void severalThreadsNameTheLibrary_S4_M08() {
        Comparison c = compared();
        const auto told = [&] {
            const Labels labels(c, Text(Language::English));
            std::string lines;
            for (const CardValue& card :
                 cardsOf(programSpec(), {.comparison = c, .labels = labels, .row = 1}))
                for (const std::string& line : card.lines) lines += line + "\n";
            return QString::fromStdString(lines);
        };
        QVERIFY2(!told().contains("OMP_NUM_THREADS"), qPrintable(told()));
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) {
                const auto figures = processFigures(cell);
                for (PartTime& part : cell.result.parts)
                    if (figures && part.id == "user") part.ms = 4 * figures->process_ms;
            }
        QVERIFY2(told().contains("OMP_NUM_THREADS=1"), qPrintable(told()));
        QVERIFY(markdownOf(c, Language::Spanish).contains("la BLAS de NumPy"));
    }

    void timesAreDrawnOverTheNumber() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::Spanish));
        const auto charts =
            chartsOf(tabsOf(programSpec()).front(), {.comparison = c, .labels = labels});
        const auto& lines = std::get<LinesValue>(charts.at(0));
        QVERIFY(lines.series.size() >= 3);
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part :
             {"Programas propios, medidos", "Procesadores ocupados", "Memoria máxima (MiB)",
              "tiempo que imprime", "n = 1000", "no imprime su tiempo así", "Proceso entero (ms)"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part :
             {"Programs of your own, measured", "Processors busy", "Peak memory (MiB)",
              "time that it prints", "n = 1000", "it prints no time like that"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }
};

QTEST_GUILESS_MAIN(TestProgramRun)
#include "tst_program_run.moc"
