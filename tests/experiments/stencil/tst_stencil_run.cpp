// SPDX-License-Identifier: Apache-2.0
// A run of all orders on small plates, from the words of the command line to the report.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "../real_run.h"
#include "experiments/stencil/maker.h"
#include "experiments/stencil/params.h"
#include "experiments/stencil/spec.h"
#include "experiments/stencil/view.h"
#include "plan/protocol.h"
#include "report/finding.h"
#include "stats/validity.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

class TestStencilRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("run.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    Comparison compared() const { return testing::compared({m_file}); }

    /// The largest cache of the machine of all sources.
    static void takeCache(Comparison& c, std::int64_t bytes) {
        for (Source& source : c.sources)
            source.header.machine.cpu.caches = {{.level = 3, .size_bytes = bytes, .count = 1}};
    }
    /// Lays measured copies beside a comparison, as files that lie beside it have them.
    static void takeRoof(Comparison& c, double copied_per_s) {
        Comparison roofs = c;
        takeCache(roofs, 1 << 20);
        roofs.rows.resize(1);
        Row& row = roofs.rows.front();
        row.experiment = "roofs";
        row.work = {{"kind", "copy"}, {"bytes", 256 << 20}};
        for (ReportCell& cell : row.cells) {
            cell.result.flags = {};
            cell.result.metrics = {{"copy_rate", "byte/s", copied_per_s, std::nullopt}};
        }
        c.beside = std::make_shared<const Comparison>(std::move(roofs));
    }
    static void takeRate(Comparison& c, HeatWay way, double updates_per_s) {
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) {
                if (heatWay(c.columns[cell.column].variant) != way) continue;
                cell.result.flags = {};
                for (Metric& metric : cell.result.metrics)
                    metric = {"update_rate", "update/s", updates_per_s, std::nullopt};
            }
    }
    static std::size_t columnOf(const Comparison& c, HeatWay way) {
        const auto found = std::ranges::find_if(
            c.columns, [&](const Column& column) { return heatWay(column.variant) == way; });
        return static_cast<std::size_t>(found - c.columns.begin());
    }
    static std::vector<std::string> cardOf(const Comparison& c, HeatWay way) {
        const Labels labels(c, Text(Language::English));
        return stencilView()
            .cards({.comparison = c,
                    .labels = labels,
                    .table = 0,
                    .row = c.tables.at(0).rows.back(),
                    .column = columnOf(c, way)})
            .at(0)
            .lines;
    }

private Q_SLOTS:
    /// Measures the plan that `duelo-engine stencil --side 16,64 --steps 4 --threads 2` makes.
    void initTestCase() {
        Plan plan = planFromWords(stencilSpec(),
                                  {{"side", {"16", "64"}}, {"steps", {"4"}}, {"threads", {"2"}}},
                                  testing::kTwoCores)
                        .value();
        plan = validated(plan, stencilSpec(), testing::kTwoCores).value();
        plan.preset = Preset::Quick;
        m_end = m_run.measure({.plan = plan,
                               .maker = [] { return std::make_unique<StencilMaker>(); },
                               .t_max_ms = 100,
                               .adjust = [](RunSetup& setup) { setup.header.machine.id = "m"; }},
                              stencilSpec(), m_file);
    }

    void allOrdersMakeTheSamePlate() {
        QVERIFY(m_end == RunEnd::AllDone);
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{2});
        for (const Row& row : c.rows) {
            QCOMPARE(row.cells.size(), std::size_t{4});
            const std::int64_t side = row.work.integer("side");
            for (const ReportCell& cell : row.cells) {
                QVERIFY(cell.timed());
                QCOMPARE(cell.result.quantities.at("updates"), (side - 2) * (side - 2) * 4);
                QVERIFY(cell.result.metric("update_rate")->value > 0);
                QCOMPARE(cell.result.fingerprint->sha256,
                         row.cells.begin()->result.fingerprint->sha256);
            }
            QCOMPARE(row.ratios.size(), std::size_t{3});
            for (const ColumnRatio& ratio : row.ratios) QVERIFY(ratio.estimate);
        }
        QVERIFY(c.warnings.empty());
    }

    /// The rates are set here: what a PC reaches is its own matter.
    void theCardTellsWhyAStepIsFasterThanCopies() {
        Comparison c = compared();
        takeCache(c, 1024);
        takeRate(c, HeatWay::Rows, 1e9), takeRate(c, HeatWay::Temporal, 2e9);
        QVERIFY(cardOf(c, HeatWay::Rows).at(1).starts_with("What the memory gives is not known"));
        takeRoof(c, 5e9);  // 10 GB/s read and written
        const auto rows = cardOf(c, HeatWay::Rows), temporal = cardOf(c, HeatWay::Temporal);
        QVERIFY2(rows.at(0).find("1000 Mupdate/s") != std::string::npos, rows.at(0).c_str());
        QVERIFY2(rows.at(0).find("8.00 GB/s") != std::string::npos, rows.at(0).c_str());
        QVERIFY2(rows.at(1).find("80 %") != std::string::npos, rows.at(1).c_str());
        QVERIFY(rows.at(2).starts_with("Row order reads each line once"));
        QVERIFY2(temporal.at(1).find("160 %") != std::string::npos, temporal.at(1).c_str());
        QVERIFY2(temporal.at(2).find("makes 4 steps before it goes back: the plate is swept 1 "
                                     "time, ") != std::string::npos,
                 temporal.at(2).c_str());
        takeRate(c, HeatWay::Temporal, 1.2e9);
        QVERIFY(cardOf(c, HeatWay::Temporal).at(2).find("Here that does not exceed") !=
                std::string::npos);
        takeCache(c, 1 << 20);
        QVERIFY(cardOf(c, HeatWay::Rows).at(2).starts_with("Both plates fit"));
        for (ReportCell& cell : c.rows.back().cells)
            cell.result.flags = {std::string(flags::shared_processor)};
        QVERIFY(cardOf(c, HeatWay::Rows).at(2).starts_with("The measurement is doubtful"));
    }

    /// Not the base, which is the wrong way, but the best order of one sweep.
    void theFindingSetsStepsAtOnceAgainstRows() {
        Comparison c = compared();
        for (Row& row : c.rows)  // whatever else this PC does
            for (ReportCell& cell : row.cells) cell.result.flags = {};
        const Labels labels(c, Text(Language::English));
        const Finding finding = findingOf({.comparison = c, .labels = labels, .table = 0});
        QVERIFY(finding.headline.starts_with("64 × 64"));
        QVERIFY(finding.headline.find("several steps at once") != std::string::npos);
        QVERIFY(finding.headline.find("row order") != std::string::npos);
        QVERIFY2(finding.detail.find("4 steps in 1 pass over the plate") != std::string::npos,
                 finding.detail.c_str());
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part : {"Calor en una placa", "orden por filas", "varios pasos de una vez",
                                 "Mupdate/s", "El borde", "64 × 64"})
            QVERIFY2(es.contains(part, Qt::CaseInsensitive), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Heat on a plate", "row order", "several steps at once",
                                 "Mupdate/s", "the border", "64 × 64", "columnsHeat"})
            QVERIFY2(en.contains(part, Qt::CaseInsensitive), qPrintable(part + ("\n" + en)));
        for (const QString& text : {es, en}) QVERIFY(!text.contains("stencil."));
    }
};

QTEST_GUILESS_MAIN(TestStencilRun)
#include "tst_stencil_run.moc"
