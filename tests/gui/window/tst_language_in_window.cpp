// SPDX-License-Identifier: GPL-3.0-or-later
// Another language builds every page anew, and each gets its state back.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>

#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/guide_page.h"
#include "ui/results/duel_tab.h"
#include "ui/results/lesson_tab.h"
#include "ui/results/results_model.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestLanguageInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chosenRowAndTabStay();
    void rowIsMarkedWhenTheTableGrows();
    void lessonsStay();
    void theFormStays();
    void editedFormOutlivesAProbe();
    void duelAndPlaceStay();
    void guideAndGlossaryStay();
    void diagnosisStays();
};

namespace {

void speak(WindowBench& bench, Language language) {
    bench.settings.setLanguage(language);
    static_cast<ui::Application*>(qApp)->applyAppearance(bench.settings);
    bench.window->rebuild();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

template <typename T>
T& only(const QObject& of, const char* name = nullptr) {
    return *of.findChild<T*>(QString::fromLatin1(name));
}

}  // namespace

void TestLanguageInWindow::chosenRowAndTabStay() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(4, {Device::Cpu, Device::Cuda})));
    bench.frame().showChart(1);
    bench.frame().table().setCurrentIndex(bench.table().index(1, 0));
    QVERIFY2(bench.headline().startsWith("96 px"), qPrintable(bench.headline()));
    speak(bench, Language::English);
    QCOMPARE(bench.frame().currentChart(), 1);
    QTRY_COMPARE(bench.frame().table().currentIndex().row(), 1);
    QVERIFY2(bench.headline().startsWith("96 px") && bench.headline().contains("GPU is"),
             qPrintable(bench.headline()));
    // Nobody has chosen a row: none is marked, and the sentence is of the table.
    WindowBench other("gpu");
    QVERIFY(other.measured(smallPlan(4, {Device::Cpu, Device::Cuda})));
    const auto spoken = other.page().spokenOf()->row;
    speak(other, Language::English);
    QTRY_VERIFY(other.page().spokenOf());
    QVERIFY(other.page().spokenOf()->row == spoken);
    QVERIFY(!other.frame().table().currentIndex().isValid());
}

/// A row more makes the table anew; who looks at one goes on looking at it.
void TestLanguageInWindow::rowIsMarkedWhenTheTableGrows() {
    WindowBench bench("slow=1500");
    QVERIFY(bench.ready());
    bench.measure(smallPlan(4));
    QVERIFY(bench.hasMeasured(1));
    bench.frame().table().setCurrentIndex(bench.table().index(0, 0));
    QVERIFY(bench.idle());
    QCOMPARE(bench.table().rowCount(), 4);
    QCOMPARE(bench.frame().table().currentIndex().row(), 0);
}

void TestLanguageInWindow::lessonsStay() {
    WindowBench bench("normal", "es");
    QVERIFY(bench.ready());
    bench.window->showPage("max_pool");
    const auto lesson = [&]() -> ui::LessonTab& {  // the one that pools numbers
        const auto all = bench.window->experimentPage("max_pool").findChildren<ui::LessonTab*>();
        return **std::ranges::find_if(
            all, [](const ui::LessonTab* one) { return one->findChild<QComboBox*>("numbers"); });
    };
    const auto page = [&]() -> ui::ExperimentPage& {
        return bench.window->experimentPage("max_pool");
    };
    page().showTab(lesson().title());
    const int tab = page().frame().currentChart();
    only<QComboBox>(lesson(), "numbers").setCurrentIndex(1);
    only<QSpinBox>(lesson(), "size").setValue(6);
    lesson().setStep(3);
    auto& kernel = only<QComboBox>(page(), "kernel");
    kernel.setCurrentIndex(1);
    Q_EMIT kernel.activated(1);
    const QVariant text = kernel.currentData();
    speak(bench, Language::English);
    QCOMPARE(page().frame().currentChart(), tab);
    QCOMPARE(only<QComboBox>(lesson(), "numbers").currentIndex(), 1);
    QCOMPARE(only<QSpinBox>(lesson(), "size").value(), 6);
    QCOMPARE(lesson().step(), 3);
    QCOMPARE(only<QComboBox>(page(), "kernel").currentData(), text);
}

void TestLanguageInWindow::theFormStays() {
    WindowBench bench("gpu");
    QVERIFY(bench.ready());
    bench.window->showPage("inference");
    Plan plan = smallPlan(2);
    plan.cases.push_back(plan.cases.front());
    plan.cases.back()["size_px"] = {800};
    bench.page().setPlan(plan);
    Json state = bench.page().form().viewState();
    state["part"] = 1;
    state["settings"] = true;
    bench.page().form().setViewState(state);
    speak(bench, Language::English);
    QVERIFY(toJson(bench.page().plan()) == toJson(plan));
    QCOMPARE(bench.page().form().viewState(), state);
}

