// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons of the bar above the pages.
#include <QMenu>
#include <QToolButton>

#include "ui/look/icons.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

void MainWindow::buildBar() {
    const auto button = [this](const QString& caption, const char* picture, const QString& tip) {
        auto* made = new QToolButton;
        made->setText(caption);
        made->setIcon(icon(picture));
        made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        made->setToolTip(tip);
        m_bar->addButton(made);
        return made;
    };
    auto* find = button({}, "search", m_actions.search->toolTip());
    find->setAccessibleName(tr("Search"));
    find->setToolButtonStyle(Qt::ToolButtonIconOnly);
    connect(find, &QToolButton::clicked, m_actions.search, &QAction::trigger);
    auto* open = button(tr("Open…"), "open", m_actions.open->toolTip());
    connect(open, &QToolButton::clicked, m_actions.open, &QAction::trigger);
    connect(m_actions.open, &QAction::enabledChanged, open, &QToolButton::setEnabled);
    open->setEnabled(m_actions.open->isEnabled());  // another language, in the middle of a run
    auto* exportButton = button(tr("Export"), "export", m_actions.exportAs->toolTip());
    exportButton->setMenu(m_export->menu());
    exportButton->setPopupMode(QToolButton::InstantPopup);
    connect(m_actions.exportAs, &QAction::triggered, exportButton, &QToolButton::showMenu);
    connect(button(tr("Present"), "present", m_actions.present->toolTip()), &QToolButton::clicked,
            m_actions.present, &QAction::trigger);
    auto* more = button({}, "menu", tr("All commands"));
    more->setAccessibleName(tr("All commands"));
    more->setToolButtonStyle(Qt::ToolButtonIconOnly);
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    const QList<QAction*> groups[] = {{m_actions.run, m_actions.cancel},
                                      {m_actions.undo, m_actions.redo},
                                      {m_actions.open, m_actions.saveCopy, m_actions.print,
                                       m_actions.printTable, m_actions.printChart},
                                      {m_actions.copyTable, m_actions.copyChart, m_actions.script},
                                      {m_actions.search},
                                      {m_actions.present, m_actions.cards, m_actions.zoomIn,
                                       m_actions.zoomOut, m_actions.zoomUsual},
                                      {m_actions.settings, m_actions.keys, m_actions.about},
                                      {m_actions.quit}};
    for (const QList<QAction*>& group : groups) {
        menu->addActions(group);
        menu->addSeparator();
    }
    more->setMenu(menu);
}

}  // namespace duelo::ui
