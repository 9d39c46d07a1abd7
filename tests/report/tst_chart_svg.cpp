// SPDX-License-Identifier: Apache-2.0
// The drawing of every kind of chart, and that a variant looks the same wherever it stands.
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <map>
#include <set>

#include "experiments/compare.h"
#include "experiments/inference/view.h"
#include "report/chart_layout.h"
#include "report/layout.h"
#include "report/part_look.h"
#include "report/series_look.h"
#include "report/time_charts.h"
#include "report/writers.h"
#include "report_examples.h"

using namespace duelo;

namespace {

constexpr NumberStyle kComma{','};

/// The parts of a drawing that an XML reader finds.
struct Seen {
    QString title, description, error;
    QStringList texts, tips, names;  ///< words, words over a mark, elements
    double width = 0, height = 0;
};

Seen seen(const std::string& svg) {
    Seen out;
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QString name = xml.name().toString();
        out.names << name;
        if (name == "svg") {
            const auto box = xml.attributes().value("viewBox").toString().split(' ');
            out.width = box[2].toDouble();
            out.height = box[3].toDouble();
        }
        if (name == "title" && out.title.isEmpty())
            out.title = xml.readElementText();
        else if (name == "title")
            out.tips << xml.readElementText();
        if (name == "desc") out.description = xml.readElementText();
        if (name == "text") out.texts << xml.readElementText();
    }
    if (xml.hasError()) out.error = xml.errorString();
    return out;
}

LinesValue lines() {
    LinesValue value{.title = "CPU < GPU",
                     .x_title = "Tamaño (px)",
                     .y_title = "Tiempo (s)",
                     .x_unit = " px",
                     .y_unit = " s",
                     .log_y = true};
    value.series = {{"CPU & co", 0, {{224, 20.5, Interval{2, 200}}, {512, 90}}},
                    {"GPU", 1, {{512, 6.5, {}, {}, true, "test accuracy 93 %"}}}};
    value.ratios = {{512, 6.5, 90, "× 13,8"}};
    value.description = "Dicho <en> palabras";
    return value;
}

DistributionValue distribution() {
    DistributionValue value{.title = "CPU < GPU", .x_title = "Tiempo (ms)"};
    value.series = {{"CPU & co", 0, {88, 90, 95}, 90, Interval{88, 95}, "mediana 90 ms, n = 3"},
                    {"GPU", 1, {85, 86}, 85, {}, "mediana 85 ms, n = 2"}};
    value.description = "Dicho <en> palabras";
    return value;
}

CourseValue course() {
    CourseValue value{.title = "CPU < GPU",
                      .x_title = "Transcurrido (s)",
                      .y_title = "Duración (ms)",
                      .discarded_name = "no cuenta"};
    value.series = {{"CPU & co", 0, {{1, 2}, {90, 100}}, {{0}, {150}}}};
    value.description = "Dicho <en> palabras";
    return value;
}

BarsValue bars() {
    BarsValue value{.title = "CPU < GPU"};
    value.bars = {
        {"CPU & co", "4 s", {{"data", "leer", 1}, {"compute", "calcular", 3}}},
        {"GPU", "3 s", {{"data", "leer", 1}, {"h2d", "copiar", 1}, {"compute", "calcular", 1}}}};
    value.description = "Dicho <en> palabras";
    return value;
}

MatrixValue matrix() {
    return {.title = "CPU < GPU",
            .names = {"gato", "perro & co"},
            .counts = {{21, 3}, {0, 17}},
            .row_title = "Filas: lo que es ↓",
            .column_title = "Columnas: lo que dijo →",
            .note = "Acertadas: 38 de 41",
            .description = "Dicho <en> palabras"};
}

TilesValue tiles() {
    // The head of a PNG of 4 x 2 pixels, which is all that a drawing reads.
    const std::string head("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\4\0\0\0\2", 24);
    return {.title = "CPU < GPU",
            .tiles = {{head, {"Es: gato", "Dijo: perro & co"}}, {"", {"Es: perro"}}},
            .note = "Los errores",
            .description = "Dicho <en> palabras"};
}

GridsValue grids() {
    return {.title = "CPU < GPU",
            .grids = {{.title = "antes & ahora", .columns = 2, .cells = {{"9"}, {"5"}, {"3"}, {}}},
                      {.columns = 1, .cells = {{.text = "7", .style = 1}}, .sign = "→"}},
            .words = {"ventana 1 & 2", "nada más"},
            .description = "Dicho <en> palabras"};
}