/// "Search again" on the page of the diagnosis is no reason to forget what somebody chose.
void TestLanguageInWindow::editedFormOutlivesAProbe() {
    WindowBench bench("gpu");
    QVERIFY(bench.ready());
    bench.page().form().setValue("size_px", 640);
    const Json edited = toJson(bench.page().plan());
    QSignalSpy probed(bench.work.get(), &ui::Session::probeArrived);
    bench.work->askProbe();
    QTRY_COMPARE_WITH_TIMEOUT(probed.size(), 1, kSoonMs);
    QVERIFY(toJson(bench.page().plan()) == edited);
}

/// A new language keeps the duel's pair and speed, and how far the form is scrolled.
void TestLanguageInWindow::duelAndPlaceStay() {
    WindowBench bench("gpu", "es");
    Plan plan = smallPlan(1, {Device::Cpu, Device::Cuda});
    plan.variants.front()["threads"] = {1, 2};
    QVERIFY(bench.measured(plan));
    const auto duel = [&]() -> ui::DuelTab& { return only<ui::DuelTab>(bench.page()); };
    const auto pair = [&]() -> QComboBox& { return only<QComboBox>(duel()); };
    const auto speed = [&]() -> QToolButton& {
        for (auto* chip : duel().findChildren<QToolButton*>())
            if (chip->text().endsWith("10")) return *chip;
        qFatal("no such speed");
    };
    bench.page().showTab(duel().title());
    QVERIFY(pair().count() > 1);
    pair().setCurrentIndex(1);
    Q_EMIT pair().activated(1);
    speed().click();
    only<QCheckBox>(duel()).click();
    const auto formBar = [&]() -> QScrollBar& {
        return *qobject_cast<QScrollArea*>(bench.page().form().parentWidget()->parentWidget())
                    ->verticalScrollBar();
    };
    bench.window->resize(1024, 640);
    bench.page().form().findChild<QToolButton*>("settings")->click();
    QTRY_VERIFY(formBar().maximum() > 0);
    formBar().setValue(formBar().maximum());
    speak(bench, Language::English);
    QTRY_COMPARE(pair().currentIndex(), 1);
    QVERIFY(speed().isChecked());
    QVERIFY(only<QCheckBox>(duel()).isChecked());
    QTRY_VERIFY(formBar().value() > 0);
}

void TestLanguageInWindow::guideAndGlossaryStay() {
    WindowBench bench;
    QVERIFY(bench.ready());
    bench.window->showPage("guide");
    only<ui::GuidePage>(*bench.window).showStep(5);
    bench.window->showPage("glossary");
    only<QLineEdit>(only<ui::GlossaryPage>(*bench.window)).setText("tensor");
    speak(bench, Language::English);
    QCOMPARE(only<QLineEdit>(only<ui::GlossaryPage>(*bench.window)).text(), QString("tensor"));
    QCOMPARE(only<QListWidget>(only<ui::GuidePage>(*bench.window)).currentRow(), 4);
    QCOMPARE(bench.window->property("page").toString(), QString("glossary"));
}

/// The other PC's file is read off the window's thread, and once more for the page that is new.
void TestLanguageInWindow::diagnosisStays() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(1)));
    const QString file = bench.work->run().path();
    bench.window->showPage("diagnosis");
    const auto columns = [&] {
        return only<QTreeWidget>(only<ui::DiagnosisPage>(*bench.window)).columnCount();
    };
    chooseFile(file);
    Q_EMIT only<ui::DiagnosisPage>(*bench.window).referenceRequested();
    QCOMPARE(columns(), 2);  // nobody waited for a disk
    QTRY_COMPARE_WITH_TIMEOUT(columns(), 3, kSoonMs);
    // A file that cannot be read is told here, not on the page of the results.
    const QString broken = bench.path("roto.duelo");
    QFile(broken).open(QIODevice::WriteOnly);
    Q_EMIT only<ui::DiagnosisPage>(*bench.window).referenceWanted(broken);
    const auto told = [&] {
        const auto labels = only<ui::DiagnosisPage>(*bench.window).findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text().contains("roto.duelo");
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(told(), kSoonMs);
    QCOMPARE(bench.window->property("page").toString(), QString("diagnosis"));
    QCOMPARE(columns(), 2);
    Q_EMIT only<ui::DiagnosisPage>(*bench.window).referenceWanted(file);
    QTRY_COMPARE_WITH_TIMEOUT(columns(), 3, kSoonMs);
    bench.work->runSelfTest();
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->selfTest().isRunning(), kSoonMs);
    const QString tested = bench.work->selfTest().text();
    QVERIFY(!tested.isEmpty());
    only<QTabWidget>(only<ui::DiagnosisPage>(*bench.window)).setCurrentIndex(1);
    speak(bench, Language::English);
    QCOMPARE(only<QTabWidget>(only<ui::DiagnosisPage>(*bench.window)).currentIndex(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(columns(), 3, kSoonMs);
    QVERIFY(only<ui::DiagnosisPage>(*bench.window).reportText().contains(tested.trimmed()));
}

int main(int argc, char** argv) {
    return runInApplication<TestLanguageInWindow>(argc, argv);
}
#include "tst_language_in_window.moc"
