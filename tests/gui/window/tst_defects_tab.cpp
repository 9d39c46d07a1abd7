// SPDX-License-Identifier: GPL-3.0-or-later
// P-02, S0-43: a student names what is wrong with each stopwatch before it is told.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "experiments/compare.h"
#include "experiments/stopwatch/view.h"
#include "report_examples.h"
#include "ui/experiments/stopwatch/defects_tab.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// One work by the right stopwatch and two wrong ones.
Comparison threeStopwatches(const std::string& run) {
    RecordLog log = examples::cpuPc();
    const Header* own = nullptr;
    for (const Record& record : log.records)
        if (const auto* header = std::get_if<Header>(&record)) own = header;
    Header header = *own;
    header.run = run;
    log.records = {header};
    const Json work{{"experiment", "pi"},
                    {"case", {{"samples", 1000}, {"method", "monte_carlo"}, {"seed", 1}}},
                    {"variant", {{"device", "cpu"}, {"how", "loop"}}}};
    double claimed_ms = 10;
    for (const char* watch : {"right", "handout", "few"}) {
        log.records.emplace_back(CellRecord{.cell = watch,
                                            .experiment = "stopwatch",
                                            .work = {{"work", work}},
                                            .variant = {{"stopwatch", watch}}});
        ResultRecord result;
        result.cell = watch;
        result.summary = Summary{.n = 9, .median_ms = 10};
        if (claimed_ms > 10) result.metrics.push_back({"claimed_ms", "ms", claimed_ms});
        log.records.emplace_back(std::move(result));
        claimed_ms *= 2;
    }
    const std::vector<RecordLog> logs{std::move(log)};
    return compare(logs).value();
}

}  // namespace

class TestDefectsTab : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrongIsNamedBeforeItIsTold_data();
    void whatIsWrongIsNamedBeforeItIsTold();
};

void TestDefectsTab::whatIsWrongIsNamedBeforeItIsTold_data() {
    QTest::addColumn<Language>("language");
    QTest::newRow("en") << Language::English;
    QTest::newRow("es") << Language::Spanish;
}

void TestDefectsTab::whatIsWrongIsNamedBeforeItIsTold() {
    QFETCH(Language, language);
    const Text text(language);
    WindowBench bench("normal", word(language).data());
    QVERIFY(bench.ready());
    bench.window->showPage("stopwatch");
    ui::ExperimentPage& page = bench.window->experimentPage("stopwatch");
    auto* tab = page.findChild<ui::DefectsTab*>();
    QVERIFY(tab);
    page.showTab(tab->title());
    tab->show(nullptr);
    auto* reveal = tab->findChild<QPushButton*>("revealDefects");
    QVERIFY(!reveal->isVisibleTo(tab));

    const Comparison c = threeStopwatches("run-1");
    const Labels labels(c, text);
    const Shown shown{.comparison = c, .labels = labels, .row = 0};
    tab->show(&shown);
    QVERIFY(reveal->isVisibleTo(tab));
    const auto choices = tab->findChildren<QComboBox*>();
    QCOMPARE(choices.size(), 2);  // of the right one nothing is asked
    for (const QComboBox* choice : choices) {
        QCOMPARE(choice->count(), 6);
        QCOMPARE(choice->currentIndex(), 0);
        QVERIFY(!choice->accessibleName().isEmpty());
    }
    const auto words = [tab] {
        QString all;
        for (const QLabel* label : tab->findChildren<QLabel*>())
            if (label->isVisibleTo(tab)) all += label->text() + '\n';
        return all;
    };
    const auto defect = [&](const char* watch) {
        return QString::fromStdString(text.word("stopwatch_defect", watch));
    };
    const auto name = [tab](const char* watch, const char* as) {
        auto* choice = tab->findChild<QComboBox*>(watch);
        choice->setCurrentIndex(choice->findData(QString(as)));
    };
    QTRY_VERIFY(words().contains("20"));  // ms, of the handout; lines appear with the next event
    QVERIFY(!words().contains(defect("handout")));
    (void)tab->grab();  // lays out what nobody has seen
    for (const QComboBox* choice : choices) {
        QVERIFY(tab->width() > choice->sizeHint().width());
        QVERIFY(choice->width() <= choice->sizeHint().width());
    }
    QVERIFY(!reveal->isEnabled());
    name("handout", "handout");
    QVERIFY(!reveal->isEnabled());  // the other has no name yet
    name("few", "coarse_clock");
    QVERIFY(reveal->isEnabled());
    QVERIFY(isEmpty(tab->chartValue()));
    reveal->click();
    QVERIFY2(words().contains(defect("few")), qPrintable(words()));
    QVERIFY(!words().contains(defect("handout")));  // it was right
    QVERIFY(tab->findChild<QLabel*>("defectsScore")->text().contains("1"));
    QCOMPARE(std::get<BarsValue>(tab->chartValue()).bars.size(), std::size_t{2});

    name("few", "few");
    QVERIFY(!words().contains(defect("few")));
    reveal->click();
    QVERIFY(tab->findChild<QLabel*>("defectsScore")->text().count("2") == 2);

    tab->show(&shown);  // the same run: what was said stays
    QVERIFY(!isEmpty(tab->chartValue()));
    const Comparison other = threeStopwatches("run-2");
    const Labels others(other, text);
    const Shown next{.comparison = other, .labels = others, .row = 0};
    tab->show(&next);
    QVERIFY(isEmpty(tab->chartValue()));
    for (const QComboBox* choice : tab->findChildren<QComboBox*>())
        QCOMPARE(choice->currentIndex(), 0);
}

int main(int argc, char** argv) {
    return runInApplication<TestDefectsTab>(argc, argv);
}
#include "tst_defects_tab.moc"
