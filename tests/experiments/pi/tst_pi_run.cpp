// SPDX-License-Identifier: Apache-2.0
// A run of pi on small numbers of samples, from the words of the command line to the report.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "../real_run.h"
#include "experiments/pi/maker.h"
#include "experiments/pi/spec.h"
#include "experiments/pi/view.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/finding.h"
#include "report/tabs.h"
#include "report/writers.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Returns the plan that `duelo-engine pi --samples 1000,10000,100000 --method series` makes, with
/// a case of the other method.
Plan typedPlan() {
    const auto typed = planFromWords(
        piSpec(), {{"samples", {"1000", "10000", "100000"}}, {"method", {"series"}}}, kFacts);
    Plan plan = *typed;
    plan.cases.push_back({{"samples", {1000}}, {"method", {"monte_carlo"}}, {"seed", {1234}}});
    plan = validated(plan, piSpec(), kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

}  // namespace

class TestPiRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("pi.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    Comparison compared() const { return testing::compared({m_file}); }

private Q_SLOTS:
    void initTestCase() {
        m_end = m_run.measure({.plan = typedPlan(),
                               .maker = [] { return std::make_unique<PiMaker>(); },
                               .t_max_ms = 500},
                              piSpec(), m_file);
    }

    /// Four cases: the loop and the threads have a time, the arrays of a library that is not there
    /// a reason.
    void everyCellHasAResultOrAReason() {
        QVERIFY(m_end == RunEnd::SomeNotDone);
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{4});
        QCOMPARE(c.tables.size(), std::size_t{2});
        for (const Row& row : c.rows) {
            QCOMPARE(row.cells.size(), std::size_t{3});
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                const std::string how = c.columns[i].variant.text("how");
                const ReportCell& cell = row.cells[i];
                QCOMPARE(cell.measured(), how != "array");
                if (how == "array") {
                    QCOMPARE(cell.reason->code, std::string("array_needs_torch"));
                    continue;
                }
                QVERIFY(cell.timed());
                QVERIFY(cell.result.metric("sample_rate")->value > 0);
                QCOMPARE(cell.result.quantities.at("points"), row.work.integer("samples"));
                QCOMPARE(
                    cell.result.metric("expected_error")->value,
                    piExpectedError(row.work.word<PiMethod>("method"), row.work.real("samples")));
            }
            QVERIFY(row.ratios.size() >= 1);
            QVERIFY(std::ranges::none_of(row.ratios, [](const ColumnRatio& ratio) {
                return ratio.reason && ratio.reason->code == "ratio_outputs_disagree";
            }));
        }
        QVERIFY(c.warnings.empty());
    }

    void resultsAreThoseOfTheTableInOrder() {
        const Comparison c = compared();
        const std::vector<std::size_t>&terms = c.tables.front().rows,
              &points = c.tables.back().rows;
        const auto estimate = [&](std::size_t row) {
            const auto cell = std::ranges::find_if(c.rows[row].cells, &ReportCell::measured);
            return cell->result.metric("estimate")->value;
        };
        QCOMPARE(terms.size(), std::size_t{3});
        QCOMPARE(c.rows[terms.front()].work.real("samples"), 1000.0);
        QVERIFY(std::abs(estimate(terms.back()) - 3.1415826535897935) < 1e-12);
        QCOMPARE(points.size(), std::size_t{1});
        QCOMPARE(estimate(points.front()), 4 * 0.787);
    }

    /// S3-05: the error is explained by what was measured. That of the series is exact enough to
    /// name its power; one number of samples has none.
    void theCardTellsHowTheErrorFalls() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const auto cardOf = [&](std::size_t table) {
            return piView().cards({.comparison = c, .labels = labels, .table = table}).at(0);
        };
        const CardValue series = cardOf(0), points = cardOf(1);
        QCOMPARE(series.lines.size(), std::size_t{3});
        QCOMPARE(series.lines.back(),
                 std::string("From 1000 to 100\u202f000 terms the measured error falls as n to the "
                             "power of -1.00; -1.00 is expected."));
        QCOMPARE(points.lines.size(), std::size_t{2});
        QVERIFY(points.lines.front().find("\u2248 3.148.") != std::string::npos);
        QVERIFY(points.lines.back().find("1.642/\u221an") != std::string::npos);
    }

    /// S3-05: what a reduction on the host costs, of a result that has those parts.
    void theCardTellsWhereAKernelsTimeGoes() {
        Comparison c = compared();
        const Labels labels(c, Text(Language::Spanish));
        const std::size_t r = c.tables.front().rows.front();
        const auto timed =
            std::ranges::find_if(c.rows[r].cells, [](const auto& cell) { return cell.timed(); });
        QVERIFY(timed != c.rows[r].cells.end());
        const auto lines = [&] {
            return piView()
                .cards({.comparison = c,
                        .labels = labels,
                        .table = 0,
                        .row = r,
                        .column = timed->column})
                .at(0)
                .lines;
        };
        const std::size_t before = lines().size();
        timed->result.parts = {{"compute", 1}, {"d2h", 30}, {"reduce", 90}};
        QCOMPARE(lines().size(), before + 1);
        for (const std::string& part :
             {labels.timeText(1), labels.timeText(30), labels.timeText(90), std::string("bus")})
            QVERIFY2(lines().back().find(part) != std::string::npos, lines().back().c_str());
    }

    void errorsAreDrawnWithWhatIsExpected() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::Spanish));
        const auto charts =
            chartsOf(piView().charts.back(), {.comparison = c, .labels = labels, .table = 0});
        const auto& lines = std::get<LinesValue>(charts.at(0));
        QVERIFY(lines.log_x && lines.log_y && !isEmpty(lines));
        QCOMPARE(lines.series.size(), std::size_t{2});
        QVERIFY(lines.series[1].dashed);
        for (const auto& series : lines.series) QCOMPARE(series.points.size(), std::size_t{3});
        QCOMPARE(lines.series[1].points[0].y, piExpectedError(PiMethod::Series, 1000));
        QVERIFY(!lines.description.empty());
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part :
             {"Cálculo de π", "Monte Carlo", "Serie de Leibniz", "1,642/√n", "π estimado", "3,1406",
              "3,141583", "no tiene LibTorch", "1,00·10⁻⁵"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Computing π", "Leibniz series", "1.642/√n", "Estimate of π",
                                 "3.1406", "3.141583", "has no LibTorch", "1.00·10⁻⁵"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }

    /// Three of ten decimals were known: what is shown has the digits that the expected error
    /// leaves and one more, what is computed with has all.
    void theEstimateHasTheDigitsThatAreKnown() {
        const Comparison c = compared();
        QVERIFY(!markdownOf(c, Language::English).contains("3.14158265"));
        const ReportOptions options{.language = Language::English};
        for (const std::string& data : {writeJson(c, options), writeCsv(c, options)})
            QVERIFY(data.find("3.14158265") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPiRun)
#include "tst_pi_run.moc"
