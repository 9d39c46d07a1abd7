// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAreaSeries>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QHorizontalStackedBarSeries>
#include <QLineSeries>
#include <QScatterSeries>
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

/// Qt's series of a kind that have a place in the plot, which those of the legend lack.
template <typename Series>
QList<Series*> seriesOf(const Chart& widget) {
    QList<Series*> found;
    for (QAbstractSeries* each : widget.findChild<QChartView*>()->chart()->series())
        if (auto* series = qobject_cast<Series*>(each); series && !series->attachedAxes().isEmpty())
            found.append(series);
    return found;
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
    void swarmIsOfQt() {
        DistributionChart chart;
        chart.resize(560, 240);
        DistributionValue value;
        value.series = {{"CPU", 0, {91, 92, 92, 93, 94}, 92, Interval{91.5, 93}},
                        {"GPU", 1, {81, 83, 99}, 83, Interval{81, 99}}};
        chart.setValue(value);
        const auto signs = seriesOf<QScatterSeries>(chart);
        QCOMPARE(signs.size(), 2);
        QCOMPARE(signs[0]->count(), 5);
        QCOMPARE(signs[1]->count(), 3);
        QVERIFY(!signs[0]->lightMarker().isNull());
        QVERIFY(signs[0]->lightMarker() != signs[1]->lightMarker());
        const auto bands = seriesOf<QAreaSeries>(chart);
        QCOMPARE(bands.size(), 2);
        QCOMPARE(bands[0]->upperSeries()->at(0).x(), chart.xScale().at(91.5));
        QCOMPARE(bands[0]->upperSeries()->at(1).x(), chart.xScale().at(93));
        value.series[0].values.push_back(92.5);
        chart.setValue(value);
        QCOMPARE(seriesOf<QScatterSeries>(chart), signs);  // in place
        QCOMPARE(signs[0]->count(), 6);
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
        QCOMPARE(seriesOf<QLineSeries>(chart).front()->count(), 4);
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

    /// P-03: one set for each part, and for each look of whole times; the first bar stands above.
    void barsAreOfQt() {
        BarsChart chart(BarsChart::Height::OfPlace);
        chart.resize(560, 300);
        BarsValue value;
        for (const double ms : {8.0, 4.0}) {
            value.bars.emplace_back();
            value.bars.back().parts = {{"h2d", "copiar", ms / 4}, {"compute", "calcular", ms}};
        }
        chart.setValue(value);
        const auto series = seriesOf<QHorizontalStackedBarSeries>(chart);
        QCOMPARE(series.size(), 1);
        const QList<QBarSet*> parts = series[0]->barSets();
        QCOMPARE(parts.size(), 2);
        QCOMPARE(parts[0]->at(0), 1.0);  // Qt counts from the foot
        QCOMPARE(parts[0]->at(1), 2.0);
        QCOMPARE(parts[1]->at(1), 8.0);
        QVERIFY(parts[0]->brush() != parts[1]->brush());

        value.bars[1].parts[1].ms = 6;
        chart.setValue(value);
        QCOMPARE(series[0]->barSets(), parts);  // in place
        QCOMPARE(parts[1]->at(0), 6.0);

        value.bars = {{.name = "CPU", .ms = 5, .style = 0},
                      {.name = "GPU", .final = false, .ms = 2, .style = 1}};
        chart.setValue(value);
        const QList<QBarSet*> times = series[0]->barSets();
        QCOMPARE(times.size(), 2);
        QCOMPARE(times[0]->brush().color(), tokens().muted);  // still measuring
        QCOMPARE(times[0]->at(0), 2.0);
        QCOMPARE(times[1]->brush().color(), seriesColor(0));
        QCOMPARE(times[1]->at(1), 5.0);
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
