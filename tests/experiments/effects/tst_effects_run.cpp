// SPDX-License-Identifier: Apache-2.0
// A run of all effects on few data, from the words of the command line to the report.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <string>

#include "../real_run.h"
#include "experiments/effects/maker.h"
#include "experiments/effects/spec.h"
#include "experiments/effects/view.h"
#include "plan/protocol.h"
#include "stats/validity.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

class TestEffectsRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("run.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    Comparison compared() const { return testing::compared({m_file}); }

private Q_SLOTS:
    /// Measures the plan that `duelo-engine effects --bytes 4KiB,8KiB --stride 64,4KiB` makes.
    void initTestCase() {
        Plan plan = planFromWords(effectsSpec(),
                                  {{"bytes", {"4KiB", "8KiB"}}, {"stride_bytes", {"64", "4KiB"}}},
                                  testing::kTwoCores)
                        .value();
        plan = validated(plan, effectsSpec(), testing::kTwoCores).value();
        plan.preset = Preset::Quick;
        m_end = m_run.measure({.plan = plan,
                               .maker = [] { return std::make_unique<EffectsMaker>(); },
                               .t_max_ms = 100},
                              effectsSpec(), m_file);
    }

    /// Two sizes of four effects, one of them with two strides, of which one leads nowhere.
    void everyCaseHasBothWaysOrAReason() {
        QVERIFY(m_end == RunEnd::SomeNotDone);
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{10});
        QCOMPARE(c.tables.size(), std::size_t{5});
        for (const Row& row : c.rows) {
            QCOMPARE(row.cells.size(), std::size_t{2});
            const bool possible = row.work.integer("stride_bytes") < row.work.integer("bytes");
            for (const ReportCell& cell : row.cells) {
                QCOMPARE(cell.timed(), possible);
                if (!possible)
                    QCOMPARE(cell.reason->code, std::string("effects_stride_too_long"));
                else
                    QVERIFY(cell.result.metric("element_ns")->value > 0);
            }
            if (!possible) continue;
            QCOMPARE(row.ratios.size(), std::size_t{1});
            QVERIFY(row.ratios.front().estimate);  // the same work, and a base in every case
        }
        QVERIFY(c.warnings.empty());
    }

    /// The times are set here: which of the two ways is faster depends on this PC and how busy it
    /// is.
    void theCardTellsWhatWasMeasuredAndWhy() {
        Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const std::size_t r = c.tables.at(2).rows.front();
        QCOMPARE(c.rows[r].work.text("effect"), std::string("branches"));
        const auto lines = [&] {
            return effectsView()
                .cards({.comparison = c, .labels = labels, .table = 2, .row = r})
                .at(0)
                .lines;
        };
        const auto take = [&](std::size_t column, double ns) {
            for (ReportCell& cell : c.rows[r].cells) {
                if (cell.column != column) continue;
                cell.result.flags = {};
                for (Metric& metric : cell.result.metrics)
                    if (metric.id == "element_ns")
                        metric = {"element_ns", "ns", ns, Interval{ns - 0.1, ns + 0.1}};
            }
        };
        take(0, 8), take(1, 1);
        QCOMPARE(lines().size(), std::size_t{2});
        QVERIFY(lines().front().starts_with("With 4 KiB, an element takes 8"));
        QVERIFY(lines().back().find("14 ns for each wrong guess") != std::string::npos);
        take(0, 1.05), take(1, 0.86);
        QVERIFY(lines().back().starts_with("The intervals of the two ways overlap"));
        take(0, 0.9);
        QVERIFY(lines().back().starts_with("There is hardly a difference"));
        for (ReportCell& cell : c.rows[r].cells)
            if (cell.column == 0) cell.result.flags = {std::string(flags::shared_processor)};
        QVERIFY(lines().back().starts_with("One of the two measurements is doubtful"));
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part :
             {"Efectos de la máquina", "Zancadas en memoria", "Predicción de saltos", "2 hilos",
              "forma fácil (ns)", "cada elemento tarda", "la zancada es mayor"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part :
             {"Effects of the machine", "Strides in memory", "Branch prediction", "2 threads",
              "easy way (ns)", "an element takes", "the stride is longer"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
        for (const QString& text : {es, en}) {
            QVERIFY(!text.contains('{'));
            QVERIFY(!text.contains("effects."));
        }
    }
};

QTEST_GUILESS_MAIN(TestEffectsRun)
#include "tst_effects_run.moc"
