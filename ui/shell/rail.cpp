// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/rail.h"

#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QEvent>
#include <QHash>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/look/icons.h"
#include "ui/look/letters.h"
#include "ui/look/scroll_area.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr int kRailChars = 18, kRailIcon_px = 22, kRunning_px = 8;

}  // namespace

Rail::Rail(const QList<WindowActions::Page>& pages, const WindowActions& actions)
    : m_pages(new QButtonGroup(this)), m_running(new QLabel(this)) {
    setObjectName("rail");
    auto* foot = new QVBoxLayout(this);
    foot->setContentsMargins(0, 6, 0, 6);
    auto* area = new QScrollArea;  // a low window has no room for every page
    makePlain(*area);
    auto* inside = new QWidget;
    inside->setObjectName("railPages");
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(5, 0, 5, 0);
    column->setSpacing(2);
    area->setWidget(inside);
    foot->addWidget(area, 1);
    QHash<QString, int> ids;
    for (int i = 0; i < pages.size(); ++i) {
        if (pages[i].within != pages[i].id) continue;
        QToolButton* button = add(*column, pages[i].id, pages[i].railCaption, actions.pages[i]);
        button->setCheckable(true);
        ids.insert(pages[i].id, i);
        m_pages->addButton(button, i);
    }
    for (const WindowActions::Page& page : pages) m_buttonOf << ids.value(page.within);
    column->addStretch();
    connect(m_pages, &QButtonGroup::idToggled, area, [this, area](int at, bool checked) {
        if (checked) area->ensureWidgetVisible(m_pages->button(at), 0, 0);
    });
    add(*foot, "settings", tr("Settings"), actions.settings);
    m_running->setObjectName("railRunning");
    m_running->hide();
    fit();
}

QToolButton* Rail::add(QBoxLayout& to, const QString& picture, const QString& caption,
                       QAction* action) {
    auto* button = new QToolButton;
    button->setText(caption);
    button->setIcon(icon(picture));
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setProperty("role", "rail");
    button->setToolTip(action->toolTip());
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    to.addWidget(button);
    return button;
}

void Rail::turnTo(int page) {
    QAbstractButton* shown = m_pages->button(m_buttonOf.value(page));
    shown->setChecked(true);
    // Qt keeps this up for clicks only.
    auto* focused = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
    if (focused && m_pages->id(focused) >= 0) shown->setFocus();
    for (QAbstractButton* button : m_pages->buttons())
        button->setFocusPolicy(button->isChecked() ? Qt::TabFocus : Qt::NoFocus);
}

void Rail::setRunning(int page) {
    QAbstractButton* button = m_pages->button(m_buttonOf.value(page, -1));
    for (QAbstractButton* each : m_pages->buttons())
        each->setAccessibleDescription(each == button ? tr("A measurement is under way")
                                                      : QString());
    m_running->setVisible(button != nullptr);
    if (!button) return;
    m_running->setParent(button);
    const int side = scaled_px(kRunning_px);
    m_running->setFixedSize(side, side);
    m_running->move(width() * 2 / 3, side);
    m_running->setToolTip(button->accessibleDescription());
    m_running->show();
}

/// Larger letters have a wider rail and larger icons.
void Rail::fit() {
    setFixedWidth(letters_px(fontMetrics(), kRailChars));
    const int side = scaled_px(kRailIcon_px);
    for (QToolButton* button : findChildren<QToolButton*>()) button->setIconSize({side, side});
}

void Rail::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

}  // namespace duelo::ui
