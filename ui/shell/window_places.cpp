// SPDX-License-Identifier: GPL-3.0-or-later
// The pages from which others are chosen, and where in them the page in view stands.
#include <QAction>

#include "experiments/topics.h"
#include "ui/experiments/kernel_editor/kernel_tab.h"
#include "ui/look/icons.h"
#include "ui/pages/gallery_page.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

QWidget* MainWindow::makeGallery() {
    const auto titleOf = [](Topic topic) {
        switch (topic) {
            case Topic::Networks:
                return tr("Networks");
            case Topic::Kernels:
                return tr("Kernels and limits");
            case Topic::Measuring:
                break;
        }
        return tr("Measuring well");
    };
    QVector<GalleryPage::Group> groups;
    for (std::size_t i = 0; i < wordsOf<Topic>.size(); ++i) {
        const auto topic = static_cast<Topic>(i);
        GalleryPage::Group group{titleOf(topic), {}};
        for (const Spec* spec : experimentsOf(topic))
            group.tiles.append({qs(spec->id), qs(m_text.word("page", spec->id)),
                                qs(m_text.of(spec->id)("tile." + spec->id))});
        if (!group.tiles.isEmpty()) groups.append(group);
    }
    m_gallery = new GalleryPage(tr("What do you want to measure?"), groups);
    m_gallery->setObjectName("gallery");
    auto* find = new QPushButton(icon("search"), m_actions.search->toolTip());
    find->setProperty("role", "find");
    connect(find, &QPushButton::clicked, m_actions.search, &QAction::trigger);
    m_gallery->addBesideTitle(find);
    connect(m_gallery, &GalleryPage::wanted, this, &MainWindow::showPage);
    return m_gallery;
}

QWidget* MainWindow::makeLearn() {
    auto* page = new GalleryPage(
        tr("Learn"),
        {{{},
          {{"guide", tr("Guide"), tr("The session of the handout, step by step")},
           {"glossary", tr("Glossary"), tr("What each word means, with what you have measured")},
           {"exercises", tr("Exercises"), tr("Kernels for a GPU to be mended, without a GPU")},
           {"diagnosis", tr("Diagnosis"),
            tr("What this PC has, and whether Duelo works on it")}}}});
    page->setObjectName("learn");
    connect(page, &GalleryPage::wanted, this, [this](const QString& id) {
        if (id == "exercises")
            showExercises();
        else
            showPage(id);
    });
    return page;
}

void MainWindow::showExercises() {
    showPage(KernelTab::kExercises);
    if (auto* tab = experimentPage(KernelTab::kExercises).findChild<KernelTab*>())
        tab->showExercises();
}

/// The bar says where one is, because the rail names no single experiment.
void MainWindow::showPlace(int page) {
    const QList<WindowActions::Page> entries = pageEntries();
    const WindowActions::Page& here = entries[page];
    const auto within = pageIds().indexOf(here.within);
    if (within == page)
        m_bar->setPlace({}, {}, nullptr);
    else
        m_bar->setPlace(here.railCaption, entries[within].railCaption, m_actions.pages[within]);
}

/// Shows what each experiment has measured. It is told again whenever that comes into view, because
/// "today" passes.
void MainWindow::showLastResults() {
    for (ExperimentPage* page : experiments())
        page->setResults(m_lastResults.of(page->spec().id, m_text));
    if (!m_gallery) return;
    const bool running = m_work.controller().state() != RunController::State::Idle;
    for (const Spec& spec : specs()) {
        if (!spec.page.empty()) continue;
        const auto results = m_lastResults.of(spec.id, m_text);
        const QString said = results.isEmpty() ? QString() : results.front().title;
        const bool now = running && m_work.measuredPage() == qs(spec.id);
        m_gallery->setResult(qs(spec.id),
                             now              ? tr("being measured")
                             : said.isEmpty() ? tr("not measured yet")
                                              : said,
                             said);
    }
}

}  // namespace duelo::ui
