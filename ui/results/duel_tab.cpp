// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/duel_tab.h"

#include <algorithm>

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/look/settings.h"
#include "ui/results/duel_view.h"

namespace duelo::ui {

DuelTab::DuelTab(QWidget* parent)
    : ResultTab(parent),
      m_pair(new QComboBox(this)),
      m_note(new QLabel(this)),
      m_view(new DuelView(this)) {
    // Tabs share their room, and the others need less: theirs is not to grow by this one.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_pair->setAccessibleName(tr("Who races whom"));
    m_pair->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_note->setProperty("role", "muted");
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    for (QWidget* part : std::initializer_list<QWidget*>{m_pair, m_note, m_view})
        column->addWidget(part, part == m_pair ? 0 : 1);
    connect(m_pair, &QComboBox::activated, this, [this](int index) {
        m_wanted = index;
        Q_EMIT showWanted();
    });
    connect(m_view, &DuelView::coldWanted, this, &ResultTab::showWanted);
    connect(m_view, &DuelView::hidden, this, [this] { Q_EMIT resultHidden(true); });
    connect(m_view, &DuelView::revealed, this, [this] { Q_EMIT resultHidden(false); });
    arrange();
}

bool DuelTab::has(const Shown& shown) const {
    return std::ranges::any_of(
        shown.rows(), [&](std::size_t row) { return !duelPairs(shown.comparison, row).empty(); });
}

void DuelTab::show(const Shown* shown) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    QStringList names;
    if (shown && shown->row && !m_live) pairs = duelPairs(shown->comparison, *shown->row);
    for (const auto& [a, b] : pairs)
        names << tr("%1 against %2")
                     .arg(qs(shown->labels.columnName(a)), qs(shown->labels.columnName(b)));
    QStringList known;
    for (int i = 0; i < m_pair->count(); ++i) known << m_pair->itemText(i);
    if (names != known) {
        m_pair->clear();
        m_pair->addItems(names);
        m_pair->setCurrentIndex(qMin(m_wanted, m_pair->count() - 1));
    }
    std::optional<DuelValue> duel;
    if (m_pair->currentIndex() >= 0) {
        const auto& [a, b] = pairs[static_cast<std::size_t>(m_pair->currentIndex())];
        duel = duelOf(shown->comparison, *shown->row, a, b, m_view->wantsCold(), shown->labels);
    }
    m_view->setDuel(std::move(duel));
    arrange();
}

void DuelTab::setLive(bool live) {
    m_live = live;
    arrange();
}

/// Space is the race's there.
void DuelTab::setSlide(bool slide, bool buttons) {
    if (slide && !m_slide) m_view->setFocus();
    m_slide = slide;
    m_buttons = buttons || !slide;
    m_view->setSlide(slide, buttons);
    arrange();
}

Json DuelTab::viewState() const {
    return {{"pair", m_wanted}, {"race", m_view->viewState()}};
}

void DuelTab::setViewState(const Json& state) {
    m_wanted = state.value("pair", 0);
    m_view->setViewState(state.value("race", Json::object()));
}

bool DuelTab::hasRace() const {
    return m_pair->count() > 0 && !m_live;
}

void DuelTab::arrange() {
    const bool race = hasRace();
    m_note->setText(m_live ? tr("The duel waits: a replay would take time from what is measured.")
                           : tr("A duel needs two variants of one row, with a time and samples."));
    m_note->setVisible(!race);
    m_view->setVisible(race);
    const bool choice = race && m_pair->count() > 1;
    showKeepingPlace(*m_pair, choice && m_buttons, choice && m_slide);
}

}  // namespace duelo::ui
