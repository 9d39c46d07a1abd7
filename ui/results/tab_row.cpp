// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/tab_row.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QMenu>
#include <QToolButton>

#include "ui/results/fitted_widgets.h"

namespace duelo::ui {

namespace {
constexpr int kGap_px = 4;
}  // namespace

TabRow::TabRow(QWidget* parent)
    : QWidget(parent), m_more(new QToolButton(this)), m_menu(new QMenu(m_more)) {
    m_more->setObjectName("moreTabs");
    m_more->setAccessibleName(tr("More"));
    m_more->setProperty("role", "tab");
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(m_menu);
    m_more->hide();
    connect(m_menu, &QMenu::aboutToShow, this, &TabRow::fillMenu);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

int TabRow::addTab(const QString& title) {
    const int index = static_cast<int>(m_tabs.size());
    auto* tab = new TabButton;
    tab->setParent(this);
    tab->setText(title);
    tab->setCheckable(true);
    tab->setChecked(index == m_current);
    tab->setProperty("role", "tab");
    connect(tab, &QToolButton::clicked, this, [this, index] { Q_EMIT chosen(index); });
    m_tabs.append({tab});
    setTabOrder(tab, m_more);
    arrange();
    return index;
}

void TabRow::setCurrent(int index) {
    m_current = index;
    for (int i = 0; i < m_tabs.size(); ++i) m_tabs[i].button->setChecked(i == index);
    arrange();
}

void TabRow::setOffered(int index, bool offered) {
    if (std::exchange(m_tabs[index].offered, offered) != offered) arrange();
}

void TabRow::focusCurrent(bool only_within) {
    if (m_tabs.isEmpty()) return;
    const bool within = m_more->hasFocus() || std::ranges::any_of(m_tabs, [](const Tab& tab) {
                            return tab.button->hasFocus();
                        });
    if (!only_within || within) m_tabs[m_current].button->setFocus(Qt::OtherFocusReason);
}

QSize TabRow::sizeHint() const {
    int width = 0, height = m_more->sizeHint().height();
    for (const Tab& tab : m_tabs) {
        width += tab.button->sizeHint().width() + kGap_px;
        height = qMax(height, tab.button->sizeHint().height());
    }
    return {width, height};
}

QSize TabRow::minimumSizeHint() const {
    const int current =
        m_tabs.isEmpty() ? 0 : m_tabs[m_current].button->sizeHint().width() + kGap_px;
    return {current + m_more->sizeHint().width(), sizeHint().height()};
}

QVector<int> TabRow::fitting(int width_px) const {
    QVector<int> offered;
    for (int i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i].offered || i == m_current) offered << i;
    const auto widthOf = [&](const QVector<int>& tabs) {
        int width = -kGap_px;
        for (const int i : tabs) width += m_tabs[i].button->sizeHint().width() + kGap_px;
        return width;
    };
    if (widthOf(offered) <= width_px) return offered;
    const int room = width_px - m_more->sizeHint().width() - kGap_px;
    QVector<int> row = offered;
    while (row.size() > 1 && widthOf(row) > room)
        row.removeAt(row.size() - (row.last() == m_current ? 2 : 1));
    return row;
}

void TabRow::arrange() {
    const QVector<int> row = fitting(width());
    int x = 0;
    bool more = false;
    for (int i = 0; i < m_tabs.size(); ++i) {
        QToolButton& button = *m_tabs[i].button;
        const bool shown = row.contains(i);
        more |= !shown && m_tabs[i].offered;
        button.setVisible(shown);
        if (!shown) continue;
        const int width = qMin(button.sizeHint().width(), qMax(0, this->width() - x));
        button.setGeometry(x, 0, width, height());
        x += width + kGap_px;
    }
    m_more->setVisible(more);
    const QString arrow = QString(QChar(0x25be)), whole = tr("More") + ' ' + arrow;
    m_more->setText(whole);
    if (m_more->sizeHint().width() > width() - x) m_more->setText(arrow);
    m_more->setGeometry(x, 0, qMin(m_more->sizeHint().width(), qMax(0, width() - x)), height());
}

void TabRow::fillMenu() {
    m_menu->clear();
    for (int i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i].offered && m_tabs[i].button->isHidden())
            m_menu->addAction(m_tabs[i].button->text(), this, [this, i] { Q_EMIT chosen(i); });
}

void TabRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TabRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    updateGeometry();
    arrange();
}

}  // namespace duelo::ui
