// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window_actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMainWindow>

namespace duelo::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::WindowActions)
};

QAction* action(QMainWindow* window, const QString& caption, const QList<QKeySequence>& keys) {
    auto* made = new QAction(caption, window);
    made->setShortcuts(keys);
    made->setShortcutContext(Qt::WindowShortcut);
    if (!keys.isEmpty())
        made->setToolTip(made->iconText() + " (" + keys.first().toString(QKeySequence::NativeText) +
                         ')');
    window->addAction(made);
    return made;
}

}  // namespace

WindowActions WindowActions::make(QMainWindow* window, const QList<Page>& pages) {
    const auto keys = [](auto... sequence) {
        return QList<QKeySequence>{QKeySequence(sequence)...};
    };
    WindowActions a{};
    a.run = action(window, Tr::tr("&Measure"), keys(Qt::Key_F5));
    a.cancel = action(window, Tr::tr("&Cancel the measurement"), keys(Qt::Key_Escape));
    a.undo = action(window, Tr::tr("&Undo the change of the plan"),
                    QKeySequence::keyBindings(QKeySequence::Undo));
    a.redo = action(window, Tr::tr("&Redo the change of the plan"),
                    QKeySequence::keyBindings(QKeySequence::Redo));
    a.open = action(window, Tr::tr("&Open…"), QKeySequence::keyBindings(QKeySequence::Open));
    a.saveCopy = action(window, Tr::tr("Save a copy of the .duelo file…"),
                        QKeySequence::keyBindings(QKeySequence::Save));
    a.exportAs = action(window, Tr::tr("&Export the report…"), keys(Qt::CTRL | Qt::Key_E));
    a.print = action(window, Tr::tr("Pri&nt…"), QKeySequence::keyBindings(QKeySequence::Print));
    a.printTable = action(window, Tr::tr("Print the table…"), {});
    a.printChart = action(window, Tr::tr("Print the chart…"), {});
    a.copyTable = action(window, Tr::tr("Copy the table"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    a.copyChart = action(window, Tr::tr("Copy the chart"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_G));
    a.script =
        action(window, Tr::tr("Program to take home…"), keys(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    a.cheat = action(window, Tr::tr("Cheat on purpose (class game)…"), {});
    a.search = action(window, Tr::tr("Search…"), keys(Qt::CTRL | Qt::Key_K));
    a.present = action(window, Tr::tr("&Present"), keys(Qt::Key_F11));
    a.present->setCheckable(true);
    a.leave = action(window, Tr::tr("Leave the presentation"), {});  // Esc, while there is one
    a.slideBack = action(window, Tr::tr("Previous chart"), keys(Qt::Key_PageUp));
    a.slideOn = action(window, Tr::tr("Next chart"), keys(Qt::Key_PageDown));
    a.slideDuel = action(window, Tr::tr("Duel"), {});
    for (QAction* each : a.slide()) each->setEnabled(false);
    a.cards = action(window, Tr::tr("Show the explanations"), keys(Qt::Key_F9));
    a.cards->setCheckable(true);
    a.cards->setChecked(true);
    for (qsizetype i = 0; i < pages.size(); ++i) {
        a.pages << action(window, pages[i].caption, pages[i].keys);
        a.pages.last()->setData(pages[i].id);
    }
    a.zoomIn =
        action(window, Tr::tr("Larger text"), QKeySequence::keyBindings(QKeySequence::ZoomIn));
    a.zoomOut =
        action(window, Tr::tr("Smaller text"), QKeySequence::keyBindings(QKeySequence::ZoomOut));
    a.zoomUsual = action(window, Tr::tr("Usual text size"), keys(Qt::CTRL | Qt::Key_0));
    a.settings =
        action(window, Tr::tr("&Settings…"), keys(Qt::CTRL | Qt::Key_Comma, Qt::ALT | Qt::Key_6));
    a.keys = action(window, Tr::tr("&Keyboard…"), keys(Qt::Key_F1));
    a.about = action(window, Tr::tr("&About Duelo"), {});
    a.quit = action(window, Tr::tr("&Quit"), keys(Qt::CTRL | Qt::Key_Q));
    return a;
}

QList<QAction*> WindowActions::slide() const {
    return {leave, slideBack, slideOn, slideDuel};
}

QList<QAction*> WindowActions::all() const {
    return QList<QAction*>{run,      cancel, undo,       redo,       open,      saveCopy,
                           exportAs, print,  printTable, printChart, copyTable, copyChart,
                           script,   cheat,  search,     present,    cards} +
           slide() + pages +
           QList<QAction*>{zoomIn, zoomOut, zoomUsual, settings, keys, about, quit};
}

}  // namespace duelo::ui