/// Two PCs, one without a GPU, before the box of their class.
ScatterValue scatter() {
    return {
        .title = "CPU < GPU",
        .x_title = "Tamaño (px)",
        .y_title = "Tiempo (s)",
        .x_low = -0.5,
        .x_high = 1.5,
        .ticks = {{0, "224"}, {1, "512"}},
        .levels = {1},
        .grounds = {{.x_low = -0.3, .x_high = 0.3, .y_low = 0.02, .y_high = 0.04, .middle = 0.03}},
        .marks = {{.x = -0.1, .y = 0.03, .filled = true, .words = "puesto 1 & CPU"},
                  {.x = -0.1, .y = 0.004, .style = 1, .interval = Interval{0.001, 0.009}},
                  {.x = 0.1, .y = 0.05, .owner = 1},
                  {.x = 0.1, .y = std::nan(""), .style = 1, .owner = 1},
                  {.x = 0.1, .y = 0, .style = 1, .owner = 1}},
        .names = {{"CPU & co", 0, true}, {"GPU", 1}},
        .description = "Dicho <en> palabras"};
}

std::string drawn(const ChartValue& value, ChartUse use = ChartUse::File) {
    return chartSvg(value, kComma, "c", use);
}

std::vector<std::pair<const char*, ChartValue>> everyKind() {
    return {{"lines", lines()},   {"distribution", distribution()},
            {"course", course()}, {"bars", bars()},
            {"matrix", matrix()}, {"tiles", tiles()},
            {"grids", grids()},   {"scatter", scatter()}};
}

}  // namespace

