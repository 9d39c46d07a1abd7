// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "ui/results/tab_row.h"

using duelo::ui::TabRow;

/// Tabs of a result stand in one row at every width, and each can be reached.
class TestTabRow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneRowAtEveryWidth();
    void whatHasNothingIsNoTab();

private:
    static QStringList inRow(const TabRow& row) {
        QStringList titles;
        for (const auto* tab : row.findChildren<QToolButton*>())
            if (tab->isVisibleTo(&row) && tab->objectName() != "moreTabs") titles << tab->text();
        return titles;
    }
    static QToolButton* more(const TabRow& row) { return row.findChild<QToolButton*>("moreTabs"); }
    static QList<QAction*> inMenu(const TabRow& row) {
        if (!more(row)->isVisibleTo(&row)) return {};
        Q_EMIT more(row)->menu()->aboutToShow();
        return more(row)->menu()->actions();
    }
};

void TestTabRow::oneRowAtEveryWidth() {
    TabRow row;
    QStringList all;
    for (int i = 0; i < 15; ++i) {
        all << QString("Pestaña %1").arg(i);
        QCOMPARE(row.addTab(all.last()), i);
    }
    connect(&row, &TabRow::chosen, &row, &TabRow::setCurrent);
    row.show();
    int menus = 0;
    for (int width = row.minimumSizeHint().width(); width < row.sizeHint().width() + 100;
         width += 37) {
        row.resize(width, row.sizeHint().height());
        QStringList found = inRow(row);
        for (const QAction* action : inMenu(row)) found << action->text();
        found.sort();
        QStringList wanted = all;
        wanted.sort();
        QCOMPARE(found, wanted);
        int end = -1;
        for (const auto* tab : row.findChildren<QToolButton*>()) {
            if (!tab->isVisibleTo(&row)) continue;
            QCOMPARE(tab->y(), 0);
            QVERIFY(row.rect().contains(tab->geometry()));
            QVERIFY2(tab->width() >= tab->fontMetrics().horizontalAdvance(tab->text()),
                     qPrintable(tab->text()));
            if (tab == more(row)) continue;
            QVERIFY(tab->x() > end);
            end = tab->geometry().right();
        }
        // What is taken from the menu comes into the row.
        if (const auto actions = inMenu(row); !actions.isEmpty()) {
            ++menus;
            const QString title = actions.last()->text();
            actions.last()->trigger();
            QVERIFY2(inRow(row).contains(title), qPrintable(title));
        }
    }
    QVERIFY(menus > 3);
    QVERIFY(inMenu(row).isEmpty());  // at last there is room for all
}

void TestTabRow::whatHasNothingIsNoTab() {
    TabRow row;
    for (const char* title : {"Tiempo", "Distribución", "Duelo"}) row.addTab(title);
    row.resize(row.sizeHint());
    row.setOffered(1, false);
    QCOMPARE(inRow(row), (QStringList{"Tiempo", "Duelo"}));
    row.setCurrent(1);  // somebody led there: it is shown as long as it is chosen
    QCOMPARE(inRow(row), (QStringList{"Tiempo", "Distribución", "Duelo"}));
    row.setCurrent(0);
    QCOMPARE(inRow(row), (QStringList{"Tiempo", "Duelo"}));
    row.setOffered(1, true);
    QCOMPARE(inRow(row).size(), 3);
}

QTEST_MAIN(TestTabRow)
#include "tst_tab_row.moc"
