// SPDX-License-Identifier: Apache-2.0
// Y-14: what is said of results that are counted, and of a law that does not hold.
#include <QtTest>

#include "document_testing.h"
#include "experiments/specs.h"
#include "experiments/transfer/view.h"
#include "lab_report/what_if.h"
#include "lab_report_testing.h"
#include "measured_file.h"

using namespace duelo;
using namespace duelo::test;
using duelo::examples::blocks;
using duelo::examples::MeasuredFile;

namespace {

constexpr double kKiB = 1024, kMiB = 1024 * kKiB;

Params memcpyBy(const char* way) {
    return {{"device", "cpu"}, {"direction", "within_host"}, {"copy", way}, {"threads", 1}};
}

/// Copies of these sizes, each at its own rate.
Comparison copies(const std::vector<std::pair<double, double>>& gigabytesPerS,
                  double start_ms = 0) {
    MeasuredFile file("transfer");
    for (const auto& [bytes, rate] : gigabytesPerS)
        file.add({{"bytes", static_cast<std::int64_t>(bytes)}}, memcpyBy("memcpy"),
                 start_ms + bytes / rate / 1e6);
    return compared({file.log()});
}

/// Counts the computed lines of all charts. Each must lie by the measured one of the same name,
/// within `tolerance` of the larger value.
int lawsIn(const Document& document, double tolerance) {
    int laws = 0;
    for (const ChartValue& chart : blocks<ChartValue>(document)) {
        const auto* lines = std::get_if<LinesValue>(&chart);
        if (!lines) continue;
        for (const LinesValue::Series& law : lines->series) {
            if (!law.dashed) continue;
            ++laws;
            const auto measured = std::ranges::find_if(
                lines->series,
                [&](const LinesValue::Series& one) { return !one.dashed && one.name == law.name; });
            if (measured == lines->series.end()) qFatal("a law of nothing");
            for (const LinesValue::Point& point : law.points)
                for (const LinesValue::Point& of : measured->points)
                    if (of.x == point.x &&
                        std::abs(of.y - point.y) > tolerance * std::max(of.y, point.y))
                        qFatal("%g where %g was measured", point.y, of.y);
        }
    }
    return laws;
}

std::string everyWord(const Document& document) {
    std::string all;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks) {
            if (const auto* paragraph = std::get_if<DocParagraph>(&block))
                all += paragraph->text + "\n";
            if (const auto* table = std::get_if<DocTable>(&block))
                for (const std::string& note : table->notes) all += note + "\n";
        }
    return all;
}

}  // namespace

class ToldRightlyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLawIsDrawnOnlyWhereItHolds_Y_14();
    void countedFiguresLackNoInterval_Y_14();
};

void ToldRightlyTest::aLawIsDrawnOnlyWhereItHolds_Y_14() {
    // From one cache into the next and into memory: no start and rate say that.
    const Comparison steps = copies({{16 * kKiB, 60},
                                     {64 * kKiB, 120},
                                     {1 * kMiB, 110},
                                     {8 * kMiB, 20},
                                     {64 * kMiB, 2.4},
                                     {256 * kMiB, 2.3}});
    const Document document = compose(steps, {.language = Language::English});
    QCOMPARE(lawsIn(document, kLawTolerance), 0);
    const std::string words = everyWord(document);
    QVERIFY2(words.find("do not explain these times") != std::string::npos, words.c_str());
    QVERIFY2(words.find("to start and then runs at") == std::string::npos, words.c_str());
    // A bus with a start and a rate has its law drawn, over its points.
    const Comparison bus = copies(
        {{64 * kKiB, 12}, {256 * kKiB, 12}, {1 * kMiB, 12}, {16 * kMiB, 12}, {64 * kMiB, 12}},
        0.01);
    QVERIFY(lawsIn(compose(bus, {.language = Language::English}), kLawTolerance) > 0);
}

void ToldRightlyTest::countedFiguresLackNoInterval_Y_14() {
    MeasuredFile file("pi");
    const auto counted = [](double value) -> examples::Told {
        return {.metrics = {{"pi_estimate", "", value, std::nullopt},
                            {"sample_rate", "sample/s", 1e6, std::nullopt}}};
    };
    const Params work{{"samples", 1000}};
    const CellRef one = file.add(work, {{"device", "cpu"}, {"how", "loop"}}, 5, counted(3.14));
    const CellRef two = file.add(work, {{"device", "cpu"}, {"how", "vector"}}, 2, counted(3.14));
    const Comparison comparison = compared({file.log()});
    const Text text(Language::English);
    const Labels labels(comparison, text);
    QVERIFY(changeEvidence(comparison, one, two, text));
    const ResultRecord& result = placeOf(comparison, one).cell->result;
    const std::string none = text("report.no_interval");
    QVERIFY(metricText(labels, *result.metric("pi_estimate")).find(none) == std::string::npos);
    QVERIFY(metricText(labels, *result.metric("sample_rate")).find(none) != std::string::npos);
    const auto evidence = changeEvidence(comparison, one, two, text);
    for (const DocBlock& block : evidence->blocks)
        if (const auto* table = std::get_if<DocTable>(&block))
            for (const auto& row : table->rows)
                if (row.size() > 1 && row[1].text.starts_with("3.14"))
                    QVERIFY2(row[1].text.find(none) == std::string::npos, row[1].text.c_str());
}

QTEST_GUILESS_MAIN(ToldRightlyTest)
#include "tst_told_rightly.moc"
