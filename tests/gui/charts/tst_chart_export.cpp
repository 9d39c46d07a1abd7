// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTest>
#include <QXmlStreamReader>
#include <memory>

#include "ui/charts/bars_chart.h"
#include "ui/charts/breakdown_bar.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/course_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/charts/matrix_chart.h"
#include "ui/charts/tiles_chart.h"
#include "ui/look/theme.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

const ChartCaption kCaption{"CPU < GPU & más", "ResNet18, lote 1", "AULA-L12-07 · Duelo"};

struct Kind {
    std::unique_ptr<Chart> chart;
    QStringList texts;  ///< that must stand in it
};

Kind make(const QString& kind) {
    if (kind == "lines") {
        auto chart = std::make_unique<LinesChart>();
        LinesValue value{.x_title = "Tamaño (px)", .y_title = "Tiempo (ms)", .log_y = true};
        value.series = {{"CPU & co", 0, {{224, 20.5}, {512, 90}}}, {"GPU", 1, {{512, 6.5}}}};
        value.ratios = {{512, 6.5, 90, "× 13,8"}};
        value.description = "Dicho <en> palabras";
        chart->setValue(value);
        return {
            std::move(chart),
            {"Tamaño (px)", "Tiempo (ms)", "CPU & co", "GPU", "224", "512", "10", "100", "× 13,8"}};
    }
    if (kind == "distribution") {
        auto chart = std::make_unique<DistributionChart>();
        DistributionValue value{.x_title = "Tiempo (ms)"};
        value.series = {{"CPU & co", 0, {88, 90, 95}, 90, Interval{88, 95}}};
        value.description = "Dicho <en> palabras";
        chart->setValue(value);
        return {std::move(chart), {"Tiempo (ms)", "CPU & co", "88", "90"}};
    }
    if (kind == "course") {
        auto chart = std::make_unique<CourseChart>();
        CourseValue value{.x_title = "Transcurrido (s)", .y_title = "Duración (ms)"};
        value.series = {{"CPU & co", 0, {0, 1, 2}, {150, 90, 100}, {0}}};
        value.description = "Dicho <en> palabras";
        chart->setValue(value);
        return {std::move(chart), {"Transcurrido (s)", "Duración (ms)", "CPU & co", "not counted"}};
    }
    if (kind == "matrix") {
        auto chart = std::make_unique<MatrixChart>();
        chart->setValue({{"gato", "perro & co"},
                         {{21, 3}, {0, 17}},
                         "Filas: lo que es ↓",
                         "Columnas: lo que dijo →",
                         "Acertadas: 38 de 41",
                         "Dicho <en> palabras"});
        return {std::move(chart),
                {"gato", "perro & co", "21", "3", "0", "17", "Acertadas: 38 de 41"}};
    }
    if (kind == "tiles") {
        auto chart = std::make_unique<TilesChart>();
        chart->setValue({{{{}, {"Es: gato", "Dijo: perro & co"}}, {{}, {"Es: perro"}}},
                         "Los errores",
                         "Dicho <en> palabras"});
        return {std::move(chart), {"Es: gato", "Dijo: perro & co", "Es: perro", "Los errores"}};
    }
    auto chart = std::make_unique<BreakdownBar>();
    BreakdownValue value;
    value.segments = {{"compute", "calcular & más", 3, "75 %"},
                      {"unexplained", "sin explicar", 1, "25 %"}};
    value.description = "Dicho <en> palabras";
    chart->setValue(value);
    return {std::move(chart), {"calcular & más 75 %", "sin explicar 25 %", "75 %"}};
}

void kinds() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"lines", "distribution", "course", "breakdown", "matrix", "tiles"})
        QTest::newRow(kind) << QString(kind);
}

}  // namespace

class TestChartExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyTheme(*qApp, ThemeChoice::Light); }

    void svgHasTextsAsTexts_data() { kinds(); }
    void svgHasTextsAsTexts() {
        QFETCH(QString, kind);
        const Kind made = make(kind);
        const QByteArray svg = renderSvg(*made.chart, {720, 420}, kCaption);
        QXmlStreamReader xml(svg);
        QStringList texts;
        QString title, description, viewBox;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) continue;
            if (xml.name() == QLatin1String("svg"))
                viewBox = xml.attributes().value("viewBox").toString();
            if (xml.name() == QLatin1String("title")) title = xml.readElementText();
            if (xml.name() == QLatin1String("desc")) description = xml.readElementText();
            if (xml.name() == QLatin1String("text")) texts.append(xml.readElementText());
            QVERIFY(xml.name() != QLatin1String("image"));  // nothing became a bitmap
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(viewBox, "0 0 720 420");
        QCOMPARE(title, kCaption.title);
        QCOMPARE(description, "Dicho <en> palabras");
        for (const QString& text :
             made.texts + QStringList{kCaption.title, kCaption.subtitle, kCaption.footer})
            QVERIFY2(texts.contains(text), qPrintable(text + " is not in " + texts.join('|')));
        QVERIFY(svg.contains(", Arial, sans-serif\""));
    }

    /// A part that the first bar lacks stands where it happens.
    void legendOfBarsNamesEachPartOnce() {
        BarsChart chart;
        BarsValue value;
        value.bars = {
            {"CPU", "4 s", {{"data", "leer", 1, ""}, {"compute", "calcular", 3, ""}}},
            {"GPU",
             "3 s",
             {{"data", "leer", 1, ""}, {"h2d", "copiar", 1, ""}, {"compute", "calcular", 1, ""}}}};
        chart.setValue(value);
        const QString svg = QString::fromUtf8(renderSvg(chart, {720, 420}));
        qsizetype before = 0;
        for (const char* part : {">leer<", ">copiar<", ">calcular<"}) {
            QCOMPARE(svg.count(QLatin1String(part)), 1);
            QVERIFY(svg.indexOf(QLatin1String(part)) > before);
            before = svg.indexOf(QLatin1String(part));
        }
    }

    /// Counts that no longer fit are left to their colours, and names to every second, third...
    void aMatrixOfManyNamesIsStillAPicture() {
        MatrixChart chart;
        MatrixValue value;
        for (int i = 0; i < 150; ++i) {
            value.names << QStringLiteral("clase %1").arg(i);
            value.counts.emplace_back(150, 7);
        }
        chart.setValue(value);
        const QByteArray svg = renderSvg(chart, {720, 420});
        QVERIFY(svg.contains(">clase 0<") && !svg.contains(">clase 1<"));
        QVERIFY(!svg.contains(">7<"));
        const QImage picture = renderPng(chart, {720, 420}, {}, 1);
        // Smoothed edges between the cells let a little white through.
        const QColor inside = picture.pixelColor(400, 300);
        QVERIFY(inside.red() > inside.blue() + 10 && inside.red() > inside.green() + 10);
    }

    /// Of a picture of 2 x 1 pixels each is a square of one colour, without a blend between.
    void tilesKeepTheirPixels() {
        QImage image(2, 1, QImage::Format_RGB888);
        image.setPixelColor(0, 0, Qt::black);
        image.setPixelColor(1, 0, Qt::red);
        TilesChart chart;
        chart.setValue({{{image, {"uno"}}}, {}, {}});
        const QImage drawn = renderPng(chart, {400, 300}, {}, 1);
        int black = 0, red = 0, between = 0;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x) {
                const QColor colour = drawn.pixelColor(x, y);
                const bool reddish = colour.green() < 20 && colour.blue() < 20;
                black += reddish && colour.red() < 20;
                red += reddish && colour.red() > 235;
                between += reddish && colour.red() > 60 && colour.red() < 195;
            }
        QVERIFY(red > 5000);
        QVERIFY(black >= red && black < red + 2000);  // the words are dark as well
        QVERIFY(between < 400);
    }

    void titleOfTheChartIsTheFallback() {
        const Kind made = make("lines");
        made.chart->setTitle("Tiempos");
        QVERIFY(renderSvg(*made.chart, {300, 200}).contains("<title>Tiempos</title>"));
    }

    void pngIsFineAndWhite_data() { kinds(); }
    void pngIsFineAndWhite() {
        QFETCH(QString, kind);
        const Kind made = make(kind);
        const QImage image = renderPng(*made.chart, {640, 360}, kCaption);
        QCOMPARE(image.size(), QSize(1280, 720));
        QCOMPARE(renderPng(*made.chart, {640, 360}, {}, 1).size(), QSize(640, 360));
        for (const QPoint corner :
             {QPoint(0, 0), QPoint(1279, 0), QPoint(0, 719), QPoint(1279, 719)})
            QCOMPARE(image.pixel(corner), qRgb(255, 255, 255));
        QVERIFY(image != renderPng(*made.chart, {640, 360}));  // the caption is seen
    }

    void paperIsLightInADarkWindow_data() { kinds(); }
    void paperIsLightInADarkWindow() {
        QFETCH(QString, kind);
        const Kind made = make(kind);
        made.chart->resize(560, 240);
        const QImage light = renderPng(*made.chart, {640, 360}, kCaption);
        applyTheme(*qApp, ThemeChoice::Dark);
        const QImage window = made.chart->grab().toImage();
        QCOMPARE(renderPng(*made.chart, {640, 360}, kCaption), light);
        QVERIFY(tokens().dark);  // and the window stays as it was
        QCOMPARE(made.chart->grab().toImage(), window);
    }

    void presentationDoesNotReachPaper() {
        const Kind made = make("lines");
        const QImage normal = renderPng(*made.chart, {640, 360});
        made.chart->setScale(1.6);
        QCOMPARE(renderPng(*made.chart, {640, 360}), normal);
    }

    void unitEnlargesWithoutChange() {
        const Kind made = make("lines");
        const auto paintAt = [&](double unit) {
            QImage image(QSize(400, 240) * unit, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            made.chart->paintTo(painter, QRectF({0, 0}, image.size()), unit);
            painter.end();
            return image;
        };
        // A coarse look at both: the same ink in the same places.
        const auto coarse = [](const QImage& image) {
            return image.convertToFormat(QImage::Format_Grayscale8)
                .scaled(20, 12, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        };
        const QImage small = coarse(paintAt(1)), big = coarse(paintAt(3));
        int darkest = 255;
        for (int y = 0; y < small.height(); ++y)
            for (int x = 0; x < small.width(); ++x) {
                darkest = qMin(darkest, qGray(small.pixel(x, y)));
                QVERIFY(qAbs(qGray(small.pixel(x, y)) - qGray(big.pixel(x, y))) < 25);
            }
        QVERIFY2(darkest < 225, qPrintable(QString::number(darkest)));
    }

    void pdfTakesIt_data() { kinds(); }
    void pdfTakesIt() {
        QFETCH(QString, kind);
        const Kind made = make(kind);
        QByteArray pdf;
        QBuffer buffer(&pdf);
        buffer.open(QIODevice::WriteOnly);
        {
            QPdfWriter writer(&buffer);
            writer.setResolution(1200);
            QPainter painter(&writer);
            paintChart(painter, QRectF(0, 0, 8000, 4500), *made.chart, kCaption, 12.5);
        }
        QVERIFY(pdf.startsWith("%PDF") && pdf.contains("/Font"));
    }

    void emptyChartsExportTheirSentence() {
        LinesChart chart;
        chart.setEmptyText("Nada medido");
        QVERIFY(renderSvg(chart, {300, 200}).contains(">Nada medido</text>"));
    }
};

QTEST_MAIN(TestChartExport)
#include "tst_chart_export.moc"
