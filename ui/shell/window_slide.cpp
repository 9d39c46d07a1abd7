// SPDX-License-Identifier: GPL-3.0-or-later
// The presentation: the page in view as a slide.
#include <utility>

#include <QAction>
#include <QApplication>
#include <QStackedWidget>

#include "ui/look/dresser.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/gpu_strip.h"
#include "ui/shell/main_window.h"
#include "ui/shell/progress_strip.h"
#include "ui/shell/rail.h"
#include "ui/shell/slide_buttons.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

void MainWindow::setPresenting(bool presenting) {
    // Who leaves a presentation by Esc must not end what is measured in it.
    (presenting ? m_actions.cancel : m_actions.leave)->setShortcut({});
    (presenting ? m_actions.leave : m_actions.cancel)->setShortcut(Qt::Key_Escape);
    for (QAction* each : m_actions.slide()) each->setEnabled(presenting);
    m_bar->setVisible(!presenting);
    m_rail->setVisible(!presenting);
    if (presenting) {
        if (!m_presentation.isOn()) {
            m_settings.setState("window", saveGeometry());
            m_presentedFrom = property("page").toString();
        }
        m_presentation.begin();
        if (!m_class.isInView()) showPage(qs(shownPage().spec().id));
    } else {
        const QString from = std::exchange(m_presentedFrom, {});
        if (property("page") != from) showPage(from);
        m_presentation.end();
    }
    showSlide();
    m_slideButtons->setSlide(presenting);
    if (!presenting) m_presentation.giveFocusBack();
}

/// Only the page in view becomes one, and only what is seen of it: what is hidden costs nothing.
void MainWindow::showSlide() {
    const bool presenting = m_actions.present->isChecked();
    m_strip->setThin(presenting);
    // The table has what its strip tells, and the class has no run of this PC.
    m_gpuStrip->setWanted(!presenting && qobject_cast<ExperimentPage*>(m_pages->currentWidget()));
    const auto set = [this](QWidget* of, bool slide) {
        if (auto* page = qobject_cast<ExperimentPage*>(of))
            page->frame().setPresenting(slide);
        else if (of)
            m_class.setPresenting(slide);
    };
    const bool own = m_class.isInView() || qobject_cast<ExperimentPage*>(m_pages->currentWidget());
    QWidget* shown = presenting && own ? m_pages->currentWidget() : nullptr;
    if (m_slide != shown) set(std::exchange(m_slide, shown), false);
    set(shown, true);
}

void MainWindow::stepSlide(int by) {
    if (m_class.isInView())
        m_class.step(by);
    else if (auto* page = qobject_cast<ExperimentPage*>(m_pages->currentWidget()))
        page->frame().step(by);
}

void MainWindow::connectSlide() {
    connect(m_actions.slideBack, &QAction::triggered, this, [this] { stepSlide(-1); });
    connect(m_actions.slideOn, &QAction::triggered, this, [this] { stepSlide(1); });
    connect(m_actions.slideDuel, &QAction::triggered, this,
            [this] { shownPage().frame().showDuel(); });
    delete m_slideButtons;
    m_slideButtons = new SlideButtons(this, m_actions.slide());
    Dresser::of(*qApp).addPart(*m_slideButtons);
    connect(m_slideButtons, &SlideButtons::aboutToShow, this, [this] {
        const auto* page = qobject_cast<ExperimentPage*>(m_pages->currentWidget());
        m_actions.slideDuel->setEnabled(page && page->frame().offersDuel());
    });
    connect(m_slideButtons, &SlideButtons::shownChanged, this, [this](bool shown) {
        if (auto* page = qobject_cast<ExperimentPage*>(m_pages->currentWidget()))
            page->frame().setSlideButtons(shown);
    });
}

}  // namespace duelo::ui