class TestChartSvg : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsWellFormed_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QStringList>("texts");
        const QStringList texts[] = {
            {"Tamaño (px)", "Tiempo (s)", "CPU & co", "GPU", "224", "512", "10", "100", "× 13,8"},
            {"Tiempo (ms)", "CPU & co", "mediana 90 ms, n = 3", "GPU", "90"},
            {"Transcurrido (s)", "Duración (ms)", "CPU & co", "no cuenta"},
            {"CPU & co", "4 s", "3 s", "leer", "copiar", "calcular"},
            {"gato", "perro & co", "21", "3", "0", "17", "Acertadas: 38 de 41"},
            {"Es: gato", "Dijo: perro & co", "Es: perro", "Los errores"},
            {"antes & ahora", "9", "5", "3", "→", "7", "ventana 1 & 2", "nada más"},
            {"Tamaño (px)", "Tiempo (s)", "CPU & co", "GPU", "224", "512"}};
        const auto kinds = everyKind();
        for (std::size_t i = 0; i < kinds.size(); ++i)
            QTest::newRow(kinds[i].first) << static_cast<int>(i) << texts[i];
    }
    void everyKindIsWellFormed() {
        QFETCH(int, kind);
        QFETCH(QStringList, texts);
        const ChartValue value = everyKind()[static_cast<std::size_t>(kind)].second;
        for (const ChartUse use : {ChartUse::Page, ChartUse::File}) {
            const std::string svg = drawn(value, use);
            const Seen what = seen(svg);
            QVERIFY2(what.error.isEmpty(), qPrintable(what.error));
            QCOMPARE(what.title, QString("CPU < GPU"));
            QCOMPARE(what.description, QString("Dicho <en> palabras"));
            QCOMPARE(what.width, 720.0);
            for (const QString& text : texts)
                QVERIFY2(what.texts.contains(text),
                         qPrintable(text + " is not in " + what.texts.join('|')));
            QVERIFY(svg.find("nan") == svg.npos && svg.find("inf") == svg.npos);
            // Programs other than browsers read neither style sheets nor clip paths.
            QCOMPARE(svg.find("style=") == svg.npos, use == ChartUse::File);
            QCOMPARE(what.names.contains("style"), use == ChartUse::Page);
            QVERIFY(!what.names.contains("clipPath") && !what.names.contains("pattern"));
            QCOMPARE(svg.find("class=") == svg.npos, use == ChartUse::File);
            // Nothing is cut at the foot.
            const QRegularExpression foot("<text x=\"[-0-9.]+\" y=\"([0-9.]+)\"");
            auto found = foot.globalMatch(QString::fromStdString(svg));
            while (found.hasNext()) QVERIFY(found.next().captured(1).toDouble() < what.height);
        }
    }

    /// The caption of an exported chart takes its own room.
    void captionExplainsTheChart() {
        const ChartCaption caption{"Título & más", "ResNet18, " + std::string(200, 'o') + " lote 1",
                                   "AULA-L12-07\nDuelo"};
        const Seen plain = seen(drawn(lines()));
        const Seen with = seen(chartSvg(lines(), kComma, "c", ChartUse::File, caption));
        QCOMPARE(with.title, QString("Título & más"));
        QVERIFY(with.texts.contains("Título & más") && !with.texts.contains("CPU < GPU"));
        QVERIFY(with.texts.contains("AULA-L12-07") && with.texts.contains("Duelo"));
        QVERIFY(with.height > plain.height + 60);
    }

    /// Each point can be asked for its figures; many points have a mark for some.
    void onePointOneMark() {
        const Seen what = seen(drawn(lines()));
        QCOMPARE(what.tips,
                 (QStringList{"CPU & co, 224 px: 20 s [2; 200]", "CPU & co, 512 px: 90,0 s",
                              "GPU, 512 px: 6,50 s, test accuracy 93 %"}));
        LinesValue many;
        many.series = {{"CPU", 0}, {"CPU", 0, {}, true}};
        for (int i = 1; i <= 500; ++i)
            for (LinesValue::Series& series : many.series)
                series.points.push_back({double(i), 1.0 / i});
        const qsizetype marks = seen(drawn(many)).tips.size();
        QVERIFY2(marks >= 6 && marks <= 12, qPrintable(QString::number(marks)));
    }

    /// The meaning of full and dashed lines is told once, and each variant is named once.
    void secondLinesAreDashed() {
        LinesValue value{.full_name = "validación", .dashed_name = "entrenamiento"};
        for (const bool dashed : {true, false}) {
            value.series.push_back({"CPU", 0, {{1, 2}, {2, 1}}, dashed});
            value.series.push_back({"GPU", 1, {{1, 3}, {2, 2}}, dashed});
        }
        const std::string svg = drawn(value);
        const QStringList texts = seen(svg).texts;
        for (const char* name : {"CPU", "GPU", "validación", "entrenamiento"})
            QCOMPARE(texts.count(name), 1);
        // Two lines and one entry of the legend.
        QCOMPARE(QString::fromStdString(svg).count("stroke-dasharray=\"6.0 4.0\""), 3);
        QVERIFY(seen(svg).tips.contains("GPU, validación, 2: 2,00"));
    }

    /// A training of one epoch has two points at one place, and one of them hid the other. Where
    /// both lines are measured each point has a sign, of a form that its line has to itself.
    void secondLinesHaveSignsOfTheirOwn() {
        LinesValue value{
            .title = "Curvas", .full_name = "entrenamiento", .dashed_name = "validación"};
        value.series = {{"CPU", 0, {{1, 2}}, true, true}, {"CPU", 0, {{1, 2}}, false}};
        for (int style = 0; style < 36; ++style) {
            LinesValue::Series full{"CPU", style}, dashed{"CPU", style, {}, true, true};
            QVERIFY(markerOf(full) == seriesLook(style).marker);
            QVERIFY(markerOf(full) != markerOf(dashed));
        }
        QVERIFY(kindMarker(value, false) == Marker::Circle);
        QVERIFY(kindMarker(value, true) == Marker::Triangle);
        QCOMPARE(seen(drawn(value)).tips.size(), 2);
        for (LinesValue::Series& line : value.series) line.points.push_back({2, 1});
        QCOMPARE(seen(drawn(value)).tips.size(), 4);  // none is left out further on
        // A law is a line alone, and of several variants no sign stands for all.
        value.series.front().marked = false;
        QCOMPARE(seen(drawn(value)).tips.size(), 2);
        QVERIFY(!kindMarker(value, true) && !kindMarker(value, false));
        value.series.front().marked = true;
        value.series.push_back({"GPU", 1, {{1, 3}}, true, true});
        QVERIFY(!kindMarker(value, true));
    }

    /// Y-14: a point without an interval has a dashed bar over its samples, and does not look the
    /// most certain one.
    void withoutAnIntervalTheSamplesAreTheBar_Y_14() {
        LinesValue value;
        const auto dashes = [&] {
            return QString::fromStdString(drawn(value)).count("stroke-dasharray");
        };
        value.series = {{"CPU", 0, {{1, 20, Interval{5, 40}}, {2, 25, Interval{5, 40}}}}};
        const auto before = dashes();
        value.series = {{"CPU", 0, {{1, 20, Interval{5, 40}}, {2, 25, {}, Interval{5, 40}}}}};
        QCOMPARE(dashes(), before + 1);
        const AxisScale y = yScaleOf(value, 6, kComma);
        QVERIFY(y.high >= 40);
    }

    /// A dot for each sample, and one beside the name; however far apart rows are, they share an
    /// axis, upon which the far ones are not pressed into one stroke.
    void everySampleIsADot() {
        DistributionValue value = distribution();
        QCOMPARE(seen(drawn(value)).names.count("circle"), 4);
        value.series[1] = {"GPU", 1, {0.8, 0.85, 1.25}, 0.85};
        const QStringList texts = seen(drawn(value)).texts;
        QVERIFY2(texts.count("1") == 1 && texts.count("10") == 1, qPrintable(texts.join('|')));
    }

    /// A whole time is as long as it is, with its interval upon it, below its name and its words;
    /// a group is named once.
    void wholeTimesHaveTheirInterval() {
        BarsValue value;
        for (const double ms : {40.0, 10.0})
            value.bars.push_back({.name = "a",
                                  .text = "b",
                                  .ms = ms,
                                  .style = 1,
                                  .ci95_ms = Interval{ms - 1, ms + 10},
                                  .group = "gato.png"});
        const std::string svg = drawn(value);
        const QStringList texts = seen(svg).texts;
        QCOMPARE(texts.count("a"), 2);
        QCOMPARE(texts.count("b"), 2);
        QCOMPARE(texts.count("gato.png"), 1);
        QCOMPARE(value.longestMs(), 50.0);
        const QRegularExpression box("width=\"([0-9.]+)\" height=\"14.0\"");
        std::vector<double> widths;
        for (auto found = box.globalMatch(QString::fromStdString(svg)); found.hasNext();)
            widths.push_back(found.next().captured(1).toDouble());
        QCOMPARE(widths.size(), std::size_t{2});
        QVERIFY(std::abs(widths[0] / widths[1] - 4) < 0.02);
        // An interval and its two ends for each.
        BarsValue bare = value;
        for (BarsValue::Bar& bar : bare.bars) bar.ci95_ms.reset();
        const auto strokes = [](const std::string& text) {
            return QString::fromStdString(text).count("<path");
        };
        QCOMPARE(strokes(svg) - strokes(drawn(bare)), 6);
    }

    /// A bar has no marker: where the colours of series come again a pattern tells them apart.
    void barsOfMoreSeriesThanColoursDiffer() {
        std::set<std::pair<int, int>> looks;
        for (int style = 0; style < 36; ++style)
            looks.emplace(style % static_cast<int>(kSeriesLooks.size()),
                          static_cast<int>(barLook(style).pattern));
        QCOMPARE(looks.size(), std::size_t{36});
        const auto strokes = [](int style) {
            BarsValue value;
            value.bars = {{.name = "bucles", .text = "5 ms", .ms = 5, .style = style}};
            return QString::fromStdString(drawn(value)).count("<path");
        };
        for (int style = 0; style < 6; ++style) QVERIFY(barLook(style).pattern == Pattern::Plain);
        for (const int style : {6, 12, 18, 24, 30})
            QVERIFY2(strokes(style) >= strokes(0) + 2, qPrintable(QString::number(style)));
    }

    /// P-03: parts are as long as they took.
    void partsAreAsLongAsTheyTook() {
        BarsValue value;
        value.bars = {{"",
                       "",
                       {{"h2d", "copiar", 1},
                        {"compute", "calcular", 7},
                        {"d2h", "devolver", std::nan("")},
                        {"decode", "abrir", -4},
                        {"unexplained", "sin explicar", 2}}}};
        const QRegularExpression box(
            "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"26.0\"");
        std::vector<double> lefts, widths;
        const std::string svg = drawn(value);
        auto found = box.globalMatch(QString::fromStdString(svg));
        while (found.hasNext()) {
            const auto one = found.next();
            lefts.push_back(one.captured(1).toDouble());
            widths.push_back(one.captured(3).toDouble());
        }
        QCOMPARE(widths.size(), std::size_t{3});
        QVERIFY(std::abs(widths[1] / widths[0] - 7) < 0.02);
        QVERIFY(std::abs(widths[2] / widths[0] - 2) < 0.02);
        QVERIFY(std::abs(lefts[1] - lefts[0] - widths[0]) < 0.11);
    }

    void partsOfBarsAreNamedOnce() {
        const QStringList texts = seen(drawn(bars())).texts;
        qsizetype before = -1;
        for (const char* part : {"leer", "copiar", "calcular"}) {
            QCOMPARE(texts.count(part), 1);
            QVERIFY(texts.indexOf(part) > before);
            before = texts.indexOf(part);
        }
        BarsValue lone{.bars = {{"", "", {{"compute", "calcular", 3, "75 %"}}}}};
        QVERIFY(seen(drawn(lone)).texts.contains("calcular 75 %"));
    }

    /// Every sample of a course is in its line; those that do not count are marks beside it.
    void courseKeepsItsExtremes() {
        CourseValue value;
        value.series = {{"CPU", 0}};
        for (int i = 0; i < 100'000; ++i) {
            value.series[0].kept.t_s.push_back(i);
            value.series[0].kept.times.push_back(i == 77'777 ? 130 : 90 + i % 3);
        }
        const std::string svg = drawn(value);
        QVERIFY(svg.size() < 100'000);
        const Seen what = seen(svg);
        QVERIFY2(what.texts.contains("130"), qPrintable(what.texts.join('|')));
    }

    /// Counts that no longer fit are left to their colours, and names to every second, third...
    void aMatrixOfManyNamesIsStillAPicture() {
        MatrixValue value;
        for (int i = 0; i < 150; ++i) {
            value.names.push_back("clase " + std::to_string(i));
            value.counts.emplace_back(150, 7);
        }
        const Seen what = seen(drawn(value));
        QVERIFY(what.texts.contains("clase 0") && !what.texts.contains("clase 1"));
        QVERIFY(!what.texts.contains("7"));
        QVERIFY(what.names.count("rect") > 150 * 150);
    }

    /// Cells too small for their words go without them, and none leaves the drawing.
    void gridsFindRoom() {
        GridsValue value = grids();
        QVERIFY(seen(drawn(value)).texts.contains("→"));
        value.grids[0].columns = 64;
        value.grids[0].cells.assign(64 * 8, {.text = "8"});
        const Seen what = seen(drawn(value));
        QVERIFY(!what.texts.contains("8"));
        const QRegularExpression place("<rect x=\"([0-9.]+)\"[^>]* width=\"([0-9.]+)\"");
        const QString svg = QString::fromStdString(drawn(value));
        int cells = 0;
        for (auto it = place.globalMatch(svg); it.hasNext(); ++cells) {
            const auto found = it.next();
            QVERIFY(found.captured(1).toDouble() + found.captured(2).toDouble() <= 720);
        }
        QVERIFY(cells >= 64 * 8);
    }

    /// In the proportions of the picture, and without one only its words.
    void tilesHoldTheirPictures() {
        const QString svg = QString::fromStdString(drawn(tiles()));
        QCOMPARE(svg.count("<image"), 1);
        const QRegularExpression size("<image[^>]* width=\"([0-9.]+)\" height=\"([0-9.]+)\"");
        const auto found = size.match(svg);
        QCOMPARE(found.captured(1).toDouble(), 2 * found.captured(2).toDouble());
        QVERIFY(svg.contains("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAC\""));
    }

    /// A value without a place, such as zero upon a logarithmic axis, has no sign; words go with
    /// signs.
    void scatterDrawsWhatHasAPlace() {
        const QString svg = QString::fromStdString(drawn(scatter()));
        QCOMPARE(svg.count("<circle"), 3);  // two PCs and the legend
        QVERIFY(svg.contains("<title>puesto 1 &amp; CPU</title>"));
        QCOMPARE(svg.count("fill-opacity"), 1);  // the box of the class
        QVERIFY(svg.contains("stroke-dasharray"));
    }

    void nothingToDrawIsStillADrawing() {
        LinesValue odd{.log_y = true};
        odd.series = {{"s", 1, {{224, 1e-9}, {224, 1e-9}, {225, std::nan("")}, {226, 0}}}};
        for (const ChartValue& value :
             {ChartValue(LinesValue()), ChartValue(DistributionValue()), ChartValue(CourseValue()),
              ChartValue(BarsValue()), ChartValue(MatrixValue()), ChartValue(TilesValue()),
              ChartValue(GridsValue()), ChartValue(ScatterValue()), ChartValue(odd)}) {
            const std::string svg = drawn(value);
            QVERIFY(seen(svg).error.isEmpty());
            QVERIFY(svg.find("nan") == svg.npos);
        }
    }

    /// The looks differ in colour, in marker and in dash, so that one of the three is enough.
    void looksDiffer() {
        for (std::size_t a = 0; a < kSeriesLooks.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                QVERIFY(kSeriesLooks[a].light != kSeriesLooks[b].light);
                QVERIFY(kSeriesLooks[a].marker != kSeriesLooks[b].marker);
                QVERIFY(kSeriesLooks[a].dashes != kSeriesLooks[b].dashes);
            }
        QVERIFY(seriesLook(0).marker == Marker::Circle);  // S0-20
        QVERIFY(seriesLook(1).marker == Marker::Cross);
        std::set<std::pair<std::string_view, Marker>> signs;
        for (int style = 0; style < static_cast<int>(kSignedLooks.size()); ++style)
            signs.emplace(seriesLook(style).light, seriesLook(style).marker);
        QCOMPARE(signs.size(), kSignedLooks.size());
    }

    /// Six ways of a CPU have six colours: that of a GPU which nobody has is one of them.
    void sixVariantsOfACpuDiffer() {
        Comparison comparison;
        std::set<std::string_view> colours;
        for (const char* mode : {"a", "b", "c", "d", "e", "f"}) {
            Column column;
            column.variant.set("device", "cpu");
            column.variant.set("mode", mode);
            comparison.columns.push_back(std::move(column));
        }
        QCOMPARE(styleOf(comparison, 0), 0);
        for (std::size_t i = 0; i < comparison.columns.size(); ++i)
            colours.insert(seriesLook(styleOf(comparison, i)).light);
        QCOMPARE(colours.size(), comparison.columns.size());
        comparison.columns.push_back(comparison.columns.front());
        comparison.columns.back().variant.set("mode", "g");
        QVERIFY(styleOf(comparison, 6) != styleOf(comparison, 0));
    }

    /// The same variant in two tables of one comparison.
    void aVariantHasOneStyleInEveryTable() {
        const auto comparison = compare(std::vector<RecordLog>{examples::gpuPc()});
        const Labels labels(*comparison, Text(Language::Spanish));
        QVERIFY(comparison->tables.size() > 1);
        std::map<std::string, std::set<int>> styles;
        for (std::size_t i = 0; i < comparison->tables.size(); ++i)
            for (const std::size_t column :
                 Shown{.comparison = *comparison, .labels = labels, .table = i}.columns())
                styles[labels.columnName(column)].insert(styleOf(*comparison, column));
        std::set<int> all;
        for (const auto& [name, of] : styles) {
            QCOMPARE(of.size(), std::size_t{1});
            all.insert(of.begin(), of.end());
        }
        QCOMPARE(all.size(), styles.size());  // and no two share one
        for (std::size_t i = 0; i < comparison->tables.size(); ++i) {
            const Shown shown{.comparison = *comparison, .labels = labels, .table = i};
            for (const auto& series : timesOver(shown, "size_px").series)
                QVERIFY(all.contains(series.style));
            for (const auto& bar : timeBars(shown, rowName).bars) QVERIFY(all.contains(bar.style));
        }
    }

    /// A variant keeps its style, however much of a run has been measured.
    void aVariantHasOneStyleFromTheFirstRecordOn() {
        const RecordLog whole = examples::gpuPc();
        const auto last = compare(std::vector<RecordLog>{whole});
        const auto styleIn = [](const Comparison& in, const Params& variant) {
            for (std::size_t i = 0; i < in.columns.size(); ++i)
                if (in.columns[i].variant == variant) return styleOf(in, i);
            return -1;
        };
        int compared = 0;
        for (std::size_t records = 2; records <= whole.records.size(); ++records) {
            RecordLog log = whole;
            log.records.resize(records, whole.records.front());
            const auto now = compare(std::vector<RecordLog>{log});
            if (!now) continue;
            for (std::size_t i = 0; i < now->columns.size(); ++i, ++compared)
                QCOMPARE(styleOf(*now, i), styleIn(*last, now->columns[i].variant));
        }
        QVERIFY(compared > 10);
    }

    /// S0-32: without a GPU of its own a PC has the other group's in its place.
    void theOtherGroupsGpuLooksLikeAGpu() {
        ComparisonOptions roles;
        roles.roles = {Role::Own, Role::Shared};
        const auto c =
            compare(std::vector<RecordLog>{examples::cpuPc(), examples::otherPc()}, roles);
        for (const CaseTable& table : c->tables)
            if (table.gpu) QCOMPARE(styleOf(*c, *table.gpu), 1);
    }
};

QTEST_APPLESS_MAIN(TestChartSvg)
#include "tst_chart_svg.moc"
