// SPDX-License-Identifier: Apache-2.0
// P-04, S3-08, S3-12: where a CPU and a GPU meet, and when a GPU has paid its start back.
#include <QtTest>

#include "comparison_testing.h"
#include "document_testing.h"
#include "experiments/specs.h"
#include "report/tabs.h"
#include "report/worth.h"
#include "report/writers.h"

using namespace duelo;
using duelo::test::compared;
using Winner = WorthCell::Winner;

namespace {

/// Times of a CPU and of a GPU by size and batch, and what the first call of the GPU takes.
struct Given {
    int size_px, batch;
    double cpu_ms, gpu_ms;
    const char* flag = "";
};

RecordLog logOf(const std::vector<Given>& all) {
    RecordLog log = examples::gpuPc();
    const Header header = std::get<Header>(log.records.front());
    log.records = {header};
    int cells = 0;
    for (const Given& given : all)
        for (const bool gpu : {false, true}) {
            const std::string id = "c" + std::to_string(++cells);
            const double ms = gpu ? given.gpu_ms : given.cpu_ms;
            Params work{{"model", "resnet18"},
                        {"input", "random"},
                        {"size_px", given.size_px},
                        {"batch", given.batch}};
            Params variant{
                {"device", gpu ? "cuda" : "cpu"}, {"precision", "fp32"}, {"mode", "eager"}};
            log.records.emplace_back(CellRecord{
                .cell = id, .experiment = "inference", .work = work, .variant = variant});
            log.records.emplace_back(
                Cold{.cell = id, .load_ms = gpu ? 500.0 : 50.0, .first_ms = gpu ? 600 + ms : ms});
            ResultRecord result;
            result.cell = id;
            result.quantities = {{"images", given.batch}};
            if (*given.flag != '\0') result.flags = {given.flag};
            result.summary = Summary{.n = 100,
                                     .median_ms = ms,
                                     .ci95_ms = Interval{ms * 0.995, ms * 1.005},
                                     .mean_ms = ms,
                                     .min_ms = ms,
                                     .p25_ms = ms,
                                     .p75_ms = ms,
                                     .max_ms = ms};
            log.records.emplace_back(result);
        }
    return log;
}

RecordLog grid() {
    return logOf({{224, 1, 5, 8},
                  {512, 1, 20, 10},
                  {1024, 1, 80, 20},
                  {224, 8, 40, 12},
                  {512, 8, 160, 50, "very_noisy"},
                  {1024, 8, 640, 100}});
}

const ReportOptions kEnglish{.language = Language::English};

}  // namespace

class WorthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheWinnerOfEachCase();
    void findsWhereBothMeet();
    void paysTheStartBack();
    void aStartReadsTheWeights();
    void aDoubtfulCaseIsHatched();
    void explainsNoSignThatItLacks_H27();
    void isATableAChartAndWords();
    void isNothingWithoutAGpu();
    void printsNoMapOfQuestionMarks();
    void hasATabAndACard();
};

void WorthTest::findsTheWinnerOfEachCase() {
    const Comparison comparison = compared({grid()});
    const auto maps = worthMapsOf(comparison);
    QCOMPARE(maps.size(), 1U);
    const WorthMap& map = maps.front();
    QCOMPARE(map.x_axis, std::string("size_px"));
    QCOMPARE(map.y_axis, std::string("batch"));
    QCOMPARE(map.xs, (std::vector<double>{224, 512, 1024}));
    QCOMPARE(map.ys, (std::vector<double>{1, 8}));
    QVERIFY(map.at(0, 0)->winner == Winner::Cpu);
    QVERIFY(map.at(1, 0)->winner == Winner::Gpu);
    QVERIFY(map.at(0, 1)->winner == Winner::Gpu);
}

void WorthTest::findsWhereBothMeet() {
    const auto maps = worthMapsOf(compared({grid()}));
    const auto lines = breakEvens(maps.front());
    QCOMPARE(lines.size(), 2U);
    QVERIFY(lines[0].x == 0 && lines[0].y == 0 && !lines[0].down);
    QVERIFY(lines[1].x == 0 && lines[1].y == 0 && lines[1].down);
}

void WorthTest::paysTheStartBack() {
    const Comparison comparison = compared({grid()});
    const auto maps = worthMapsOf(comparison);
    const auto never = payBackOf(comparison, *maps.front().at(0, 0));
    QVERIFY(never && !never->calls);
    const auto paid = payBackOf(comparison, *maps.front().at(1, 0));
    QVERIFY(paid && paid->calls);
    QCOMPARE(paid->gpu_start_ms, 1100.0);
    QCOMPARE(paid->cpu_start_ms, 50.0);
    QCOMPARE(*paid->calls, 105.0);  // 1050 ms at 10 ms a call
}

/// Only the first case of a run reads the weights; a start of any other alone does too.
void WorthTest::aStartReadsTheWeights() {
    const auto startOf = [](bool same_weights) {
        RecordLog log = logOf({{224, 1, 10, 4}, {512, 1, 20, 10}});
        for (Record& record : log.records) {
            if (auto* cold = std::get_if<Cold>(&record); cold && cold->cell == "c3")
                cold->load_ms = 1;
            auto* result = std::get_if<ResultRecord>(&record);
            if (!result) continue;
            const bool second = result->cell == "c3" || result->cell == "c4";
            result->identities = {{.id = "weights",
                                   .sha256 = second && !same_weights ? "others" : "these",
                                   .origin = "official"}};
        }
        const Comparison comparison = compared({log});
        const auto paid = payBackOf(comparison, *worthMapsOf(comparison).front().at(1, 0));
        return paid ? paid->cpu_start_ms : -1;
    };
    QCOMPARE(startOf(true), 50.0);
    QCOMPARE(startOf(false), 1.0);
}

