// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QListWidget>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>

#include "page_checks.h"
#include "ui/pages/guide_page.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

namespace {

QString es(const char* key) {
    return QString::fromStdString(Text(Language::Spanish)(key));
}

/// Returns the view beside the list.
const QWidget& shown(const GuidePage& page) {
    return *page.findChild<QStackedWidget*>()->currentWidget();
}

QListWidget& list(const GuidePage& page) {
    return *page.findChild<QListWidget*>();
}

}  // namespace

class TestGuidePage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheEightStepsAndTheirActions_S0_45_data();
    void hasTheEightStepsAndTheirActions_S0_45();
    void asksAndNeverAnswers_S0_21_25_data();
    void asksAndNeverAnswers_S0_21_25();
    void showsWhatWasFound();
    void offersAnotherPcsFileWithoutAGpu_S0_32();
    void startsNothingWhileMeasuring();
    void checksTheThreeAspects_S0_44();
    void putsTheLibrariesSideBySide_S0_50();
    void showsTheFiguresBehindTheStatements_S0_52_53();
    void declaresOptionB_S0_30();
    void writesNumbersAsTheReaderDoes();
};

void TestGuidePage::hasTheEightStepsAndTheirActions_S0_45_data() {
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("caption");
    QTest::addColumn<QString>("action");
    QTest::newRow("environment") << 1 << "Examine this PC again"
                                 << "probe";
    QTest::newRow("libraries") << 2 << "See the equivalent PyTorch code"
                               << "script";
    QTest::newRow("image") << 3 << "Choose images"
                           << "images";
    QTest::newRow("model") << 4 << "Choose models"
                           << "models";
    QTest::newRow("cpu") << 5 << "Measure on the CPU"
                         << "measure_cpu";
    QTest::newRow("gpu") << 6 << "Measure on the GPU"
                         << "measure_gpu";
    QTest::newRow("compare") << 7 << "Compare CPU and GPU"
                             << "compare";
    QTest::newRow("visualise") << 8 << "See the chart"
                               << "chart";
    QTest::newRow("threads") << 9 << QString::fromUtf8("Measure with 1, 2, … threads")
                             << "measure_threads";
}

void TestGuidePage::hasTheEightStepsAndTheirActions_S0_45() {
    QFETCH(int, step);
    QFETCH(QString, caption);
    QFETCH(QString, action);
    GuidePage page{Text(Language::Spanish)};
    QSignalSpy spy(&page, &GuidePage::actionRequested);
    page.showStep(step);
    QCOMPARE(list(page).currentRow(), step - 1);
    button(shown(page), caption)->click();
    QCOMPARE(spy.takeFirst(), QVariantList{action});
    if (QAbstractButton* next = button(shown(page), "Next step")) {
        next->click();
        QCOMPARE(list(page).currentRow(), step);
        button(shown(page), "Previous step")->click();
        QCOMPARE(list(page).currentRow(), step - 1);
    } else {
        QCOMPARE(step, 9);
    }
}

void TestGuidePage::asksAndNeverAnswers_S0_21_25_data() {
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("question");
    QTest::newRow("task 1") << 3 << "Tarea adicional 1";
    QTest::newRow("task 2") << 4 << "Tarea adicional 2";
    QTest::newRow("Q1") << 6 << QString::fromUtf8("¿por qué la GPU es más rápida en este caso?");
    QTest::newRow("Q2") << 7
                        << QString::fromUtf8(
                               "¿qué pasa cuando aumentamos el tamaño de las imágenes?");
    QTest::newRow("reflection") << 9 << QString::fromUtf8("¿qué es el paralelismo");
    QTest::newRow("Q3") << 8
                        << QString::fromUtf8(
                               "¿en qué tipo de situaciones reales este conocimiento "
                               "sería clave?");
}

void TestGuidePage::asksAndNeverAnswers_S0_21_25() {
    QFETCH(int, step);
    QFETCH(QString, question);
    GuidePage page{Text(Language::Spanish)};
    page.showStep(step);
    QVERIFY(visibleWords(shown(page)).contains(question));
    QVERIFY(visibleWords(shown(page)).contains(es("guide.answer_yours")));
}

void TestGuidePage::showsWhatWasFound() {
    GuidePage page{Text(Language::Spanish)};
    page.showStep(5);
    QVERIFY(visibleWords(shown(page)).contains(es("guide.not_done")));
    GuideState state;
    state.steps[4] = {true, "0,0231 s a 224 px", true};
    page.setState(state);
    QVERIFY(visibleWords(shown(page)).contains("0,0231 s a 224 px"));
    QVERIFY(visibleWords(shown(page)).contains(es("guide.done")));
    QVERIFY(list(page).item(4)->text().contains(QString::fromUtf8("✓")));
    QVERIFY(list(page).item(4)->data(Qt::AccessibleTextRole).toString().contains(es("guide.done")));
    QVERIFY(!list(page).item(5)->text().contains(QString::fromUtf8("✓")));
}

void TestGuidePage::offersAnotherPcsFileWithoutAGpu_S0_32() {
    GuidePage page{Text(Language::Spanish)};
    page.showStep(6);
    QVERIFY(!button(shown(page), "Add another group's file…"));
    GuideState state;
    state.steps[5] = {false, "GPU no disponible. Ejecutando solo en CPU.", false};
    page.setState(state);
    QVERIFY(!button(shown(page), "Measure on the GPU")->isEnabled());
    QVERIFY(visibleWords(shown(page)).contains("GPU no disponible. Ejecutando solo en CPU."));
    QSignalSpy spy(&page, &GuidePage::actionRequested);
    button(shown(page), QString::fromUtf8("Add another group's file…"))->click();
    QCOMPARE(spy.takeFirst(), QVariantList{"import_shared"});
    button(shown(page), QString::fromUtf8("Add a file of reference times…"))->click();
    QCOMPARE(spy.takeFirst(), QVariantList{"import_reference"});
    button(shown(page), "Option B")->click();
    QVERIFY(visibleWords(shown(page)).contains(es("guide.option_b_name")));
}

