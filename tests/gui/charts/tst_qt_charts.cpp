// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the series and axes that Qt Charts gets where it draws the charts: they change in place.
#include <QApplication>
#include <QAreaSeries>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QHorizontalStackedBarSeries>
#include <QLineSeries>
#include <QScatterSeries>
#include <QTest>
#include <QValueAxis>

#include "ui/charts/bars_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/look/theme.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

LinesValue cpuAndGpu() {
    LinesValue value{.x_title = "px", .y_title = "ms"};
    value.series.push_back({"CPU", 0, {{224, 20}, {512, 90, Interval{80, 101}}, {1024, 390}}});
    value.series.push_back({"GPU", 1, {{224, 2}, {512, 6.5}, {1024, 25, {}, {}, false}}});
    return value;
}

QChart& chartOf(const Chart& widget) {
    return *widget.findChild<QChartView*>()->chart();
}

/// Qt's series of a kind that have a place in the plot, which those of the legend lack.
template <typename Series>
QList<Series*> seriesOf(const Chart& widget) {
    QList<Series*> found;
    for (QAbstractSeries* each : chartOf(widget).series())
        if (auto* series = qobject_cast<Series*>(each); series && !series->attachedAxes().isEmpty())
            found.append(series);
    return found;
}

QList<QLineSeries*> linesOf(const Plot& plot) {
    QList<QLineSeries*> lines;
    for (QLineSeries* line : seriesOf<QLineSeries>(plot))
        if (!line->name().isEmpty()) lines.append(line);
    return lines;
}

/// The signs that Qt draws.
int signsOf(const Plot& plot) {
    int count = 0;
    for (const QScatterSeries* signs : seriesOf<QScatterSeries>(plot)) count += signs->count();
    return count;
}

}  // namespace

class TestQtCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyTheme(*qApp, ThemeChoice::Light); }

    void linesAndAxesAreOfQt() {
        LinesChart chart;
        chart.resize(560, 300);
        chart.setValue(cpuAndGpu());
        QVERIFY(chartsAreOfQt());
        const QList<QLineSeries*> lines = linesOf(chart);
        QCOMPARE(lines.size(), 2);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(lines[i]->points(), chart.marks().lines[i == 0 ? 0 : 1].points);
        for (QAbstractAxis* axis : lines[0]->attachedAxes()) {
            QCOMPARE(qobject_cast<QValueAxis*>(axis)->min(), 0.0);
            QCOMPARE(qobject_cast<QValueAxis*>(axis)->max(), 1.0);
        }
        QCOMPARE(chartOf(chart).plotArea(), chart.plotArea());
    }

    void updateKeepsObjects() {
        LinesChart chart;
        chart.setValue(cpuAndGpu());
        const QList<QLineSeries*> before = linesOf(chart);
        const QList<QAbstractAxis*> axes = chartOf(chart).axes();
        LinesValue next = cpuAndGpu();
        next.series[0].points[1].y = 95;
        next.log_y = true;
        chart.setValue(next);
        QCOMPARE(linesOf(chart), before);
        next.series.push_back({"CPU, 1 hilo", 2, {{224, 80}}});
        chart.setValue(next);
        QCOMPARE(linesOf(chart).mid(0, 2), before);
        QCOMPARE(linesOf(chart).size(), 3);
        next.series.resize(1);
        chart.setValue(next);
        QCOMPARE(linesOf(chart), before.mid(0, 1));
        QCOMPARE(chartOf(chart).axes(), axes);
    }

    void liveIsNotSmoothed() {
        LinesChart chart;
        chart.setValue(cpuAndGpu());
        const auto* view = chart.findChild<QChartView*>();
        QVERIFY(view->renderHints() & QPainter::Antialiasing);
        chart.setLive(true);
        QVERIFY(!(view->renderHints() & QPainter::Antialiasing));
    }

    /// Qt draws the signs; those at the plot's edge are painted beside Qt.
    void signsAreOfQt() {
        LinesChart chart;
        chart.resize(560, 300);
        LinesValue value = cpuAndGpu();
        chart.setValue(value);
        QCOMPARE(signsOf(chart), 3);  // those at 2, 6.5 and 390 of 400 reach over an edge
        value.log_y = true;
        chart.setValue(value);
        QCOMPARE(signsOf(chart), 6);
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

        // The seventh has the first one's colour, and a pattern.
        value.bars = {{.name = "bucles", .ms = 5, .style = 0},
                      {.name = "LibTorch", .ms = 2, .style = 6}};
        chart.setValue(value);
        const QList<QBarSet*> alike = series[0]->barSets();
        QCOMPARE(alike.size(), 2);
        QVERIFY(alike[0]->brush().texture().isNull() && !alike[1]->brush().texture().isNull());
    }
};

QTEST_MAIN(TestQtCharts)
#include "tst_qt_charts.moc"
