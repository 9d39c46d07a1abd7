// SPDX-License-Identifier: GPL-3.0-or-later
// An exported chart is the painter's drawing, and nothing of the window.
#include <set>

#include <QApplication>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTest>

#include "experiments/compare.h"
#include "report/finding.h"
#include "report_examples.h"
#include "ui/charts/lines_chart.h"
#include "ui/export/chart_image.h"
#include "ui/look/theme.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

const ChartCaption kCaption{"CPU < GPU & más", "ResNet18, lote 1", "AULA-L12-07 · Duelo"};

LinesValue lines() {
    LinesValue value{.x_title = "Tamaño (px)", .y_title = "Tiempo (ms)", .log_y = true};
    value.series = {{"CPU & co", 0, {{224, 20.5}, {512, 90}}}, {"GPU", 1, {{512, 6.5}}}};
    value.ratios = {{512, 6.5, 90, "× 13,8"}};
    value.description = "Dicho <en> palabras";
    return value;
}

std::vector<ChartValue> everyKind() {
    DistributionValue distribution{.x_title = "Tiempo (ms)"};
    distribution.series = {{"CPU", 0, {88, 90, 95}, 90, Interval{88, 95}, "mediana 90 ms"}};
    CourseValue course{.x_title = "Transcurrido (s)", .discarded_name = "no cuenta"};
    course.series = {{"CPU", 0, {{1, 2}, {90, 100}}, {{0}, {150}}}};
    BarsValue bars;
    bars.bars = {{"CPU", "4 s", {{"data", "leer", 1}, {"unexplained", "sin explicar", 3}}}};
    const MatrixValue matrix{.names = {"gato", "perro"}, .counts = {{21, 3}, {0, 17}}};
    const TilesValue tiles{.tiles = {{"", {"Es: gato"}}}, .note = "Los errores"};
    return {lines(), distribution, course, bars, matrix, tiles};
}

}  // namespace

class TestChartImage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyTheme(*qApp, ThemeChoice::Light); }

    /// A widget's chart is the drawing of its value under its title, in a dark window too.
    void aWidgetsChartIsItsValue() {
        LinesChart chart;
        chart.setValue(lines());
        chart.setTitle("Tiempos");
        LinesValue titled = lines();
        titled.title = "Tiempos";
        const QByteArray expected =
            QByteArray::fromStdString(chartSvg(titled, {','}, "chart", ChartUse::File, kCaption));
        QCOMPARE(ChartImage(chart.chartValue(), {','}, kCaption).svg(), expected);
        applyTheme(*qApp, ThemeChoice::Dark);
        chart.resize(300, 200);
        QCOMPARE(ChartImage(chart.chartValue(), {','}, kCaption).svg(), expected);
    }

    void everyKindIsDrawn_data() {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < 6; ++kind) QTest::addRow("%d", kind) << kind;
    }
    void everyKindIsDrawn() {
        QFETCH(int, kind);
        const ChartValue value = everyKind()[static_cast<std::size_t>(kind)];
        const ChartImage image(value, {','}, kCaption);
        const QImage pixels = image.pixels(2);
        QCOMPARE(pixels.width(), 1440);
        QVERIFY(std::abs(pixels.height() - image.heightFor(1440)) <= 1);
        QVERIFY(!pixels.allGray());
        for (const QPoint corner : {QPoint(0, 0), QPoint(1439, 0), QPoint(0, pixels.height() - 1)})
            QCOMPARE(pixels.pixel(corner), qRgb(255, 255, 255));
        QVERIFY(pixels.size() != ChartImage(value, {','}).pixels(2).size());  // the caption's room
        const QImage png = QImage::fromData(QByteArray::fromStdString(*image.png()));
        QCOMPARE(png.width(), 2160);
    }

    /// The second table's chart speaks of the second table, and of the row that was chosen.
    void captionIsOfTheShownTable() {
        const Comparison c = *compare(std::vector<RecordLog>{examples::gpuPc()});
        const Text text(Language::Spanish);
        const Labels labels(c, text);
        Shown shown{c, labels};
        QCOMPARE(captionOf(lines(), std::nullopt).title, std::string());
        QVERIFY(captionOf(lines(), shown).footer.starts_with("Procedencia: archivo aula"));
        QVERIFY(c.tables.size() > 2);
        std::set<std::string> told;
        for (std::size_t i = 0; i < c.tables.size(); ++i) {
            shown.table = i;
            const ChartCaption caption = captionOf(lines(), shown);
            QCOMPARE(caption.title,
                     findingOf({.comparison = c, .labels = labels, .table = i}).headline);
            told.insert(caption.title + caption.subtitle);
        }
        QCOMPARE(told.size(), c.tables.size());
        shown.table = 0;
        shown.row = c.tables[0].rows.back();
        const std::string headline = captionOf(lines(), shown).title;
        QVERIFY2(headline.find("1024") != std::string::npos, headline.c_str());
    }

    /// The pixels of a picture stay squares of one colour, without a blend between.
    void tilesKeepTheirPixels() {
        QImage picture(420, 210, QImage::Format_RGB888);
        picture.fill(Qt::red);
        for (int y = 0; y < 210; ++y)
            for (int x = 0; x < 210; ++x) picture.setPixelColor(x, y, Qt::black);
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(picture.save(&buffer, "PNG"));
        const TilesValue value{.tiles = {{png.toStdString(), {"uno"}}}};
        const QImage drawn = ChartImage(value, {}).pixels();
        int black = 0, red = 0, between = 0;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x) {
                const QColor colour = drawn.pixelColor(x, y);
                const bool reddish = colour.green() < 20 && colour.blue() < 20;
                black += reddish && colour.red() < 20;
                red += reddish && colour.red() > 235;
                between += reddish && colour.red() > 60 && colour.red() < 195;
            }
        QVERIFY(red > 40'000);
        QVERIFY(black >= red - 500 && black < red + 2000);  // the words are dark as well
        QVERIFY(between < 800);
    }

    void pdfTakesIt() {
        for (const ChartValue& value : everyKind()) {
            QByteArray pdf;
            QBuffer buffer(&pdf);
            buffer.open(QIODevice::WriteOnly);
            {
                QPdfWriter writer(&buffer);
                writer.setResolution(1200);
                QPainter painter(&writer);
                const ChartImage image(value, {','}, kCaption);
                image.paint(painter, QRectF(0, 0, 8000, image.heightFor(8000)));
            }
            QVERIFY(pdf.startsWith("%PDF") && pdf.contains("/Font"));
        }
    }
};

QTEST_MAIN(TestChartImage)
#include "tst_chart_image.moc"