void TestGuidePage::startsNothingWhileMeasuring() {
    GuidePage page{Text(Language::Spanish)};
    page.setMeasuring(true);
    page.setState({});
    page.showStep(5);
    const QAbstractButton* measure = button(shown(page), "Measure on the CPU");
    QVERIFY(!measure->isEnabled());
    QCOMPARE(measure->toolTip(), es("start.measuring"));
    page.showStep(4);
    QVERIFY(button(shown(page), "Choose models")->isEnabled());
    page.setMeasuring(false);
    QVERIFY(measure->isEnabled());
    QVERIFY(measure->toolTip().isEmpty());
}

void TestGuidePage::checksTheThreeAspects_S0_44() {
    GuidePage page{Text(Language::Spanish)};
    page.showSection("aspects");
    QCOMPARE(visibleWords(shown(page)).count(es("guide.open")), 3);
    QSignalSpy spy(&page, &GuidePage::reflectionToggled);
    GuideState state;
    state.measured = state.sizes_compared = state.reflected = true;
    page.setState(state);
    QVERIFY(spy.isEmpty());  // only the student's own click counts
    QCOMPARE(visibleWords(shown(page)).count(es("guide.open")), 0);
    page.findChild<QCheckBox*>()->click();
    QCOMPARE(spy.takeFirst(), QVariantList{false});
    QCOMPARE(visibleWords(shown(page)).count(es("guide.open")), 1);
}

void TestGuidePage::putsTheLibrariesSideBySide_S0_50() {
    GuidePage page{Text(Language::Spanish)};
    page.showStep(2);
    button(shown(page), "Table of equivalents")->click();
    const QString words = visibleWords(shown(page));
    for (const char* part :
         {"torch", "LibTorch (C++)", "torchvision.models", "PIL.Image", "OpenCV", "matplotlib",
          "Gráficos de Duelo", "time.time()", "std::chrono::steady_clock"})
        QVERIFY2(words.contains(part), part);
    for (const Language language : {Language::Spanish, Language::English})
        for (const std::string& key : Text(language).keys("equivalence")) {
            const auto parts =
                QString::fromStdString(Text(language)("equivalence." + key)).split('|');
            QCOMPARE(parts.size(), 3);
            for (const QString& part : parts) QVERIFY2(!part.isEmpty(), key.c_str());
        }
}

void TestGuidePage::showsTheFiguresBehindTheStatements_S0_52_53() {
    GuidePage page{Text(Language::Spanish)};
    page.showSection("facts");
    QCOMPARE(visibleWords(shown(page)).count(es("fact.not_measured")), 3);
    GuideState state;
    state.facts.insert("sizes", "de 0,0231 s a 0,4210 s.");
    page.setState(state);
    QVERIFY(visibleWords(shown(page)).contains("Medido aquí: de 0,0231 s a 0,4210 s."));
    QCOMPARE(visibleWords(shown(page)).count(es("fact.not_measured")), 2);
    QVERIFY(visibleWords(shown(page)).contains(es("fact.sizes")));
}

void TestGuidePage::declaresOptionB_S0_30() {
    GuidePage page{Text(Language::Spanish)};
    page.showSection("option_b");
    QVERIFY(visibleWords(shown(page)).contains(es("guide.option_b_unknown")));
    QVERIFY(!visibleWords(shown(page)).contains(es("guide.option_b_declaration")));
    GuideState state;
    state.has_gpu = false;
    state.declaration = QString::fromStdString(
        Text(Language::Spanish)("report.declaration_no_gpu", {{"machine", "AULA-07"}}));
    page.setState(state);
    QVERIFY(visibleWords(shown(page)).contains(state.declaration));
    QVERIFY(visibleWords(shown(page)).contains(es("guide.option_b_no_gpu")));
    for (const char* key :
         {"guide.option_b_table_cpu", "guide.option_b_table_shared",
          "guide.option_b_table_reference", "guide.option_b_analysis", "guide.option_b_proposals"})
        QVERIFY2(visibleWords(shown(page)).contains(es(key)), key);
    QSignalSpy spy(&page, &GuidePage::actionRequested);
    button(shown(page), QString::fromUtf8("Add another group's file…"))->click();
    QCOMPARE(spy.takeFirst(), QVariantList{"import_shared"});
    button(shown(page), QString::fromUtf8("Add a file of reference times…"))->click();
    QCOMPARE(spy.takeFirst(), QVariantList{"import_reference"});
    state.has_gpu = true;
    state.declaration.clear();
    page.setState(state);
    QVERIFY(visibleWords(shown(page)).contains(es("guide.option_b_gpu")));
    QVERIFY(!visibleWords(shown(page)).contains(es("guide.option_b_declaration")));
}

void TestGuidePage::writesNumbersAsTheReaderDoes() {
    GuidePage comma{Text(Language::Spanish)};
    GuidePage point{Text(Language::Spanish, NumberStyle{'.'})};  // es_MX
    for (GuidePage* page : {&comma, &point}) page->showSection("equivalence");
    QVERIFY(visibleWords(shown(comma)).contains("15,6 ms"));
    QVERIFY(visibleWords(shown(point)).contains("15.6 ms"));
}

QTEST_MAIN(TestGuidePage)
#include "tst_guide_page.moc"
