// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around the pages: the rail at the left and the buttons of the bar above.
#include <QButtonGroup>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/look/icons.h"
#include "ui/look/scroll_area.h"
#include "ui/look/theme.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

namespace {

constexpr int kRailChars = 17, kRailIcon_px = 22;

}  // namespace

void MainWindow::buildRail(QWidget* rail) {
    rail->setObjectName("rail");
    auto* foot = new QVBoxLayout(rail);
    foot->setContentsMargins(0, 6, 0, 6);
    auto* area = new QScrollArea;  // a low window has no room for every page
    makePlain(*area);
    auto* pages = new QWidget;
    pages->setObjectName("railPages");
    auto* column = new QVBoxLayout(pages);
    column->setContentsMargins(5, 0, 5, 0);
    column->setSpacing(2);
    area->setWidget(pages);
    foot->addWidget(area, 1);
    m_railGroup = new QButtonGroup(rail);
    const auto add = [&](QBoxLayout* to, const QString& picture, const QString& caption,
                         QAction* action) {
        auto* button = new QToolButton;
        button->setText(caption);
        button->setIcon(icon(picture));
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setProperty("role", "rail");
        button->setToolTip(action->toolTip());
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        to->addWidget(button);
        return button;
    };
    const QList<WindowActions::Page> entries = pageEntries();
    for (int i = 0; i < entries.size(); ++i) {
        QAction* action = m_actions.pages[i];
        QToolButton* button = add(column, entries[i].id, entries[i].railCaption, action);
        button->setCheckable(true);
        m_railGroup->addButton(button, i);
        connect(action, &QAction::triggered, this, [this, id = entries[i].id] { showPage(id); });
    }
    column->addStretch();
    connect(m_railGroup, &QButtonGroup::idToggled, area, [this, area](int at, bool checked) {
        if (checked) area->ensureWidgetVisible(m_railGroup->button(at), 0, 0);
    });
    QToolButton* settings = add(foot, "settings", tr("Settings"), m_actions.settings);
    connect(settings, &QToolButton::clicked, m_actions.settings, &QAction::trigger);
    connect(m_railGroup, &QButtonGroup::idClicked, this,
            [this](int at) { showPage(pageIds().value(at)); });
}

/// Larger letters have a wider rail and larger icons. By the window's own letters: those of its
/// children are set after it has been told of a change.
void MainWindow::fitRail() {
    m_rail->setFixedWidth(fontMetrics().averageCharWidth() * kRailChars);
    const int side = scaled_px(kRailIcon_px);
    for (QToolButton* button : m_rail->findChildren<QToolButton*>())
        button->setIconSize({side, side});
}

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
    connect(button(tr("Open…"), "open", m_actions.open->toolTip()), &QToolButton::clicked,
            m_actions.open, &QAction::trigger);
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
                                      {m_actions.open, m_actions.saveCopy},
                                      {m_actions.copyTable, m_actions.copyChart, m_actions.script},
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