void WorthTest::aDoubtfulCaseIsHatched() {
    const Comparison comparison = compared({grid()});
    const auto maps = worthMapsOf(comparison);
    QVERIFY(maps.front().at(1, 1)->winner == Winner::Undecided);
    QVERIFY(!payBackOf(comparison, *maps.front().at(1, 1)));
    const DocSection section = worthSection(comparison, kEnglish);
    const auto chart = std::ranges::find_if(section.blocks, [](const DocBlock& block) {
        return std::holds_alternative<ChartValue>(block);
    });
    QVERIFY(chart != section.blocks.end());
    const auto& grids = std::get<GridsValue>(std::get<ChartValue>(*chart)).grids;
    const auto& cells = grids.front().cells;  // four columns with that of the names
    QVERIFY(cells[2 * 4 + 2].hatched);
    QVERIFY(!cells[1 * 4 + 1].hatched && cells[1 * 4 + 1].line_right);
}

void WorthTest::explainsNoSignThatItLacks_H27() {
    const auto legend = [](const std::vector<Given>& times) {
        const Comparison comparison = compared({logOf(times)});
        const Labels labels(comparison, Text(Language::English));
        const auto charts =
            worthCharts({.comparison = comparison, .labels = labels, .table = 0, .row = 0});
        QStringList words;
        for (const std::string& one : std::get<GridsValue>(charts.at(0)).words)
            words << QString::fromStdString(one);
        return words.join(' ');
    };
    const QString plain = legend({{224, 1, 20, 5}, {512, 1, 80, 10}});
    QVERIFY(plain.contains("how many times") && !plain.contains("Thick line"));
    QVERIFY(!plain.contains("Hatched") && !plain.contains("Dash"));
    const QString met = legend({{224, 1, 5, 8}, {512, 1, 80, 10}});
    QVERIFY(met.contains("Thick line") && !met.contains("Hatched"));
    QVERIFY(legend({{224, 1, 20, 5}, {512, 1, 80, 10, "very_noisy"}}).contains("Hatched"));
}

void WorthTest::isATableAChartAndWords() {
    const Comparison comparison = compared({grid()});
    const Document document = compose(comparison, kEnglish);
    const DocTable table = examples::tableOf(document, "worth");
    QCOMPARE(table.rows.size(), 6U);
    const QString markdown = QString::fromStdString(writeMarkdown(document));
    QVERIFY(markdown.contains("between 224 px and 512 px the GPU begins to take less time"));
    QVERIFY(markdown.contains("105 images"));
    QVERIFY(markdown.contains("never"));
    const QString html = QString::fromStdString(writeHtml(document));
    QVERIFY(html.contains("GPU ×2.0") || html.contains("GPU ×2"));
    // A batch of eight pays back by images, not by calls: 1050 ms at 28 ms a call are 38 calls.
    QVERIFY(markdown.contains("304 images"));
}

void WorthTest::isNothingWithoutAGpu() {
    const Comparison comparison = compared({examples::cpuPc()});
    QVERIFY(worthMapsOf(comparison).empty());
    QVERIFY(worthSection(comparison, kEnglish).blocks.empty());
}

/// A question that no case decides is a sentence: no map of question marks, and no table of dashes.
void WorthTest::printsNoMapOfQuestionMarks() {
    const Comparison open =
        compared({logOf({{224, 1, 20, 5, "very_noisy"}, {512, 1, 80, 10, "very_noisy"}})});
    QVERIFY(worthMapsOf(open).front().at(0, 0)->winner == Winner::Undecided);
    const DocSection section = worthSection(open, kEnglish);
    QCOMPARE(section.blocks.size(), 1U);
    const auto* missing = std::get_if<DocList>(&section.blocks.front());
    QVERIFY(missing && missing->items.size() == 1);
    QVERIFY2(missing->items.front().ends_with("in no case."), missing->items.front().c_str());
    // One case that is decided is worth the map.
    const DocSection told = worthSection(
        compared({logOf({{224, 1, 20, 5}, {512, 1, 80, 10, "very_noisy"}})}), kEnglish);
    QVERIFY(std::holds_alternative<ChartValue>(told.blocks.front()));
}

void WorthTest::hasATabAndACard() {
    const Spec& spec = *findSpec("inference");
    const auto tabs = tabsOf(spec);
    QVERIFY(std::ranges::find(tabs, "worth", &ChartTab::id) != tabs.end());
    const auto none = tabsOf(*findSpec("lr_finder"));  // there is nothing to be faster at
    QVERIFY(std::ranges::find(none, "worth", &ChartTab::id) == none.end());
    const Comparison comparison = compared({grid()});
    const Labels labels(comparison, Text(Language::Spanish));
    const Shown shown{.comparison = comparison, .labels = labels, .table = 0, .row = 1};
    QCOMPARE(worthCharts(shown).size(), 1U);
    const auto card = worthCard(shown);
    QVERIFY(card && card->lines.size() >= 2);
    QVERIFY(card->lines[1].find("105 imágenes") != std::string::npos);
    // S3-12: with a start that 105 images pay back, one image is not viable and 500 are.
    const auto says = [&](std::size_t line, const char* words) {
        return card->lines.at(line).find(words) != std::string::npos;
    };
    QVERIFY2(says(2, "una imagen") && says(2, "no compensa"), card->lines[2].c_str());
    QVERIFY2(says(3, "500 cortes") && says(3, ": la GPU compensa."), card->lines[3].c_str());
    QVERIFY2(says(4, "un millón") && says(4, ": la GPU compensa."), card->lines[4].c_str());
}

QTEST_GUILESS_MAIN(WorthTest)
#include "tst_worth.moc"
