// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QMainWindow>
#include <QObject>
#include <QString>

class QAction;

namespace duelo::ui {

/// Every command of the window, once: menus, buttons, shortcuts and the help table are made from
/// these. Captions follow the language; make() again after a change.
struct WindowActions {
    QAction *run, *cancel, *undo, *redo, *open, *saveCopy, *exportAs, *print, *printTable,
        *printChart, *copyTable, *copyChart, *script, *cheat;
    QAction *search, *present, *cards;
    QAction *leave, *slideBack, *slideOn, *slideDuel;  ///< see slide()
    QList<QAction*> pages;                             ///< one of each, with its id as data()
    QAction *zoomIn, *zoomOut, *zoomUsual, *settings, *keys, *about, *quit;

    struct Page {
        QString id, caption, railCaption;
        QString within;  ///< the page of the rail that leads to it: its own id where it is there
        QList<QKeySequence> keys{};
    };
    /// Creates them as children of `window`, where their shortcuts work.
    static WindowActions make(QMainWindow* window, const QList<Page>& pages);
    /// Returns the actions that only a presentation has.
    [[nodiscard]] QList<QAction*> slide() const;
    [[nodiscard]] QList<QAction*> all() const;
};

}  // namespace duelo::ui
