// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "ui/charts/breakdown_bar.h"
#include "ui/charts/course_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/look/theme.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

const double kNaN = std::nan("");

DistributionValue::Series samplesAround(double median_ms, int count) {
    std::mt19937 random(11);
    std::normal_distribution<double> noise(median_ms, median_ms * 0.02);
    DistributionValue::Series series{"CPU", 0, {}, median_ms, Interval{median_ms, median_ms}};
    for (int i = 0; i < count; ++i) series.values_ms.push_back(noise(random));
    return series;
}

std::size_t drawn(const SampleSwarm& swarm) {
    return std::accumulate(swarm.stacks.begin(), swarm.stacks.end(), std::size_t(0),
                           [](std::size_t sum, const auto& stack) { return sum + stack.count; });
}

CourseValue::Series course(std::vector<double> wall_ms, std::vector<std::size_t> discarded = {}) {
    CourseValue::Series series{"CPU", 0, {}, std::move(wall_ms), std::move(discarded)};
    for (std::size_t i = 0; i < series.wall_ms.size(); ++i)
        series.t_s.push_back(static_cast<double>(i) * 0.1);
    return series;
}

}  // namespace

class TestSampleCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distributionShowsEverySample_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("6") << 6;
        QTest::newRow("42") << 42;
        QTest::newRow("50000") << 50000;
    }
    void distributionShowsEverySample() {
        QFETCH(int, count);
        DistributionChart chart;
        chart.resize(560, 240);
        DistributionValue value;
        value.series = {samplesAround(90, count), samplesAround(80, 6)};
        value.series[0].values_ms.push_back(kNaN);
        chart.setValue(value);
        QVERIFY(!chart.grab().isNull());
        QVERIFY(chart.sharesAxis());
        QCOMPARE(drawn(chart.swarm(0)), static_cast<std::size_t>(count));
        QCOMPARE(drawn(chart.swarm(1)), std::size_t(6));
        QVERIFY(!chart.xLabels().isEmpty());
    }

    void farRowsHaveTheirOwnAxes() {
        DistributionChart chart;
        chart.resize(560, 240);
        DistributionValue value;
        value.series = {samplesAround(90, 42), samplesAround(6, 42)};
        chart.setValue(value);
        QVERIFY(!chart.sharesAxis());
        QVERIFY(chart.xLabels().isEmpty());
        for (std::size_t row = 0; row < 2; ++row) {
            const auto& values = value.series[row].values_ms;
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            const AxisScale& scale = chart.rowScale(row);
            QVERIFY(scale.low <= *least && *most <= scale.high);
            // What the rows are for: the samples fill a good part of their axis.
            QVERIFY(scale.at(*most) - scale.at(*least) > 0.3);
        }
    }

    void outliersStayAndSpreadTheAxis() {
        DistributionChart chart;
        DistributionValue value;
        value.series = {samplesAround(90, 42)};
        value.series[0].values_ms.push_back(2000);
        chart.setValue(value);
        QVERIFY(chart.rowScale(0).log);
        QVERIFY(chart.rowScale(0).high >= 2000);
        QCOMPARE(drawn(chart.swarm(0)), std::size_t(43));
    }

    void oddDistributions_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<bool>("empty");
        QTest::newRow("none") << std::vector<double>{} << true;
        QTest::newRow("no number") << std::vector{kNaN, HUGE_VAL, -HUGE_VAL} << true;
        QTest::newRow("one") << std::vector{5.0} << false;
        QTest::newRow("identical") << std::vector<double>(5000, 7.5) << false;
        QTest::newRow("zero") << std::vector{0.0, 0.0} << false;
        QTest::newRow("negative") << std::vector{-3.0, 100.0} << false;
        QTest::newRow("wide") << std::vector{1e-9, 1e12} << false;
    }
    void oddDistributions() {
        QFETCH(std::vector<double>, values);
        DistributionChart chart;
        DistributionValue value;
        value.series = {{"CPU", 0, values, kNaN, Interval{kNaN, HUGE_VAL}}};
        chart.setValue(value);
        for (const QSize size : {QSize(1, 1), QSize(560, 240)}) {
            chart.resize(size);
            QVERIFY(!chart.grab().isNull());
        }
        QTEST(chart.isEmpty(), "empty");
        if (!chart.isEmpty()) QCOMPARE(drawn(chart.swarm(0)), values.size());
    }

    void medianCanBeAskedFor() {
        DistributionChart chart;
        chart.resize(560, 240);
        chart.setNumberStyle({','});
        DistributionValue value;
        value.series = {samplesAround(90, 42)};
        value.series[0].ci95_ms = Interval{89.5, 90.5};
        chart.setValue(value);
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.pointText().contains("90,00 ms [89,50; 90,50], n = 42"));
    }

    void courseKeepsTheExtremesOfAMillion() {  // G23
        std::mt19937 random(2);
        std::normal_distribution<double> noise(90, 1);
        std::vector<double> wall(1'000'000);
        for (double& ms : wall) ms = noise(random);
        wall[123'457] = 130;
        wall[777'777] = 60;
        CourseChart chart;
        chart.resize(560, 240);
        CourseValue value;
        value.series = {course(std::move(wall))};
        chart.setValue(std::move(value));
        QVERIFY(!chart.grab().isNull());
        const QPolygonF& line = chart.polyline(0);
        QVERIFY(line.size() <= 4 * chart.plotArea().width());
        QVERIFY(line.size() > 2 * chart.plotArea().width());
        const auto bottomOf = [&](double ms) {
            return chart.plotArea().bottom() - chart.yScale().at(ms) * chart.plotArea().height();
        };
        const auto [top, bottom] =
            std::minmax_element(line.begin(), line.end(),
                                [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); });
        QCOMPARE(top->y(), bottomOf(130));
        QCOMPARE(bottom->y(), bottomOf(60));
    }

    void discardedSamplesDoNotCount() {
        CourseChart chart;
        chart.resize(560, 240);
        CourseValue value;
        value.series = {course({500, 91, 90, 92, 90}, {0, 77})};
        chart.setValue(value);
        QVERIFY(!chart.grab().isNull());
        QCOMPARE(chart.polyline(0).size(), 4);
        QVERIFY(chart.yScale().high < 200);
        const QImage with = chart.grab().toImage();
        value.series[0].wall_ms[0] = kNaN;
        chart.setValue(value);
        QCOMPARE(chart.polyline(0).size(), 4);
        QVERIFY(chart.grab().toImage() != with);  // the mark of the discarded one is gone
    }

    void steadyCourseLooksSteady() {
        CourseChart chart;
        CourseValue value;
        value.series = {course({100, 100.01, 99.99, 100})};
        chart.setValue(value);
        QVERIFY(chart.yScale().at(100.01) - chart.yScale().at(99.99) < 0.02);
    }

    void oddCourses_data() {
        QTest::addColumn<std::vector<double>>("wall");
        QTest::addColumn<std::vector<std::size_t>>("discarded");
        QTest::addColumn<bool>("empty");
        using Indices = std::vector<std::size_t>;
        QTest::newRow("none") << std::vector<double>{} << Indices{} << true;
        QTest::newRow("no number") << std::vector{kNaN, HUGE_VAL} << Indices{} << true;
        QTest::newRow("one") << std::vector{5.0} << Indices{} << false;
        QTest::newRow("all discarded") << std::vector{5.0, 6.0} << Indices{1, 0, 0} << false;
        QTest::newRow("identical") << std::vector<double>(9000, 7.5) << Indices{} << false;
        QTest::newRow("zero") << std::vector{0.0, 0.0, 0.0} << Indices{} << false;
        QTest::newRow("zero and huge") << std::vector{0.0, 1e300, -1e300} << Indices{0} << false;
    }
    void oddCourses() {
        QFETCH(std::vector<double>, wall);
        QFETCH(std::vector<std::size_t>, discarded);
        CourseChart chart;
        CourseValue value;
        value.series = {course(wall, discarded)};
        value.series[0].t_s.push_back(1e9);  // more times than samples
        chart.setValue(value);
        for (const QSize size : {QSize(1, 1), QSize(560, 240)}) {
            chart.resize(size);
            QVERIFY(!chart.grab().isNull());
        }
        QTEST(chart.isEmpty(), "empty");
    }

    void breakdownPartsAreAsLongAsTheyTook() {  // P-03
        BreakdownBar bar;
        BreakdownValue value;
        value.segments = {{"h2d", "copiar", 1, "10 %"},
                          {"compute", "calcular", 7, "70 %"},
                          {"d2h", "devolver", kNaN, ""},
                          {"decode", "abrir", -4, ""},
                          {"unexplained", "sin explicar", 2, "20 %"}};
        bar.setValue(value);
        const auto rects = bar.segmentRects(QRectF(10, 0, 200, 20));
        QCOMPARE(rects.size(), value.segments.size());
        const double widths[] = {20, 140, 0, 0, 40};
        double left = 10;
        for (std::size_t i = 0; i < rects.size(); ++i) {
            QCOMPARE(rects[i].width(), widths[i]);
            QCOMPARE(rects[i].left(), left);
            left += widths[i];
        }
        QCOMPARE(rects.back().right(), 210.0);
    }

    void breakdownWrapsItsWords() {
        BreakdownBar bar;
        BreakdownValue value;
        for (const char* id : {"decode", "resize", "data", "h2d", "compute", "d2h"})
            value.segments.push_back({id, "redimensionar", 1, "17 %"});
        bar.setValue(value);
        QVERIFY(bar.heightForWidth(200) > bar.heightForWidth(900));
        bar.resize(300, bar.heightForWidth(300));
        const QImage image = bar.grab().toImage();
        // Nothing is cut at the foot: the last row of pixels is empty.
        for (int x = 0; x < image.width(); ++x)
            QCOMPARE(image.pixel(x, image.height() - 1), tokens().surface.rgb());
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
        std::vector<QImage> patterns;
        for (const QString& shown : parts) {
            BreakdownBar bar;
            bar.resize(120, 60);
            BreakdownValue value;
            for (const QString& part : parts)
                value.segments.push_back({part.toStdString(), "", part == shown ? 1.0 : 0.0, ""});
            bar.setValue(value);
            const QImage image = bar.grab().toImage().copy(10, 5, 100, 12);
            // Without its colours: where is the commonest one, and where another?
            std::map<QRgb, int> counts;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) ++counts[image.pixel(x, y)];
            const auto ground =
                std::max_element(counts.begin(), counts.end(),
                                 [](const auto& a, const auto& b) { return a.second < b.second; });
            QImage pattern(image.size(), QImage::Format_Grayscale8);
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    pattern.setPixelColor(
                        x, y, image.pixel(x, y) == ground->first ? Qt::black : Qt::white);
            for (const QImage& other : patterns) QVERIFY(pattern != other);
            patterns.push_back(pattern);
        }
    }
};

QTEST_MAIN(TestSampleCharts)
#include "tst_sample_charts.moc"
