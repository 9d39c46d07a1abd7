// SPDX-License-Identifier: GPL-3.0-or-later
// With either drawing of the charts, by Qt Charts and by Duelo's own canvas.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "ui/charts/bars_chart.h"
#include "ui/charts/column_strokes.h"
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
    for (int i = 0; i < count; ++i) series.values.push_back(noise(random));
    return series;
}

CourseValue::Series course(const std::vector<double>& wall_ms,
                           const std::set<std::size_t>& discarded = {}) {
    CourseValue::Series series{"CPU", 0};
    for (std::size_t i = 0; i < wall_ms.size(); ++i) {
        auto& samples = discarded.contains(i) ? series.discarded : series.kept;
        samples.t_s.push_back(static_cast<double>(i) * 0.1);
        samples.times.push_back(wall_ms[i]);
    }
    return series;
}

}  // namespace

class TestSampleCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distributionSharesAnAxis_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("other_ms");
        QTest::addColumn<bool>("log");
        QTest::newRow("6") << 6 << 80.0 << false;
        QTest::newRow("42") << 42 << 80.0 << false;
        QTest::newRow("50000") << 50000 << 80.0 << false;
        QTest::newRow("far apart") << 42 << 6.0 << true;
    }
    void distributionSharesAnAxis() {
        QFETCH(int, count);
        QFETCH(double, other_ms);
        DistributionChart chart;
        chart.resize(560, 240);
        DistributionValue value;
        value.series = {samplesAround(90, count), samplesAround(other_ms, 6)};
        value.series[0].values.push_back(kNaN);
        chart.setValue(value);
        QVERIFY(!chart.grab().isNull());
        QVERIFY(!chart.xLabels().isEmpty());
        QTEST(chart.xScale().log, "log");
        for (const double ms : {90.0, other_ms})
            QVERIFY(chart.xScale().at(ms) > 0 && chart.xScale().at(ms) < 1);
    }

    void outliersStayAndSpreadTheAxis() {
        DistributionChart chart;
        DistributionValue value;
        value.series = {samplesAround(90, 42)};
        value.series[0].values.push_back(2000);
        chart.setValue(value);
        QVERIFY(chart.xScale().log);
        QVERIFY(chart.xScale().high >= 2000);
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
    }

    /// A sign for each sample, and what the median's interval covers.
    void samplesHaveTheirSigns() {
        DistributionChart chart;
        chart.resize(560, 240);
        DistributionValue value;
        value.series = {{"CPU", 0, {91, 92, 92, 93, 94}, 92, Interval{91.5, 93}},
                        {"GPU", 1, {81, 83, 99}, 83, Interval{81, 99}}};
        chart.setValue(value);
        const auto& [bands, lines, signs] = chart.marks();
        QCOMPARE(signs.size(), std::size_t{2});
        QCOMPARE(signs[0].points.size(), 5);
        QCOMPARE(signs[1].points.size(), 3);
        QVERIFY(signs[0].look.marker != signs[1].look.marker);
        QCOMPARE(bands.size(), std::size_t{2});
        QCOMPARE(bands[0].topLeft.x(), chart.xScale().at(91.5));
        QCOMPARE(bands[0].bottomRight.x(), chart.xScale().at(93));
        // What is drawn is in the colours of its row.
        const QImage image = chart.grab().toImage();
        const int half = static_cast<int>(chart.plotArea().center().y());
        int cpu = 0, gpu = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor colour = image.pixelColor(x, y);
                cpu += y < half && colour.blue() > colour.red() + 80;
                gpu += y > half && colour.red() > colour.blue() + 80;
            }
        QVERIFY2(cpu > 40 && gpu > 20, qPrintable(QStringLiteral("%1 %2").arg(cpu).arg(gpu)));
    }

    void medianCanBeAskedFor() {
        DistributionChart chart;
        chart.resize(560, 240);
        DistributionValue value;
        value.series = {samplesAround(90, 42)};
        value.series[0].words = "mediana 90,00 ms [89,50; 90,50], n = 42";
        chart.setValue(value);
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(chart.pointText(), QString("CPU\nmediana 90,00 ms [89,50; 90,50], n = 42"));
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
        value.series = {course(wall)};
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
        value.series = {course({500, 91, 90, 92, 90}, {0})};
        chart.setValue(value);
        QVERIFY(!chart.grab().isNull());
        QCOMPARE(chart.polyline(0).size(), 4);
        QCOMPARE(chart.marks().lines.front().points.size(), 4);
        QVERIFY(chart.yScale().high < 200);
        const QImage with = chart.grab().toImage();
        value.series[0].discarded.times[0] = kNaN;
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
        QTest::addColumn<std::set<std::size_t>>("discarded");
        QTest::addColumn<bool>("empty");
        using Indices = std::set<std::size_t>;
        QTest::newRow("none") << std::vector<double>{} << Indices{} << true;
        QTest::newRow("no number") << std::vector{kNaN, HUGE_VAL} << Indices{} << true;
        QTest::newRow("one") << std::vector{5.0} << Indices{} << false;
        QTest::newRow("all discarded") << std::vector{5.0, 6.0} << Indices{0, 1} << false;
        QTest::newRow("identical") << std::vector<double>(9000, 7.5) << Indices{} << false;
        QTest::newRow("zero") << std::vector{0.0, 0.0, 0.0} << Indices{} << false;
        QTest::newRow("zero and huge") << std::vector{0.0, 1e300, -1e300} << Indices{0} << false;
    }
    void oddCourses() {
        QFETCH(std::vector<double>, wall);
        QFETCH(std::set<std::size_t>, discarded);
        CourseChart chart;
        CourseValue value;
        value.series = {course(wall, discarded)};
        value.series[0].kept.t_s.push_back(1e9);  // more times than samples
        chart.setValue(value);
        for (const QSize size : {QSize(1, 1), QSize(560, 240)}) {
            chart.resize(size);
            QVERIFY(!chart.grab().isNull());
        }
        QTEST(chart.isEmpty(), "empty");
    }

    void columnStrokesCoverTheLine() {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> height(0, 100);
        QPolygonF line;
        for (int i = 0; i < 900; ++i) line.append({i / 4.5, height(random)});
        const QList<QLineF> strokes = columnStrokes(line);
        QCOMPARE(strokes.size(), 200);
        for (const QPointF& point : line) {
            const QLineF& stroke = strokes[static_cast<qsizetype>(point.x())];
            QVERIFY(stroke.y1() <= point.y() && point.y() <= stroke.y2());
        }
        for (qsizetype i = 1; i < strokes.size(); ++i)
            QVERIFY(strokes[i].y1() <= strokes[i - 1].y2() &&
                    strokes[i].y2() >= strokes[i - 1].y1());
        QVERIFY(columnStrokes({}).isEmpty());
        QCOMPARE(columnStrokes({QPointF(2, 7)}).front().length(), 1.0);
    }

    /// P-03: bars are as long as their times, in the order of the value, in the colours of parts
    /// and series.
    void barsAreAsLongAsTheirTimes() {
        BarsChart chart(BarsChart::Height::OfPlace);
        chart.resize(560, 300);
        BarsValue value;
        value.bars = {{.name = "CPU", .ms = 8, .style = 0},
                      {.name = "GPU", .ms = 2, .style = 1},
                      {.name = "GPU 2", .final = false, .ms = 4, .style = 1}};
        chart.setValue(value);
        const QImage image = chart.grab().toImage();
        const auto widest = [&](const QColor& colour) {
            std::pair<int, int> most{0, 0};  // pixels beside each other, and the row of them
            for (int y = 0; y < image.height(); ++y) {
                int run = 0;
                for (int x = 0; x < image.width(); ++x) {
                    run = image.pixel(x, y) == colour.rgb() ? run + 1 : 0;
                    if (run > most.first) most = {run, y};
                }
            }
            return most;
        };
        const auto [cpu, cpu_row] = widest(seriesColor(0));
        const auto [gpu, gpu_row] = widest(seriesColor(1));
        const auto [live, live_row] = widest(tokens().muted);  // still measuring
        QVERIFY(cpu > 400);
        QVERIFY(std::abs(gpu * 4 - cpu) <= 12);
        QVERIFY(std::abs(live * 2 - cpu) <= 8);
        QVERIFY(cpu_row < gpu_row && gpu_row < live_row);

        value.bars = {{.name = "CPU", .parts = {{"h2d", "copiar", 2}, {"compute", "calcular", 8}}}};
        chart.setValue(value);
        const QImage parts = chart.grab().toImage();
        value.bars[0].parts[0].ms = 6;
        chart.setValue(value);
        QVERIFY(chart.grab().toImage() != parts);
    }

    /// P-03: a card is as high as its words need; in a page what lacks room is counted.
    void barsHaveTheirRoom() {
        BarsChart card(BarsChart::Height::Fitted);
        BarsValue value;
        value.bars.emplace_back();
        for (const char* id : {"decode", "resize", "data", "h2d", "compute", "d2h"})
            value.bars[0].parts.push_back({id, "redimensionar", 1, "17 %"});
        card.setValue(value);
        QVERIFY(card.heightForWidth(200) > card.heightForWidth(900));
        card.resize(300, card.heightForWidth(300));
        const QImage image = card.grab().toImage();
        // Nothing is cut at the foot: the last row of pixels is empty.
        for (int x = 0; x < image.width(); ++x)
            QCOMPARE(image.pixel(x, image.height() - 1), tokens().surface.rgb());

        BarsChart chart(BarsChart::Height::OfPlace);
        value.bars.resize(9, value.bars[0]);
        chart.resize(400, 240);
        chart.setValue(value);
        const QImage few = chart.grab().toImage();
        value.bars.resize(40, value.bars[0]);
        chart.setValue(value);
        QVERIFY(chart.grab().toImage() != few);  // another number is left out
        for (int x = 0; x < few.width(); ++x)
            QCOMPARE(few.pixel(x, few.height() - 1), tokens().surface.rgb());
    }
};

QTEST_MAIN(TestSampleCharts)
#include "tst_sample_charts.moc"
