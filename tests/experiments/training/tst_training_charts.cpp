// SPDX-License-Identifier: Apache-2.0
// The curves of a training, and what is drawn over batches and hidden units.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/chart_layout.h"
#include "report/series_look.h"
#include "report/writers.h"
#include "training_report_testing.h"

using namespace duelo;
using namespace duelo::examples;

class TestTrainingCharts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Two curves for each variant, and none of a single epoch.
    void curves() {
        const auto charts = chartsOf(composed(examples::trainingPc()));
        QCOMPARE(charts.size(), 6U);  // loss and accuracy of two cases, batches, the finder
        QCOMPARE(charts[0].series.size(), 6U);
        QCOMPARE(charts[0].series[0].points.size(), 12U);
        QCOMPARE(charts[1].series[0].points.back().y, 91.5);
        QVERIFY(seriesLook(charts[0].series[4].style).marker == Marker::Cross);
        QVERIFY(charts[0].series[4].dashed && !charts[0].series[5].dashed);
        QVERIFY(charts[0].series[4].marked);
        QVERIFY(markerOf(charts[0].series[4]) != markerOf(charts[0].series[5]));
        QVERIFY(!charts[1].series.back().marked);  // always the largest class: nothing measured
        QCOMPARE(charts[0].full_name, std::string("Training"));
        QCOMPARE(charts[0].dashed_name, std::string("Validation"));
        QCOMPARE(charts[0].series[4].style, charts[0].series[5].style);
        const LinesValue& finder = charts.back();
        QVERIFY(finder.log_x);
        QCOMPARE(finder.series[0].points.size(), 7U);
        QVERIFY2(holds(finder.description, "0.00010"), finder.description.c_str());
        // From the lowest loss to somewhat above the first; what grew beyond it is left out.
        QVERIFY(finder.y_range && finder.y_range->low < 1.1 && finder.y_range->low > 0.5);
        QVERIFY(finder.y_range->high > 2.3 && finder.y_range->high < 3);
        QVERIFY(finder.shows(finder.series[0].points[5]) &&
                !finder.shows(finder.series[0].points[6]));
    }

    /// S4-26, S4-29, S4-16: the epoch over the batch, a line for each variant that was trained with
    /// several; the accuracies stand beside the times.
    void overBatches() {
        const LinesValue chart = chartsOf(composed(examples::trainingPc()))[4];
        QCOMPARE(chart.title, std::string("Time of an epoch over the batch: MLP-256, Digits"));
        QCOMPARE(chart.series.size(), 2U);
        for (const LinesValue::Series& series : chart.series) {
            QCOMPARE(series.points.size(), 2U);
            QCOMPARE(series.points[0].x, 64.0);
            QCOMPARE(series.points[1].x, 512.0);
        }
        QVERIFY(std::abs(chart.series[0].points[1].y - 1.5) < 0.02);
        QCOMPARE(chart.series[1].points[1].note, std::string("test accuracy 33.9 %"));
        QVERIFY2(holds(chart.description, "batch 512: 0.0998 s, test accuracy 33.9 %"),
                 chart.description.c_str());
        QVERIFY(!chart.log_y);  // 2.0 s against 0.1 s is just no span for that
        QVERIFY(holds(chartSvg(chart, {}, "x"), ", test accuracy 33.9 %</title>"));
    }

    /// S4-20: the same over the hidden units; a convolutional network has none, and networks that
    /// differ in more than that share no line.
    void overHiddenUnits() {
        examples::TrainingFile file("a.duelo");
        file.add({.model = "mlp-500", .epoch_ms = 1900, .right = 930});
        file.add({.model = "mlp", .epoch_ms = 1000, .right = 920});
        file.add({.model = "lab_alexnet", .epoch_ms = 9000});
        file.add({.model = "mlp-64", .batch = 128, .epoch_ms = 300});
        const auto charts = chartsOf(composed(file.finish()));
        const auto of = std::ranges::find_if(charts, [](const LinesValue& chart) {
            return holds(chart.title, "over the hidden units: Digits, batch 64");
        });
        QVERIFY(of != charts.end());
        QCOMPARE(of->series.size(), 1U);
        QCOMPARE(of->series[0].points.size(), 2U);
        QCOMPARE(of->series[0].points[0].x, 256.0);
        QCOMPARE(of->series[0].points[1].x, 500.0);
        QVERIFY2(holds(of->description, "500 hidden units:") &&
                     holds(of->description, "test accuracy 93 %"),
                 of->description.c_str());
        QVERIFY(std::ranges::none_of(
            charts, [](const LinesValue& chart) { return holds(chart.title, "over the batch"); }));
    }

    /// A chart of a sweep over threads has as many variants as have a look of their own, and says
    /// what is left out.
    void manyVariantsLeaveRoomForTheCurves() {
        examples::TrainingFile file("a.duelo");
        for (int threads = 1; threads <= 8; ++threads)
            file.add({.variant = {Device::Cpu, threads, Precision::Fp32, Mode::Eager}});
        const LinesValue chart = chartsOf(composed(file.finish())).front();
        QCOMPARE(chart.series.size(), 12U);
        std::set<int> styles;
        for (const LinesValue::Series& series : chart.series) styles.insert(series.style);
        QCOMPARE(styles.size(), 6U);
        QVERIFY2(holds(chart.description, "first 6 of 8"), chart.description.c_str());
    }

    /// The drawing of a logarithmic x: its points lie in equal steps.
    void logarithmicX() {
        LinesValue chart{.log_x = true};
        chart.series = {{"s", 0, {{1e-6, 1}, {1e-4, 2}, {1e-2, 3}}}};
        const QString svg = QString::fromStdString(chartSvg(chart, {}, "x"));
        QRegularExpression place(QStringLiteral("<circle[^>]* cx=\"([0-9.]+)\""));
        std::vector<double> xs;
        for (auto found = place.globalMatch(svg); found.hasNext();)
            xs.push_back(found.next().captured(1).toDouble());
        QCOMPARE(xs.size(), 4U);  // the first is the legend's
        QVERIFY(std::abs((xs[2] - xs[1]) - (xs[3] - xs[2])) <= 0.11);
        QVERIFY(xs[2] > xs[1]);
        QVERIFY(!svg.contains("px") || !svg.contains(" px:"));
        for (const char* power : {">10⁻⁶<", ">10⁻⁴<", ">10⁻²<"})
            QVERIFY2(svg.contains(power), qPrintable(svg));
        QVERIFY(!svg.contains(QRegularExpression("[0-9]e-")));
    }
};

QTEST_APPLESS_MAIN(TestTrainingCharts)
#include "tst_training_charts.moc"
