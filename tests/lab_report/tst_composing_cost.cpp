// SPDX-License-Identifier: Apache-2.0
// Y-17: what is made of a file costs as much as it has cells, not as much as their square.
#include <algorithm>

#include <QtTest>

#include "document_testing.h"
#include "lab_report_testing.h"
#include "many_cells.h"
#include "report/scaling.h"

using namespace duelo;
using namespace duelo::test;

namespace {

using Work = std::function<void(const Comparison&)>;

const std::vector<std::pair<const char*, Work>>& works() {
    static const std::vector<std::pair<const char*, Work>> all{
        {"document", [](const Comparison& of) { (void)compose(of, {}); }},
        {"evidence", [](const Comparison& of) { const EvidenceBook book(&of, {}); }},
        {"weak scaling", [](const Comparison& of) {
             const Labels labels(of, Text(Language::English));
             (void)weakScalingOf(scalingOf(labels, of), of);
         }}};
    return all;
}

}  // namespace

class ComposingCostTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fiveTimesTheCellsAreSixTimesTheWork_Y_17_data();
    void fiveTimesTheCellsAreSixTimesTheWork_Y_17();
};

void ComposingCostTest::fiveTimesTheCellsAreSixTimesTheWork_Y_17_data() {
    QTest::addColumn<int>("which");
    for (std::size_t i = 0; i < works().size(); ++i)
        QTest::newRow(works()[i].first) << static_cast<int>(i);
}

void ComposingCostTest::fiveTimesTheCellsAreSixTimesTheWork_Y_17() {
    QFETCH(int, which);
    const Work& work = works()[static_cast<std::size_t>(which)].second;
    constexpr int kSizes = 60, kTimes = 5, kTries = 10;
    const Comparison few = compared({examples::manyCells(kSizes)}),
                     many = compared({examples::manyCells(kTimes * kSizes)});
    constexpr double kMost = 6;
    // The least of each: other programs disturb a measurement and never mend it.
    double few_s = 1e9, many_s = 1e9, ratio = 0;
    for (int tries = 0; tries < kTries; ++tries) {
        few_s = std::min(few_s, examples::cpuSecondsOf([&] { work(few); }));
        many_s = std::min(many_s, examples::cpuSecondsOf([&] { work(many); }));
        ratio = many_s / few_s;
        if (tries > 0 && ratio <= kMost) break;
    }
    QVERIFY2(ratio <= kMost, qPrintable(QString::number(ratio)));
}

QTEST_GUILESS_MAIN(ComposingCostTest)
#include "tst_composing_cost.moc"
