// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/tab_bar.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>

#include "ui/look/letters.h"
#include "ui/results/part_list.h"
#include "ui/results/tab_row.h"

namespace duelo::ui {

namespace {

/// The most letters of the two lists.
constexpr int kPartChars = 40, kSelectionChars = 70;

PartList* listOf(const QString& name) {
    auto* made = new PartList;
    made->setAccessibleName(name);
    made->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    made->setMinimumContentsLength(16);
    made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    made->hide();  // until there is something to select
    return made;
}

}  // namespace

TabBar::TabBar()
    : m_tabs(new TabRow),
      m_part(listOf(tr("View of this tab"))),
      m_selection(listOf(tr("Part of the results"))) {
    auto* tools = new QHBoxLayout(this);
    tools->setContentsMargins(0, 4, 0, 0);
    tools->setSpacing(4);
    connect(m_selection, &QComboBox::activated, this, &TabBar::selectionChanged);
    m_part->setObjectName("tabPart");
    connect(m_part, &QComboBox::activated, this,
            [this](int at) { Q_EMIT chosen(m_part->itemData(at).toInt()); });
    for (const QString& title :
         {tr("Result"), tr("Detail"), tr("Scaling"), tr("Code"), tr("Duel")}) {
        m_tabs->addTab(title);
        m_last << -1;
    }
    connect(m_tabs, &TabRow::chosen, this,
            [this](int tab) { choose(static_cast<ResultTab::Group>(tab)); });
    tools->addWidget(m_tabs, 2);
    tools->addWidget(m_part, 1, Qt::AlignTop);
    tools->addWidget(m_selection, 1, Qt::AlignTop);
    fitLetters();
}

void TabBar::add(ResultTab::Group tab, const QString& title) {
    m_parts.append({tab, title});
}

void TabBar::setOffered(const QVector<bool>& offered) {
    for (qsizetype i = 0; i < m_parts.size(); ++i) m_parts[i].offered = offered[i];
    for (int tab = 0; tab < m_last.size(); ++tab)
        m_tabs->setOffered(tab, offers(static_cast<ResultTab::Group>(tab)));
    showParts();
}

void TabBar::setCurrent(int chart) {
    m_current = chart;
    m_last[static_cast<int>(m_parts[chart].tab)] = chart;
    showParts();
}

void TabBar::focusCurrent() {
    m_tabs->focusCurrent(true);
}

/// One chart alone needs no list.
void TabBar::showParts() {
    if (m_parts.isEmpty()) return;
    const ResultTab::Group tab = m_parts[m_current].tab;
    m_part->clear();
    for (int i = 0; i < m_parts.size(); ++i)
        if (m_parts[i].tab == tab && (m_parts[i].offered || i == m_current))
            m_part->addItem(m_parts[i].title, i);
    m_part->setCurrentIndex(m_part->findData(m_current));
    m_part->setVisible(m_part->count() > 1);
    m_tabs->setCurrent(static_cast<int>(tab));
}

void TabBar::choose(ResultTab::Group tab) {
    const auto isIn = [&](int i) { return m_parts[i].tab == tab && m_parts[i].offered; };
    int at = m_last[static_cast<int>(tab)];
    for (int i = 0; i < m_parts.size() && (at < 0 || !isIn(at)); ++i)
        if (isIn(i)) at = i;
    if (at >= 0) Q_EMIT chosen(at);
}

bool TabBar::offers(ResultTab::Group tab) const {
    return std::ranges::any_of(m_parts,
                               [&](const Part& part) { return part.tab == tab && part.offered; });
}

int TabBar::placesOn(int by) const {
    QVector<int> offered;
    for (int i = 0; i < m_parts.size(); ++i)
        if (m_parts[i].offered) offered << i;
    std::ranges::stable_sort(offered, {}, [this](int i) { return m_parts[i].tab; });
    const qsizetype now = offered.indexOf(m_current), count = offered.size();
    return count > 0 ? offered[(now + by + count) % count] : -1;
}

void TabBar::setSelections(const QStringList& titles, int current) {
    QStringList shown;
    for (int i = 0; i < m_selection->count(); ++i) shown << m_selection->itemText(i);
    if (shown != titles) {
        m_selection->clear();
        m_selection->addItems(titles);
        m_selection->view()->setMinimumWidth(m_selection->view()->sizeHintForColumn(0));
    }
    m_selection->setCurrentIndex(current);
    m_selection->setToolTip(m_selection->currentText());
    m_selection->setVisible(titles.size() > 1);
}

/// Widths are counted in characters: larger letters have wider lists.
void TabBar::fitLetters() {
    m_part->setMaximumWidth(letters_px(fontMetrics(), kPartChars));
    m_selection->setMaximumWidth(letters_px(fontMetrics(), kSelectionChars));
}

void TabBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitLetters();
}

}  // namespace duelo::ui
