// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard alone, and a screen reader: walked in both languages over every page and dialog.
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTableView>

#include "ui/charts/chart.h"
#include "ui/shell/application.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestAccessibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyControlHasAName_data() { languages(); }
    void everyControlHasAName();
    void everyDialogToo_data() { languages(); }
    void everyDialogToo();
    void tabReachesEverything();
    void arrowsTurnThePages();
    void chartsHaveTheirTextEquivalent();
    void focusIsVisible();

private:
    static void languages() {
        QTest::addColumn<QString>("language");
        QTest::newRow("es") << "es";
        QTest::newRow("en") << "en";
    }
    static QString nameOf(QWidget* widget) {
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        return face ? face->text(QAccessible::Name).trimmed() : QString();
    }
    static bool isControl(const QWidget* widget) {
        return qobject_cast<const QAbstractButton*>(widget) ||
               qobject_cast<const QAbstractSpinBox*>(widget) ||
               qobject_cast<const QComboBox*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
               (qobject_cast<const QAbstractItemView*>(widget) &&
                !qobject_cast<const QHeaderView*>(widget)) ||
               qobject_cast<const QPlainTextEdit*>(widget);
    }
    /// Names of the classes and parents of controls that a screen reader could not name.
    static QStringList unnamed(QWidget& root) {
        QStringList found;
        for (auto* widget : root.findChildren<QWidget*>()) {
            if (!isControl(widget) || !widget->isVisibleTo(&root)) continue;
            const QString object = widget->objectName();
            // Parts of other controls.
            if (object.startsWith("qt_")) continue;
            if (qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) ||
                qobject_cast<QComboBox*>(widget->parentWidget()) ||
                widget->parentWidget()->inherits("QComboBoxPrivateContainer"))
                continue;
            const QString name = nameOf(widget);
            if (name.isEmpty() || name == "…" || name == "+" || name == "×")
                found << QString("%1 in %2")
                             .arg(widget->metaObject()->className(),
                                  widget->parent()->metaObject()->className());
        }
        return found;
    }
};

void TestAccessibility::everyControlHasAName() {
    QFETCH(QString, language);
    WindowBench bench("gpu", language.toUtf8().constData());
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    for (auto* button : bench.window->findChildren<QAbstractButton*>())
        if (button->isCheckable() && button->property("role") == "quiet") button->setChecked(true);
    for (const QString& page : bench.window->pageIds()) {
        bench.window->showPage(page);
        const QStringList found = unnamed(*bench.window);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(", ")));
    }
    // The walk itself can find something.
    auto* bad = new QPushButton(bench.window.get());
    bad->show();
    QCOMPARE(unnamed(*bench.window).size(), 1);
}

void TestAccessibility::everyDialogToo() {
    QFETCH(QString, language);
    WindowBench bench("gpu", language.toUtf8().constData());
    QVERIFY(bench.ready());
    const auto& actions = bench.window->actions();
    int seen = 0;
    for (QAction* action : {actions.settings, actions.keys, actions.script, actions.about}) {
        QStringList found;
        inNextDialog([&](QDialog& dialog) {
            ++seen;
            found = unnamed(dialog);
            dialog.reject();
        });
        action->trigger();
        QVERIFY2(found.isEmpty(), qPrintable(found.join(", ")));
    }
    QCOMPARE(seen, 4);
}

/// On each page Tab comes back to where it began and has met every control that can be used.
void TestAccessibility::tabReachesEverything() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    for (const QString& page : bench.window->pageIds()) {
        bench.window->showPage(page);
        bench.window->activateWindow();
        QSet<QWidget*> met;
        for (int i = 0; i < 400; ++i) {
            QTest::keyClick(
                QApplication::focusWidget() ? QApplication::focusWidget() : bench.window.get(),
                Qt::Key_Tab);
            if (QWidget* now = QApplication::focusWidget()) met << now;
        }
        QVERIFY(met.size() > 5);
        for (auto* widget : bench.window->findChildren<QWidget*>()) {
            if (!isControl(widget) || !widget->isVisible() || !widget->isEnabled()) continue;
            if (qobject_cast<QAbstractSpinBox*>(widget->parentWidget())) continue;
            // In a group of exclusive buttons Tab meets the chosen one, and arrows go on.
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            if (button && button->group() && !button->isChecked()) continue;
            QVERIFY2(met.contains(widget) ||
                         (widget->focusProxy() && met.contains(widget->focusProxy())),
                     qPrintable(QString("%1 '%2' on page %3")
                                    .arg(widget->metaObject()->className(), nameOf(widget))
                                    .arg(page)));
        }
    }
}

void TestAccessibility::arrowsTurnThePages() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    auto* group = bench.window->findChild<QButtonGroup*>();
    group->checkedButton()->setFocus();
    QStringList seen{bench.window->property("page").toString()};
    for (int i = 1; i < group->buttons().size(); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        seen << bench.window->property("page").toString();
    }
    QCOMPARE(seen, (QStringList{"home", "measure", "report", "class", "learn"}));
    // Two entries would look chosen, where the page was turned by something else.
    bench.window->showPage("training");
    QCOMPARE(QApplication::focusWidget(), group->checkedButton());
}

void TestAccessibility::chartsHaveTheirTextEquivalent() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    bench.window->showPage("inference");
    for (int tab = 0; tab < 3; ++tab) {
        bench.frame().showChart(tab);
        ui::Chart* chart = nullptr;
        for (auto* each : bench.frame().chart(tab)->findChildren<ui::Chart*>())
            if (each->isVisible()) chart = each;
        QVERIFY(chart && !chart->isEmpty());
        QVERIFY(!chart->title().isEmpty());
        QVERIFY2(chart->description().contains("CPU") && chart->description().contains("GPU"),
                 qPrintable(chart->description()));
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(chart);
        QVERIFY(!face->text(QAccessible::Name).isEmpty());
        QCOMPARE(face->text(QAccessible::Description), chart->description());
    }
}

/// A control with the focus looks different from the same control without.
void TestAccessibility::focusIsVisible() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    int alike = 0;
    for (const auto page : {"home", "measure", "inference", "learn", "diagnosis"}) {
        bench.window->showPage(page);
        bench.window->activateWindow();
        int looked = 0;
        for (auto* widget : bench.window->findChildren<QAbstractButton*>()) {
            if (!widget->isVisible() || !widget->isEnabled() ||
                !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            bench.window->setFocus();
            widget->clearFocus();
            const QImage plain = widget->grab().toImage();
            widget->setFocus(Qt::TabFocusReason);
            if (!widget->hasFocus()) continue;
            const QImage ringed = widget->grab().toImage();
            const QByteArray name =
                (QString(widget->metaObject()->className()) + ' ' + nameOf(widget)).toUtf8();
            QVERIFY2(ringed != plain, name);
            ++looked;
            // The ring is the border: none is drawn once more around the caption.
            if (!qobject_cast<QPushButton*>(widget) || widget->property("role").isValid()) continue;
            const QRect inside = plain.rect().adjusted(4, 4, -4, -4);
            QVERIFY2(ringed.copy(inside) == plain.copy(inside), name);
            ++alike;
        }
        QVERIFY(looked > 5);
    }
    QVERIFY(alike > 3);
}

int main(int argc, char** argv) {
    return runInApplication<TestAccessibility>(argc, argv);
}
#include "tst_accessibility.moc"
