// SPDX-License-Identifier: GPL-3.0-or-later
// The page of an experiment as a slide.
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/look/slide.h"
#include "ui/results/cards.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/finding_head.h"
#include "ui/results/fitted_widgets.h"
#include "ui/results/page_bars.h"
#include "ui/results/tab_bar.h"

namespace duelo::ui {

ResultTab* ExperimentFrame::tabInView() const {
    return qobject_cast<ResultTab*>(m_charts->currentWidget());
}

void ExperimentFrame::setPresenting(bool presenting) {
    if (presenting == m_presenting) return;
    m_presenting = presenting;
    if (presenting) {
        m_before = {currentChart(), m_centre->verticalScrollBar()->value(), m_split->sizes()};
        m_cards->hide();
        return arrange();
    }
    if (ResultTab* shown = m_onSlide) {
        shown->setSlide(false, false);
        setLetters(*shown, 0);
    }
    m_onSlide = nullptr;
    m_head->setSlide(0);
    setLetters(*m_gameBar, 0);
    m_column->setContentsMargins(kMargins);
    if (m_before.chart >= 0 && m_before.chart != currentChart()) showChart(m_before.chart);
    arrange();
    // What stands in the centre needs as little as before only once it is laid out.
    QTimer::singleShot(0, m_centre, [this] {
        if (m_shareChosen) m_split->setSizes(m_before.split_px);
        m_centre->verticalScrollBar()->setValue(m_before.scrolled_px);
    });
}

/// Dresses the chart in view alone: what is hidden costs nothing.
void ExperimentFrame::showSlide() {
    const SlideLook look = slideLook(*this);
    m_column->setContentsMargins(look.margins);
    m_head->setSlide(look.headline_px);
    setLetters(*m_gameBar, look.letters_px);
    ResultTab* shown = tabInView();
    if (m_onSlide && m_onSlide != shown) {
        m_onSlide->setSlide(false, false);
        setLetters(*m_onSlide, 0);
    }
    if (!shown) return;
    setLetters(*shown, look.letters_px);
    if (m_onSlide == shown) return;
    m_onSlide = shown;
    // What had the focus is hidden now, and who had got it instead would show it.
    setFocus();
    shown->setSlide(true, false);
}

void ExperimentFrame::setSlideButtons(bool visible) {
    if (m_onSlide) m_onSlide->setSlide(true, visible);
}

/// In the order of the tabs.
void ExperimentFrame::step(int by) {
    if (ResultTab* tab = tabInView(); tab && tab->step(by)) return;
    if (const int chart = m_tabBar->placesOn(by); chart >= 0) showChart(chart);
}

bool ExperimentFrame::offersDuel() const {
    return m_tabBar->offers(ResultTab::Group::Duel);
}

void ExperimentFrame::showDuel() {
    m_tabBar->choose(ResultTab::Group::Duel);
}

}  // namespace duelo::ui
