// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>

#include "report/axis_scale.h"
#include "report/decimate.h"
#include "report/label_placer.h"
#include "report/part_look.h"
#include "report/sample_swarm.h"

using namespace duelo;

namespace {

constexpr NumberStyle kComma{','};
const double kNaN = std::nan("");

QStringList labelsOf(const AxisScale& scale) {
    QStringList labels;
    for (const AxisTick& tick : scale.ticks) labels.append(QString::fromStdString(tick.label));
    return labels;
}

/// The four samples of a column, found the slow way.
std::set<std::size_t> slowColumn(const std::vector<double>& x, const std::vector<double>& y,
                                 double from, double to, bool last) {
    std::set<std::size_t> kept;
    std::vector<std::size_t> inside;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] >= from && (x[i] < to || (last && x[i] <= to))) inside.push_back(i);
    if (inside.empty()) return kept;
    std::size_t low = inside.front(), high = inside.front();
    for (const std::size_t i : inside) {
        if (y[i] < y[low]) low = i;
        if (y[i] > y[high]) high = i;
    }
    return {inside.front(), low, high, inside.back()};
}

}  // namespace

class TestChartMaths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linearTicks_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("room");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("from zero") << 0.0 << 423.0 << 4 << QStringList{"0", "200", "400", "600"};
        QTest::newRow("decimals") << 0.0 << 1.8 << 5
                                  << QStringList{"0,0", "0,5", "1,0", "1,5", "2,0"};
        QTest::newRow("small") << 0.0 << 0.0034 << 5
                               << QStringList{"0,000", "0,001", "0,002", "0,003", "0,004"};
        QTest::newRow("whole already")
            << 0.0 << 100.0 << 6 << QStringList{"0", "20", "40", "60", "80", "100"};
        QTest::newRow("away from zero")
            << 88.4 << 91.6 << 5 << QStringList{"88", "89", "90", "91", "92"};
        QTest::newRow("around zero") << -3.0 << 4.0 << 2 << QStringList{"-10", "0", "10"};
        QTest::newRow("no exponents")
            << 0.0 << 6e-7 << 4 << QStringList{"0", "2·10⁻⁷", "4·10⁻⁷", "6·10⁻⁷"};
        QTest::newRow("identical") << 20.0 << 20.0 << 3 << QStringList{"19", "20", "21"};
        QTest::newRow("only zero") << 0.0 << 0.0 << 3 << QStringList{"0,0", "0,5", "1,0"};
        QTest::newRow("swapped") << 10.0 << 0.0 << 3 << QStringList{"0", "5", "10"};
        QTest::newRow("no number") << kNaN << 4.0 << 3 << QStringList{"0,0", "0,5", "1,0"};
        QTest::newRow("infinite") << 0.0 << HUGE_VAL << 3 << QStringList{"0,0", "0,5", "1,0"};
    }
    void linearTicks() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, room);
        const AxisScale scale = linearScale(low, high, room, kComma);
        QTEST(labelsOf(scale), "labels");
        QCOMPARE(scale.at(scale.low), 0.0);
        QCOMPARE(scale.at(scale.high), 1.0);
        QCOMPARE(scale.at((scale.low + scale.high) / 2), 0.5);
    }

    void linearTicksCoverAnything() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> power(-12, 12), share(0, 1);
        for (int i = 0; i < 2000; ++i) {
            const double high = std::pow(10, power(random)), low = high * share(random);
            const int room = 2 + i % 9;
            const AxisScale scale = linearScale(low, high, room, kComma);
            QVERIFY(scale.low <= low * (1 + 1e-6) && scale.high >= high * (1 - 1e-6));
            QVERIFY(static_cast<int>(scale.ticks.size()) <= std::max(room, 3));
            QVERIFY(scale.ticks.size() >= 2);
            QStringList labels = labelsOf(scale);
            QCOMPARE(labels.removeDuplicates(), 0);
        }
        for (const double size : {1e-300, 1e300, std::numeric_limits<double>::max()})
            QVERIFY(linearScale(-size, size, 5, kComma).ticks.size() >= 2);
    }

    void decades_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("room");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("S0-20: three") << 1.5 << 423.0 << 5 << QStringList{"1", "10", "100", "1000"};
        QTest::newRow("with 2 and 5") << 20.0 << 30.0 << 6 << QStringList{"10", "20", "50", "100"};
        QTest::newRow("exact") << 1.0 << 10.0 << 3 << QStringList{"1", "10"};
        QTest::newRow("one value") << 512.0 << 512.0 << 3 << QStringList{"100", "1000"};
        QTest::newRow("one power") << 100.0 << 100.0 << 3 << QStringList{"100", "1000"};
        QTest::newRow("below one") << 0.02 << 0.5 << 3 << QStringList{"0,01", "0,1", "1"};
        QTest::newRow("every second") << 0.11 << 5000.0 << 3 << QStringList{"0,1", "10", "1000"};
        QTest::newRow("no exponents") << 1e-7 << 1e-5 << 5 << QStringList{"10⁻⁷", "10⁻⁶", "10⁻⁵"};
        QTest::newRow("zero") << 0.0 << 5.0 << 3 << QStringList{"1", "10"};
        QTest::newRow("no number") << kNaN << kNaN << 3 << QStringList{"1", "10"};
    }
    void decades() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, room);
        const AxisScale scale = decadeScale(low, high, room, kComma);
        QTEST(labelsOf(scale), "labels");
        QCOMPARE(std::fmod(std::log10(scale.low), 1), 0.0);
        QCOMPARE(std::fmod(std::log10(scale.high), 1), 0.0);
        QVERIFY(!scale.shows(0) && !scale.shows(-1) && !scale.shows(kNaN));
        QCOMPARE(scale.at(std::sqrt(scale.low * scale.high)), 0.5);
    }

    /// Sizes of copies are read as they are chosen: in powers of two, each with its unit.
    void bytes() {
        QCOMPARE(labelsOf(byteScale(4096, 1 << 28, 6, kComma)),
                 (QStringList{"4 KiB", "64 KiB", "1 MiB", "16 MiB", "256 MiB"}));
        QCOMPARE(labelsOf(byteScale(1, 5, 9, kComma)), (QStringList{"1 B", "2 B", "4 B", "8 B"}));
        for (const auto& [low, high] : {std::pair{0.0, 0.0}, {kNaN, 3.0}, {7.0, 7.0}}) {
            const AxisScale scale = byteScale(low, high, 5, kComma);
            QVERIFY(scale.low < scale.high && scale.ticks.size() >= 2);
        }
    }

    /// S2-10: the finder's rates span eight powers of ten.
    void powers() {
        QCOMPARE(
            labelsOf(powerScale(1e-7, 10, 9)),
            (QStringList{"10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹"}));
        QCOMPARE(labelsOf(powerScale(2e-4, 5e-3, 9)),
                 (QStringList{"10⁻⁴", "2·10⁻⁴", "5·10⁻⁴", "10⁻³", "2·10⁻³", "5·10⁻³", "10⁻²"}));
    }

    void logScaleEndsNearTheValues() {
        const AxisScale scale = logScale(6.2, 99, 9, kComma);
        QCOMPARE(scale.low, 5.0);
        QCOMPARE(scale.high, 100.0);
        QCOMPARE(labelsOf(scale), (QStringList{"5", "10", "20", "50", "100"}));
        for (const double value : scale.minor) QVERIFY(value >= 5 && value <= 100);
        // Too narrow for two labels: whole decades instead.
        QVERIFY(logScale(21, 40, 2, kComma).ticks.size() >= 2);
    }

    void valueTicksStandAtTheValues_data() {
        QTest::addColumn<bool>("log");
        QTest::newRow("linear") << false;
        QTest::newRow("log") << true;
    }
    void valueTicksStandAtTheValues() {
        QFETCH(bool, log);
        const std::vector<double> values{1024, 224, 0.5, 224, 512, kNaN, HUGE_VAL};
        const AxisScale scale = valueScale(values, log, kComma);
        QCOMPARE(labelsOf(scale), (QStringList{"0,5", "224", "512", "1024"}));
        QCOMPARE(scale.ticks[1].value, 224.0);
        QVERIFY(scale.at(0.5) > 0 && scale.at(1024) < 1);
        const AxisScale lone = valueScale(std::vector{512.0}, log, kComma);
        QVERIFY(std::abs(lone.at(512) - 0.5) < 1e-9);
        const AxisScale none = valueScale({}, log, kComma);
        QVERIFY(none.ticks.empty() && none.low < none.high);
    }

    void logAxisLeavesOutWhatIsNotPositive() {
        QCOMPARE(labelsOf(valueScale(std::vector{0.0, -4.0, 8.0}, true, kComma)), QStringList{"8"});
    }

    void decimationEqualsBruteForce_data() {  // G23
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("columns");
        QTest::newRow("dense") << 20000 << 300;
        QTest::newRow("just dense") << 1250 << 300;
        QTest::newRow("one column") << 5000 << 1;
        QTest::newRow("uneven") << 7777 << 61;
    }
    void decimationEqualsBruteForce() {
        QFETCH(int, count);
        QFETCH(int, columns);
        std::mt19937 random(static_cast<unsigned>(count));
        std::exponential_distribution<double> step(1), height(1);
        std::vector<double> x, y;
        double at = 0;
        for (int i = 0; i < count; ++i) {
            // Steps of zero, and gaps wider than a column.
            at += i % 5 == 0 ? 0 : i % 997 == 0 ? 80 : step(random);
            x.push_back(at);
            y.push_back(std::round(height(random) * 50));  // with many ties
        }
        const double low = x[10] - 0.25, high = x[x.size() - 10] + 0.25;
        std::set<std::size_t> slow;
        for (int column = 0; column < columns; ++column)
            slow.merge(slowColumn(x, y, low + (high - low) * column / columns,
                                  low + (high - low) * (column + 1) / columns,
                                  column + 1 == columns));
        const auto fast = decimate(x, y, low, high, columns);
        QVERIFY(std::is_sorted(fast.begin(), fast.end()));
        QVERIFY(fast.size() <= 4 * static_cast<std::size_t>(columns));
        QCOMPARE(std::set(fast.begin(), fast.end()), slow);
        QCOMPARE(fast.size(), slow.size());
    }

    void fewSamplesStayWhole() {
        const std::vector<double> x{0, 1, 2, 3}, y{4, 4, 4, 4};
        QCOMPARE(decimate(x, y, 0, 3, 1), (std::vector<std::size_t>{0, 1, 2, 3}));
        QCOMPARE(decimate(x, y, 0.5, 2.5, 10), (std::vector<std::size_t>{1, 2}));
        QVERIFY(decimate(x, y, 5, 9, 10).empty());
        QVERIFY(decimate(x, y, 0, 3, 0).empty());
        QVERIFY(decimate({}, {}, 0, 1, 10).empty());
    }

    void extremesOfAnyLength() {
        for (std::size_t count = 1; count < 12; ++count) {
            std::vector<double> values(count, 5);
            values.back() = 1;
            values.front() = 9;
            const double low = count == 1 ? 9 : 1;
            QCOMPARE(extremesOf(values).low, low);
            QCOMPARE(extremesOf(values).high, 9.0);
        }
        QCOMPARE(extremesOf(std::vector{kNaN, 3.0, kNaN, 2.0, kNaN}).high, 3.0);
        QCOMPARE(extremesOf({}).high, 0.0);
    }

    void swarmLosesNoSample_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("dots");
        QTest::newRow("6") << 6 << true;
        QTest::newRow("42") << 42 << true;
        QTest::newRow("50000") << 50000 << false;
    }
    void swarmLosesNoSample() {
        QFETCH(int, count);
        std::mt19937 random(5);
        std::normal_distribution<double> spread(0.4, 0.05);
        std::vector<double> at{1.0};  // an outlier at the very end
        while (static_cast<int>(at.size()) < count) at.push_back(spread(random));
        const SampleSwarm swarm = swarmOf(at, 500, 60, 5);
        QTEST(swarm.dots, "dots");
        std::size_t sum = 0;
        double tallest = 0;
        for (const auto& stack : swarm.stacks) {
            sum += stack.count;
            tallest = std::max(tallest, stack.height_px);
            QVERIFY(stack.count > 0 && stack.height_px >= 5);
        }
        QCOMPARE(sum, at.size());
        QVERIFY(tallest <= 60);
        QCOMPARE(swarm.stacks.back().x_px, 500.0);
        QCOMPARE(swarm.stacks.back().count, std::size_t(1));
    }

    void swarmLeavesOutWhatIsOutside() {
        QVERIFY(swarmOf(std::vector{kNaN, -0.1, 1.1, HUGE_VAL}, 500, 60, 5).stacks.empty());
        QCOMPARE(swarmOf(std::vector{0.5}, 0, 0, 5).stacks.size(), std::size_t(1));
    }

    void partsDifferWithoutColour_data() {
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("of a call")
            << QStringList{"decode", "resize", "h2d", "compute", "d2h", "unexplained"};
        QTest::newRow("of an epoch") << QStringList{"data", "compute", "evaluation", "unexplained"};
        // Parts that no look was made for have that of their places.
        QTest::newRow("of any work")
            << QStringList{"sort", "scan", "pack", "merge", "write", "unexplained"};
    }
    void partsDifferWithoutColour() {
        QFETCH(QStringList, parts);
        const Box box{10, 5, 100, 20};
        std::set<std::vector<std::array<double, 4>>> patterns;
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const PartLook look = partLook(parts[i].toStdString(), static_cast<std::size_t>(i));
            QCOMPARE(look.style.has_value(), parts[i] != "unexplained");
            std::vector<std::array<double, 4>> pattern;
            for (const auto& [from, to] : patternStrokes(box, look.pattern, 6)) {
                for (const Place& end : {from, to}) {
                    QVERIFY(end.x >= box.left - 1e-9 && end.x <= box.right() + 1e-9);
                    QVERIFY(end.y >= box.top - 1e-9 && end.y <= box.bottom() + 1e-9);
                }
                pattern.push_back({from.x, from.y, to.x, to.y});
            }
            patterns.insert(pattern);
        }
        QCOMPARE(patterns.size(), static_cast<std::size_t>(parts.size()));
    }

    void labelsAvoidEachOther() {
        LabelPlacer placer(Box{0, 0, 100, 100});
        const std::vector<Box> places{{10, 10, 30, 10}, {50, 10, 30, 10}, {90, 10, 30, 10}};
        QCOMPARE(placer.place(places)->left, 10.0);
        QCOMPARE(placer.place(places)->left, 50.0);
        QVERIFY(!placer.place(places));  // the third leaves the plot
    }

    void labelsPreferFreePlaces() {
        const std::vector<Box> places{{10, 10, 30, 10}, {10, 50, 30, 10}};
        const Stroke through{{0, 15}, {100, 15}}, also{{0, 16}, {100, 16}};
        LabelPlacer free(Box{0, 0, 100, 100});
        free.addLine(through);
        QCOMPARE(free.place(places)->top, 50.0);

        LabelPlacer crowded(Box{0, 0, 100, 100});
        crowded.addLine(through);
        crowded.addMarker({20, 50, 5, 5});
        QCOMPARE(crowded.place(places)->top, 10.0);
        LabelPlacer full(Box{0, 0, 100, 100});
        full.addLine(through);
        full.addLine(also);
        full.addMarker({20, 50, 5, 5});
        QVERIFY(!full.place(places));
    }
};

QTEST_APPLESS_MAIN(TestChartMaths)
#include "tst_chart_maths.moc"
