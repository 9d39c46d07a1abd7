// SPDX-License-Identifier: Apache-2.0
// A run of max pooling on small sizes, from the words of the command line to the report.
#include <QtTest>

#include <filesystem>
#include <string>
#include <vector>

#include "../real_run.h"
#include "experiments/max_pool/maker.h"
#include "experiments/max_pool/spec.h"
#include "experiments/max_pool/view.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/tabs.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Returns the plan that `duelo-engine max-pool --size 128,256,512 --preset quick` makes.
Plan typedPlan() {
    Plan plan = planFromWords(maxPoolSpec(), {{"size_px", {"128", "256", "512"}}}, kFacts).value();
    plan = validated(plan, maxPoolSpec(), kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

}  // namespace

class TestMaxPoolRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("pool.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    Comparison compared() const { return testing::compared({m_file}); }

private Q_SLOTS:
    void initTestCase() {
        m_end = m_run.measure({.plan = typedPlan(),
                               .maker = [] { return std::make_unique<PoolMaker>(); },
                               .t_max_ms = 300},
                              maxPoolSpec(), m_file);
    }

    void everyCellHasAResultOrAReason() {
        QVERIFY(m_end == RunEnd::SomeNotDone);
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{3});
        QCOMPARE(c.tables.size(), std::size_t{1});
        QCOMPARE(c.columns.size(), std::size_t{5});
        for (const Row& row : c.rows)
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                const ReportCell& cell = row.cells[i];
                if (isLibrarys(c.columns[i].variant.word<PoolKernel>("kernel"))) {
                    QCOMPARE(cell.reason->code, std::string("pool_needs_torch"));
                    continue;
                }
                QVERIFY2(cell.timed(), cell.reason ? cell.reason->code.c_str() : "");
                const std::int64_t side = row.work.integer("size_px");
                QCOMPARE(cell.result.quantities.at("windows"), side * side / 4);
                QCOMPARE(cell.result.quantities.at("bytes_moved"), side * side * 5);
                QVERIFY(cell.result.metric("window_rate")->value > 0);
            }
        QVERIFY(c.warnings.empty());
    }

    void cardsAndChartsTellTheGrowth() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const Shown shown{.comparison = c, .labels = labels, .table = 0, .row = 1};
        const auto cards = poolCards(shown);
        QCOMPARE(cards.size(), std::size_t{3});
        QVERIFY2(cards[2].lines[0].find("matmul1, copied filter: 16") != std::string::npos,
                 cards[2].lines[0].c_str());
        QVERIFY2(cards[0].lines[0].find("= 128: the map is 128") != std::string::npos,
                 cards[0].lines[0].c_str());
        QVERIFY(cards[1].lines[0].find("power of 2.0") != std::string::npos);
        const auto charts = poolWindowCharts(shown);
        const auto& lines = std::get<LinesValue>(charts.at(0));
        QVERIFY(lines.log_x && lines.log_y && !isEmpty(lines));
        QCOMPARE(lines.series.at(0).points.size(), std::size_t{3});
        QCOMPARE(lines.series[0].points[2].y, 65536.0);
        QVERIFY(!isEmpty(chartsOf(poolView().charts.front(), shown).at(0)));
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part : {"Max pooling", "por filas, en hilos", "ventana 2", "elevado a 2,0",
                                 "no tiene LibTorch", "menor que cualquier número"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Max pooling", "by rows, on threads", "window 2", "power of 2.0",
                                 "has no LibTorch", "less than any number"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }
};

QTEST_GUILESS_MAIN(TestMaxPoolRun)
#include "tst_max_pool_run.moc"
