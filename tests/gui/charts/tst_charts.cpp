// SPDX-License-Identifier: GPL-3.0-or-later
// With either drawing of the charts, by Qt Charts and by Duelo's own canvas.
#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <cmath>

#include "base/text.h"
#include "drawn_words.h"
#include "report/chart_drawing.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/course_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/look/letters.h"
#include "ui/look/theme.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

const double kNaN = std::nan("");

LinesValue cpuAndGpu() {
    LinesValue value;
    value.x_title = "Tamaño de imagen (px)";
    value.y_title = "Tiempo (ms)";
    value.series.push_back({"CPU", 0, {{224, 20}, {512, 90, Interval{80, 101}}, {1024, 390}}});
    value.series.push_back({"GPU", 1, {{224, 2}, {512, 6.5}, {1024, 25, {}, {}, false}}});
    value.ratios = {{512, 6.5, 90, "× 13,8"}};
    value.description = "La GPU es 13,8 veces más rápida a 512 px.";
    return value;
}

/// Returns the lines of the variants. Intervals and the ways to what is still being measured have
/// no name.
std::vector<PlotMarks::Line> linesOf(const Plot& plot) {
    std::vector<PlotMarks::Line> lines;
    for (const PlotMarks::Line& line : plot.marks().lines)
        if (!line.name.isEmpty()) lines.push_back(line);
    return lines;
}

qsizetype signsOf(const Plot& plot) {
    qsizetype count = 0;
    for (const PlotMarks::Signs& signs : plot.marks().signs) count += signs.points.size();
    return count;
}

/// Returns what a chart has written, in whole labels.
QStringList writtenIn(Chart& chart) {
    QStringList written;
    for (const auto& piece : testing::wordsDrawnBy(chart))
        written.append(QString(piece.text).remove(QChar(0x200B)).trimmed());
    return written;
}

/// Counts the pixels of a colour in a place of a chart.
int pixelsOf(const QColor& colour, const QImage& image, const QRectF& place) {
    int found = 0;
    const QRect inside = place.toAlignedRect().intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        for (int x = inside.left(); x <= inside.right(); ++x)
            found += image.pixel(x, y) == colour.rgb() ? 1 : 0;
    return found;
}

QRgb colourBehind(QWidget& widget) {
    return widget.grab().toImage().pixel(3, 3);
}

/// Keeps what would be written, in the letters of the window.
class Words final : public ChartCanvas {
public:
    explicit Words(double room_px)
        : ChartCanvas({}, room_px, QFontMetricsF(qApp->font()).height() / 20) {}

    using ChartCanvas::rect;
    using ChartCanvas::text;
    void text(Place at, std::string_view words, const TextLook&) override {
        QVERIFY(at.x + widthOf(words, false, 1) <= width);
        told << QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
    }
    void polyline(const std::vector<Place>&, const Pen&) override {}
    void rect(const Box&, Ink, double, Ink) override {}
    void marker(Marker, Place, double, Ink, std::string_view) override {}
    void pixels(const Box&, const GreyPixels&) override {}
    [[nodiscard]] double widthOf(std::string_view words, bool, double scale) const override {
        return scale * QFontMetricsF(qApp->font())
                           .horizontalAdvance(QString::fromUtf8(
                               words.data(), static_cast<qsizetype>(words.size())));
    }

    QStringList told;
};

}  // namespace

constexpr double kNarrowCard_px = 137;

class TestCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyTheme(*qApp, ThemeChoice::Light); }

    void legendsOfCardsAreWhole_data() {
        QTest::addColumn<Language>("language");
        QTest::newRow("es") << Language::Spanish;
        QTest::newRow("en") << Language::English;
    }
    /// At the width that a card has in a window of 1280 px, and in one that no face makes narrower.
    void legendsOfCardsAreWhole() {
        QFETCH(Language, language);
        const Text text(language);
        const int card_px = letters_px(QFontMetricsF(qApp->font()), 40) - 60;
        for (const double room_px : {double(card_px), kNarrowCard_px}) {
            for (const std::string& key : text.keys("results")) {
                if (!key.starts_with("part_")) continue;
                BarsValue value;
                value.bars.push_back({});
                value.bars.back().parts = {{key.substr(5), text("results." + key), 4.73,
                                            text.value("share_percent", 4.73)},
                                           {"compute", text("results.part_compute"), 95.27,
                                            text.value("share_percent", 95.27)}};
                Words canvas(room_px);
                drawChart(canvas, value);
                const QString told = canvas.told.join(' ');
                QVERIFY2(!told.contains(QChar(0x2026)), qPrintable(told));
                const std::string name = text("results." + key);
                for (const QString& word : QString::fromStdString(name).split(' '))
                    QVERIFY2(told.contains(word), qPrintable(told));
            }
        }
    }

    void linesShowTheirValue_data() {  // S0-20
        QTest::addColumn<bool>("log");
        QTest::addColumn<QStringList>("y");
        QTest::newRow("linear from zero") << false << QStringList{"0", "100", "200", "300", "400"};
        QTest::newRow("whole decades") << true << QStringList{"1", "10", "100", "1000"};
    }
    void linesShowTheirValue() {
        QFETCH(bool, log);
        LinesValue value = cpuAndGpu();
        value.log_y = log;
        LinesChart chart;
        chart.resize(560, 300);
        chart.setValue(value);
        QVERIFY(!chart.isEmpty());
        QCOMPARE(chart.xLabels(), (QStringList{"224", "512", "1024"}));
        QTEST(chart.yLabels(), "y");

        const auto lines = linesOf(chart);
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].points.size(), 3);
        QCOMPARE(lines[1].points.size(), 2);  // the third is not final
        for (int i = 0; i < 3; ++i) {
            const auto& point = value.series[0].points[static_cast<std::size_t>(i)];
            QCOMPARE(lines[0].points[i].x(), chart.xScale().at(point.x));
            QCOMPARE(lines[0].points[i].y(), chart.yScale().at(point.y));
        }
        // Every tick is written, and the axes have their names.
        const QStringList written = writtenIn(chart);
        for (const QString& label : chart.xLabels() + chart.yLabels())
            QVERIFY2(written.contains(label), qPrintable(label));
        QVERIFY(written.contains("Tiempo (ms)") && written.contains("Tamaño de imagen (px)"));
        QVERIFY(written.contains("CPU") && written.contains("GPU"));  // the legend
    }

    /// Each point and each line is where its value is, in the colour of its series.
    void valuesAreDrawnInTheirPlaces() {
        for (const bool live : {false, true}) {
            LinesChart chart;
            chart.resize(560, 300);
            chart.setLive(live);
            chart.setValue(cpuAndGpu());
            const QImage image = chart.grab().toImage();
            const double reach = chart.px(7);
            for (const auto& [x, y, style] : {std::tuple{224, 20.0, 0},
                                              {512, 90.0, 0},
                                              {1024, 390.0, 0},
                                              {224, 2.0, 1},
                                              {512, 6.5, 1}}) {
                const QRectF& area = chart.plotArea();
                const QPointF at(area.left() + chart.xScale().at(x) * area.width(),
                                 area.bottom() - chart.yScale().at(y) * area.height());
                const QRectF sign(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach);
                QVERIFY2(pixelsOf(seriesColor(style), image, sign) > 6,
                         qPrintable(QString::number(y)));
            }
            const QRectF all(image.rect());
            QVERIFY(pixelsOf(seriesColor(0), image, all) > 300);
            // Nothing of a series stands outside the plot and its signs, but in the legend.
            const QRectF foot(0, chart.plotArea().bottom() + reach, 560, 300);
            QCOMPARE(pixelsOf(seriesColor(0), image, foot), 0);
        }
    }

    void axisReachesTheIntervals() {
        LinesValue value = cpuAndGpu();
        value.series[0].points[2].interval = Interval{300, 950};
        LinesChart chart;
        chart.setValue(value);
        QVERIFY(chart.yScale().high >= 950);
        QCOMPARE(chart.yScale().low, 0.0);
    }

    void seriesDifferInColourAndDash() {  // S0-20: CPU full, GPU dashed
        LinesChart chart;
        chart.setValue(cpuAndGpu());
        const auto lines = linesOf(chart);
        QVERIFY(lines[0].pen.color() != lines[1].pen.color());
        QCOMPARE(lines[0].pen.style(), Qt::SolidLine);
        QVERIFY(lines[1].pen.style() != Qt::SolidLine);
    }

    void decimalSignIsTheChosenOne() {
        LinesValue value = cpuAndGpu();
        value.series = {{"CPU", 0, {{0.5, 1.2}, {1, 1.8}}}};
        LinesChart chart;
        chart.resize(560, 300);
        chart.setValue(value);
        QVERIFY(chart.yLabels().contains("0.5"));
        chart.setNumberStyle({','});
        QVERIFY(chart.yLabels().contains("0,5"));
        QVERIFY(chart.xLabels().contains("0,5"));
    }

    void oddValuesAreDrawnOrLeftOut_data() {
        QTest::addColumn<std::vector<LinesValue::Point>>("points");
        QTest::addColumn<int>("shownLinear");
        QTest::addColumn<int>("shownLog");
        using Points = std::vector<LinesValue::Point>;
        QTest::newRow("none") << Points{} << 0 << 0;
        QTest::newRow("one") << Points{{512, 90}} << 1 << 1;
        QTest::newRow("identical y") << Points{{1, 5}, {2, 5}, {3, 5}} << 3 << 3;
        QTest::newRow("identical x") << Points{{1, 5}, {1, 6}} << 2 << 2;
        QTest::newRow("not finite")
            << Points{{1, kNaN}, {2, HUGE_VAL}, {kNaN, 3}, {4, -HUGE_VAL}, {5, 1}} << 1 << 1;
        QTest::newRow("zero and less") << Points{{1, 0}, {2, -3}, {3, 2}} << 3 << 1;
        QTest::newRow("odd intervals") << Points{{1, 5, Interval{kNaN, 6}},
                                                 {2, 5, Interval{-4, HUGE_VAL}},
                                                 {3, 5, Interval{9, 1}}}
                                       << 3 << 3;
        QTest::newRow("huge") << Points{{1, 1e300}, {2, 1e-300}} << 2 << 2;
    }
    void oddValuesAreDrawnOrLeftOut() {
        QFETCH(std::vector<LinesValue::Point>, points);
        QFETCH(int, shownLinear);
        QFETCH(int, shownLog);
        for (const bool log : {false, true}) {
            LinesValue value = cpuAndGpu();
            value.log_y = log;
            value.series = {{"CPU", 0, points}};
            value.ratios = {{kNaN, 1, 2, "× 2"}, {1, 0, HUGE_VAL, "× 3"}, {1, 5, 5, "× 1"}};
            LinesChart chart;
            chart.setValue(value);
            for (const QSize size : {QSize(1, 1), QSize(560, 240), QSize(1400, 700)}) {
                chart.resize(size);
                QVERIFY(!chart.grab().isNull());
            }
            const int shown = log ? shownLog : shownLinear;
            QCOMPARE(chart.isEmpty(), shown == 0);
            QCOMPARE(linesOf(chart)[0].points.size(), shown);
        }
    }

    void keyboardShowsPoints() {
        LinesChart chart;
        chart.resize(560, 300);
        chart.setNumberStyle({','});
        chart.setValue(cpuAndGpu());
        QVERIFY(chart.pointText().isEmpty());
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.pointText().contains("CPU"));
        QVERIFY(chart.pointText().contains("224"));
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.pointText().contains("GPU"));
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.pointText().contains("90 [80; 101]"));
        QVERIFY(chart.pointText().contains("× 13,8"));
        QVERIFY(chart.accessibleDescription().startsWith("CPU, "));
        QVERIFY(chart.accessibleDescription().endsWith(chart.description()));
        for (int i = 0; i < 9; ++i) QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.pointText().contains("1024"));
        QTest::keyClick(&chart, Qt::Key_Left);
        QVERIFY(chart.pointText().contains("CPU"));
        LinesValue fewer = cpuAndGpu();
        fewer.series = {{"CPU", 0, {{224, 20}}}};
        chart.setValue(fewer);
        QVERIFY(chart.pointText().contains("224"));
        chart.setValue({});
        QVERIFY(chart.pointText().isEmpty());
    }

    void mouseShowsPoints() {
        LinesChart chart;
        chart.resize(560, 300);
        chart.setValue(cpuAndGpu());
        chart.show();
        const QRectF area = chart.plotArea();
        const QPointF point(area.left() + chart.xScale().at(512) * area.width(),
                            area.bottom() - chart.yScale().at(90) * area.height());
        const QPixmap before = chart.grab();
        QTest::mouseMove(&chart, (point + QPointF(3, -2)).toPoint());
        QTRY_VERIFY(chart.pointText().contains("512"));
        QVERIFY(chart.grab().toImage() != before.toImage());
        QTest::mouseMove(&chart, QPoint(2, 2));
        QTRY_VERIFY(chart.pointText().isEmpty());
    }

    /// Each number leads to how it was obtained: by mouse and keyboard, of what is measured.
    void pointsLeadToTheirCell() {
        LinesChart chart;
        chart.resize(560, 300);
        LinesValue value = cpuAndGpu();
        value.series[0].points[1].cell = CellAt{3, 1};
        chart.setValue(value);
        chart.show();
        QList<CellAt> chosen;
        connect(&chart, &Chart::cellChosen, this, [&](const CellAt& cell) { chosen << cell; });
        const auto placeOf = [&](double x, double y) {
            const QRectF area = chart.plotArea();
            return QPointF(area.left() + chart.xScale().at(x) * area.width(),
                           area.bottom() - chart.yScale().at(y) * area.height())
                .toPoint();
        };
        QTest::mouseMove(&chart, placeOf(512, 90));
        QTRY_COMPARE(chart.cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, placeOf(512, 90));
        QTest::mouseClick(&chart, Qt::LeftButton, {}, placeOf(224, 20));  // of no cell
        QCOMPARE(chosen, (QList{CellAt{3, 1}}));
        QVERIFY(chart.cursor().shape() != Qt::PointingHandCursor);
        // By x, then from series to series: the third.
        QTest::mouseMove(&chart, QPoint(2, 2));
        QTRY_VERIFY(chart.pointText().isEmpty());
        for (int i = 0; i < 3; ++i) QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
    }

    void barsLeadToTheirCell() {
        BarsValue value;
        for (std::size_t i = 0; i < 3; ++i)
            value.bars.push_back({.name = "CPU " + std::to_string(i),
                                  .text = "1 ms",
                                  .ms = 1 + static_cast<double>(i),
                                  .group = i == 1 ? "512 px" : ""});
        value.bars[0].cell = CellAt{0, 4};
        value.bars[2].cell = CellAt{2, 5};
        BarsChart chart(BarsChart::Height::Fitted);
        chart.setValue(value);
        chart.resize(400, chart.heightForWidth(400));
        chart.show();
        QList<CellAt> chosen;
        connect(&chart, &Chart::cellChosen, this, [&](const CellAt& cell) { chosen << cell; });
        // The keys pass over the group and over the bar that is no measurement.
        QTest::keyClick(&chart, Qt::Key_Down);
        QVERIFY(chart.accessibleDescription().startsWith("CPU 0: 1 ms"));
        QTest::keyClick(&chart, Qt::Key_Down);
        QVERIFY(chart.accessibleDescription().startsWith("CPU 2: 1 ms"));
        QTest::keyClick(&chart, Qt::Key_Down);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(chosen, (QList{CellAt{2, 5}}));
        // Every place of the chart leads to one of the two, or nowhere.
        chosen.clear();
        for (int y = 0; y < chart.height(); y += 4)
            QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(30, y));
        QVERIFY(chosen.contains(CellAt{0, 4}) && chosen.contains(CellAt{2, 5}));
        for (const CellAt& cell : chosen) QVERIFY(cell.column >= 4);
        QTest::mouseMove(&chart, QPoint(30, 1));
        value.bars.clear();
        chart.setValue(value);
        QTest::keyClick(&chart, Qt::Key_Return);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(30, 20));
    }

    void chartsSpeak_data() {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < 4; ++kind) QTest::addRow("%d", kind) << kind;
    }
    void chartsSpeak() {
        QFETCH(int, kind);
        std::unique_ptr<Chart> chart;
        const std::string words = "Lo que se ve, en palabras.";
        if (kind == 0) {
            auto lines = std::make_unique<LinesChart>();
            lines->setValue({.description = words});
            chart = std::move(lines);
        } else if (kind == 1) {
            auto distribution = std::make_unique<DistributionChart>();
            distribution->setValue({.description = words});
            chart = std::move(distribution);
        } else if (kind == 2) {
            auto course = std::make_unique<CourseChart>();
            course->setValue({.description = words});
            chart = std::move(course);
        } else {
            auto bar = std::make_unique<BarsChart>(BarsChart::Height::Fitted);
            bar->setValue({.description = words});
            chart = std::move(bar);
        }
        chart->setTitle("Tiempos de CPU y GPU");
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(chart.get());
        QVERIFY(spoken);
        QCOMPARE(spoken->text(QAccessible::Name), "Tiempos de CPU y GPU");
        QCOMPARE(spoken->text(QAccessible::Description), QString::fromStdString(words));
        QVERIFY(chart->focusPolicy() & Qt::TabFocus);

        QVERIFY(chart->isEmpty());
        chart->resize(560, 240);
        const QImage silent = chart->grab().toImage();
        chart->setEmptyText("Aún no hay medidas.");
        QVERIFY(chart->grab().toImage() != silent);

        // The theme reaches everything that is painted.
        QCOMPARE(colourBehind(*chart), tokens().surface.rgb());
        applyTheme(*qApp, ThemeChoice::Dark);
        QCOMPARE(colourBehind(*chart), tokens().surface.rgb());
        QVERIFY(tokens().dark);
    }

    void lettersEnlargeEverything() {
        LinesChart chart;
        chart.resize(700, 400);
        chart.setValue(cpuAndGpu());
        const QSize least = chart.minimumSizeHint();
        const double width = linesOf(chart)[0].pen.widthF(), left = chart.plotArea().left();
        QFont large = chart.font();
        large.setPointSizeF(large.pointSizeF() * 1.6);
        chart.setFont(large);
        QVERIFY(chart.minimumSizeHint().width() > least.width() * 1.4);
        QVERIFY(linesOf(chart)[0].pen.widthF() > width * 1.4);
        QVERIFY(chart.plotArea().left() > left * 1.3);
    }

    void labelsThatLackRoomAreLeftOut() {
        LinesValue value = cpuAndGpu();
        value.series = {{"CPU", 0, {}}};
        for (int size = 32; size <= 384; size += 32)
            value.series[0].points.push_back({double(size), 1});
        LinesChart chart;
        chart.resize(300, 240);
        chart.setValue(value);
        QVERIFY(chart.xLabels().size() >= 4 && chart.xLabels().size() < 12);
        QCOMPARE(chart.xLabels().front(), "32");
        QCOMPARE(chart.xLabels().back(), "384");
        for (const QString& label : chart.xLabels()) QVERIFY(!label.contains("…"));
    }

    /// Many epochs have round numbers below them, and what is not finite leaves a gap.
    void curvesHaveRoundTicksAndGaps() {
        LinesValue value{.y_range = Interval{0, 100}};
        value.series = {{"CPU", 0, {}, true}, {"CPU", 0, {}, false}};
        for (int epoch = 1; epoch <= 40; ++epoch)
            for (LinesValue::Series& series : value.series)
                series.points.push_back({double(epoch), epoch == 20 ? kNaN : 50.0});
        LinesChart chart;
        chart.resize(560, 300);
        chart.setValue(value);
        QVERIFY(chart.xLabels().contains("20") && !chart.xLabels().contains("1"));
        QCOMPARE(chart.yScale().high, 100.0);
        const auto lines = linesOf(chart);
        QCOMPARE(lines.size(), std::size_t{4});  // two of each
        QCOMPARE(lines[0].points.size(), 19);
        QCOMPARE(lines[1].points.size(), 20);
        QVERIFY(lines[0].pen.style() != Qt::SolidLine);  // the second line of the variant
        QCOMPARE(lines[2].pen.style(), Qt::SolidLine);
    }

    /// S0-20: every measured point has its sign.
    void pointsHaveTheirSigns() {
        LinesChart chart;
        chart.resize(560, 300);
        LinesValue value = cpuAndGpu();
        for (const bool log : {false, true}) {
            value.log_y = log;
            chart.setValue(value);
            QCOMPARE(signsOf(chart), 6);
        }
    }

    /// A long name after a short one begins a row, and one that is wider than all goes on below.
    void legendOfNarrowChartsIsWhole() {
        LinesValue value = cpuAndGpu();
        value.series[1].name = "GPU, NVIDIA GeForce RTX 3060 Laptop";
        value.series.push_back({"compilado BF16 <con> pesos empaquetados & más", 2, {{224, 9}}});
        LinesChart chart;
        chart.setValue(value);
        for (const int width : {800, 420, 300, 220}) {
            chart.resize(width, 300);
            chart.grab();
            const QString written = writtenIn(chart).join(' ').simplified();
            for (const LinesValue::Series& series : value.series)
                QVERIFY2(written.contains(QString::fromStdString(series.name)),
                         qPrintable(written));
            for (const auto& piece : testing::wordsDrawnBy(chart))
                QVERIFY2(piece.box.right() <= width,
                         qPrintable(piece.text + QString::number(width)));
        }
    }

    /// Fifteen kernels: the first are named, the others are counted, and each point tells its own.
    void aLongLegendIsShort() {
        LinesValue value = cpuAndGpu();
        value.series.clear();
        for (int i = 0; i < 15; ++i)
            value.series.push_back({"kernel " + std::to_string(i), i, {{224, 9. + i}}});
        LinesChart chart;
        chart.resize(700, 300);
        for (const int series : {15, 6}) {
            value.series.resize(static_cast<std::size_t>(series));
            chart.setValue(value);
            chart.grab();
            const QStringList written = writtenIn(chart);
            QVERIFY(written.contains("kernel 5") && !written.contains("kernel 6"));
            QCOMPARE(written.filter("more").isEmpty(), series == 6);
            if (series > 6) QVERIFY2(written.join('|').contains("9 more"), qPrintable(written[0]));
            QCOMPARE(linesOf(chart).size(), static_cast<std::size_t>(series));
        }
        QVERIFY(chart.plotArea().height() > 300 * 0.5);
    }

    /// P-11: the variants of two files, each with the name of its file behind it.
    void longNamesLeaveThePlotItsRoom() {
        LinesValue value = cpuAndGpu();
        value.series.clear();
        for (int i = 0; i < 6; ++i)
            value.series.push_back({"CPU, FP32, kernel " + std::to_string(i) +
                                        " [duelo-2026-11-26-172158-5a71ade1.duelo]",
                                    i,
                                    {{224, 9}}});
        LinesChart chart;
        chart.setValue(value);
        chart.resize(600, 240);
        chart.grab();
        QVERIFY2(chart.plotArea().height() > 240 * 0.3,
                 qPrintable(QString::number(chart.plotArea().height())));
        const QString written = writtenIn(chart).join(' ');
        // The legend has a few of them, and says how many it leaves to their points.
        for (int i = 0; i < 3; ++i)
            QVERIFY2(written.contains("kernel " + QString::number(i)), qPrintable(written));
        QVERIFY2(!written.contains("kernel 3") && written.contains("3 more"), qPrintable(written));
    }

    void plotStaysInsideTheWidget() {
        LinesValue value = cpuAndGpu();
        for (int i = 2; i < 6; ++i)
            value.series.push_back(
                {"A series with a long name " + std::to_string(i), i, {{224, 9}}});
        LinesChart chart;
        chart.setValue(value);
        for (const QSize size : {QSize(560, 240), QSize(1400, 700)}) {
            chart.resize(size);
            chart.grab();
            QVERIFY(QRectF(QPointF(), size).contains(chart.plotArea()));
            QVERIFY(chart.plotArea().height() > size.height() * 0.4);
        }
    }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
