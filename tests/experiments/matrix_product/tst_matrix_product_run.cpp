// SPDX-License-Identifier: Apache-2.0
// A run of the matrix product on small sizes, from the words of the command line to the report.
#include <QtTest>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "../real_run.h"
#include "experiments/matrix_product/maker.h"
#include "experiments/matrix_product/spec.h"
#include "experiments/matrix_product/view.h"
#include "plan/protocol.h"
#include "report/document.h"
#include "report/export.h"
#include "report/tabs.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Returns the plan that `duelo-engine matmul --n 48,100 --preset quick` makes.
Plan typedPlan() {
    Plan plan = planFromWords(matrixProductSpec(), {{"n", {"48", "100"}}}, kFacts).value();
    plan = validated(plan, matrixProductSpec(), kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

}  // namespace

class TestMatrixProductRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("product.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    Comparison compared() const { return testing::compared({m_file}); }

private Q_SLOTS:
    void initTestCase() {
        m_end = m_run.measure({.plan = typedPlan(),
                               .maker = [] { return std::make_unique<ProductMaker>(); },
                               .t_max_ms = 300},
                              matrixProductSpec(), m_file);
    }

    void everyCellHasAResultOrAReason() {
        QVERIFY(m_end == RunEnd::SomeNotDone);
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{2});
        QCOMPARE(c.tables.size(), std::size_t{1});
        QCOMPARE(c.columns.size(), std::size_t{6});
        for (const Row& row : c.rows)
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                const ReportCell& cell = row.cells[i];
                if (isLibrarys(c.columns[i].variant.word<ProductKernel>("kernel"))) {
                    QCOMPARE(cell.reason->code, std::string("product_needs_torch"));
                    continue;
                }
                QVERIFY2(cell.timed(), cell.reason ? cell.reason->code.c_str() : "");
                const double n = row.work.real("n");
                QCOMPARE(cell.result.quantities.at("flop"),
                         static_cast<std::int64_t>(2 * n * n * n));
                const double median_s = cell.result.summary->median_ms / 1e3;
                QVERIFY(qFuzzyCompare(cell.result.metric("flop_rate")->value,
                                      2 * n * n * n / median_s));
                QVERIFY(cell.result.metric("error")->value <=
                        cell.result.metric("error_bound")->value);
            }
        // They come to the same within rounding, so their times may be compared.
        for (const Row& row : c.rows)
            for (const ColumnRatio& ratio : row.ratios)
                QVERIFY(!ratio.reason || ratio.reason->code != "ratio_outputs_disagree");
        QVERIFY(c.warnings.empty());
    }

    /// S0-31, S0-32: of the own PC each table says the same, whatever PC stands beside it.
    void whatTwoTablesAnswerAlikeIsToldOnce() {
        Comparison c = compared();
        c.tables.push_back(c.tables.front());
        const Document document = compose(c, {.language = Language::English});
        std::vector<std::string> told;
        for (const DocBlock& block : document.sections.front().blocks)
            if (const auto* one = std::get_if<DocParagraph>(&block)) told.push_back(one->text);
        QVERIFY(told.size() > 2);
        for (std::size_t i = 0; i < told.size(); ++i)
            for (std::size_t other = 0; other < i; ++other)
                QVERIFY2(!told[i].starts_with(told[other]), told[i].c_str());
    }

    void theLadderIsTold() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const Shown shown{.comparison = c, .labels = labels, .table = 0, .row = 1};
        const auto steps = ladderOf(c.rows[1], c, Device::Cpu);
        QCOMPARE(steps.size(), std::size_t{4});
        QVERIFY(steps.back().kernel == ProductKernel::Packed);
        const auto cards = productCards(shown);
        QCOMPARE(cards.size(), std::size_t{3});
        QCOMPARE(cards[0].lines.size(), std::size_t{3});
        const QString last = QString::fromStdString(cards[0].lines.back());
        QVERIFY2(
            last.contains("n = 100") && last.contains("FLOP/s") && last.contains("“in blocks”"),
            qPrintable(last));
        const std::vector<KernelText>& texts = productView().texts;
        // The text of each kernel that was measured, or what it changes; the library has none.
        QCOMPARE(kernelTexts(texts, c, Text(Language::English)).blocks.size(), std::size_t{4});
        // S2-58: what would go over the bus, and what each byte of it is worth: 2n³ / 12n².
        QCOMPARE(cards[2].id, std::string("product_traffic"));
        QVERIFY(cards[2].lines.at(0).find("1 launch, 3 copies") != std::string::npos);
        QVERIFY(cards[2].lines.at(1).find("16.7 operations") != std::string::npos);
        // A factor where one may be told, else why not.
        const ReportCell *three = fastestOf(c.rows[1], c, "three_loops"),
                         *order = fastestOf(c.rows[1], c, "loop_order");
        QVERIFY(three && order && !fastestOf(c.rows[1], c, "library"));
        const ColumnRatio ratio = ratioOf(c, c.rows[1], three->column, order->column);
        const QString gain = QString::fromStdString(kernelGain(shown, "three_loops", "loop_order"));
        QVERIFY2(gain.startsWith("100 × 100: from “three loops” to "), qPrintable(gain));
        QCOMPARE(gain.contains("no factor"), labels.whyNoFactor(c.rows[1], ratio).has_value());
        QVERIFY(kernelGain(shown, "three_loops", "library").empty());
    }

    void chartsAreDrawn() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::Spanish));
        const Shown shown{.comparison = c, .labels = labels, .table = 0};
        const auto chartsOfTab = [&](std::size_t tab) {
            return chartsOf(productView().charts.at(tab), shown);
        };
        const auto rates = chartsOfTab(1), errors = chartsOfTab(2);
        const auto& rate = std::get<LinesValue>(rates.at(0));
        QCOMPARE(rate.series.size(), std::size_t{4});
        QVERIFY(!isEmpty(rate) && !rate.description.empty());
        for (const auto& line : rate.series) QCOMPARE(line.points.size(), std::size_t{2});
        const auto& error = std::get<LinesValue>(errors.at(0));
        QCOMPARE(error.series.size(), std::size_t{5});  // and one bound for all
        QVERIFY(error.series.back().dashed && error.hasDashed());
        QCOMPARE(error.series.back().points.at(0).y, productErrorBound(48, Precision::Fp32));
        QVERIFY(!isEmpty(std::get<LinesValue>(chartsOfTab(0).at(0))));
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part :
             {"Producto de matrices", "tres bucles", "GFLOP/s", "Higham", "no tiene LibTorch",
              "float sum = 0;", "Qué cambia de «tres bucles» a «bucles en otro orden»"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Matrix product", "three loops", "GFLOP/s", "Higham",
                                 "has no LibTorch", "float sum = 0;"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }
};

QTEST_GUILESS_MAIN(TestMatrixProductRun)
#include "tst_matrix_product_run.moc"
