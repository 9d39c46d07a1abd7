// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a run in the window: its state, its progress, and on which page it is.
#include <QAction>
#include <QDir>
#include <QFileInfo>

#include "experiments/specs.h"
#include "report/labels.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/progress_strip.h"
#include "ui/shell/rail.h"

namespace duelo::ui {

namespace {

constexpr int kProgress_ms = 250;
constexpr int kStrictProgress_ms = 2000;  ///< strict mode disturbs as little as it can

}  // namespace

void MainWindow::showRunState() {
    const RunController::State state = m_work.controller().state();
    const bool running = state != RunController::State::Idle;
    for (ExperimentPage* each : experiments()) showRunState(*each);
    showRunningPage();
    showLastResults();
    m_start->setMeasuring(running);
    if (m_guide) m_guide->setMeasuring(running);
    if (m_diagnosis) m_diagnosis->setMeasuring(running);
    m_actions.run->setEnabled(!running);
    m_actions.cancel->setEnabled(running);
    m_actions.open->setEnabled(!running || m_work.controller().isFollowing());
    if (running) {
        const auto plan = m_work.measured().plan();
        const bool strict = plan && plan->preset == Preset::Strict;
        m_progressTimer.start(strict ? kStrictProgress_ms : kProgress_ms);
    } else {
        m_progressTimer.stop();
    }
    showProgress();
}

void MainWindow::showRunState(ExperimentPage& page) {
    const QString id = m_work.measuredPage();
    const RunController::State state = m_work.controller().state();
    const bool elsewhere = state != RunController::State::Idle && id != qs(page.spec().id);
    page.setRunState(state,
                     elsewhere ? tr("%1 is being measured").arg(pageCaption(id)) : QString());
}

QString MainWindow::pageCaption(const QString& id) const {
    return pageEntries().value(pageIds().indexOf(id)).railCaption;
}

/// Marks in the rail where something is measured, and offers the way there.
void MainWindow::showRunningPage() {
    const bool running = m_work.controller().state() != RunController::State::Idle;
    const QString id = running ? m_work.measuredPage() : QString();
    m_rail->setRunning(static_cast<int>(pageIds().indexOf(id)));
    m_strip->setWay(id.isEmpty() || property("page") == id ? QString() : pageCaption(id));
}

/// The mark of the title says that the form has not what was measured or opened last. It asks for
/// nothing: forms are kept when the window is closed.
void MainWindow::showUndo() {
    m_actions.undo->setEnabled(m_plans.canUndo());
    m_actions.redo->setEnabled(m_plans.canRedo());
    setWindowModified(!m_plans.isClean());
}

/// In the words of the table, where what tells its variants apart stands there too.
QString MainWindow::runningTitle(const std::string& id) const {
    const auto& cells = m_work.measured().liveCells();
    const auto cell = cells.find(id);
    if (cell == cells.end()) return {};
    const Spec* spec = findSpec(cell->second.experiment);
    const Params& variant = cell->second.variant;
    if (const Comparison* comparison = m_work.measured().comparison())
        for (std::size_t i = 0; i < comparison->columns.size(); ++i)
            if (comparison->columns[i].variant == variant)
                return qs(shortName(spec, cell->second.work, m_text) + " · " +
                          Labels(*comparison, m_text).spokenName(i));
    return qs(shortName(spec, cell->second.work, variant, m_text));
}

void MainWindow::showProgress() {
    const RunController& controller = m_work.controller();
    const QString name = shownFile(m_work.run().path());
    // Qt would put the name of the program behind what does not end with it, and takes the first
    // "[*]" for the place of its mark.
    const QString title = QString(name).replace("[*]", "[*][*]");
    setWindowTitle(name.isEmpty() ? QString("[*]Duelo") : title + "[*] - Duelo");
    if (controller.state() == RunController::State::Idle) {
        m_strip->setIdle(name.isEmpty() ? tr("Ready") : QString());  // the title tells the name
        m_strip->setPlace({});
        m_strip->setToolTip(tr("Results are saved in %1")
                                .arg(QDir::toNativeSeparators(m_settings.resultsFolder())));
        return;
    }
    const ProgressState progress = controller.progress();
    m_strip->setProgress(controller.state(), progress, runningTitle(progress.cell));
    m_strip->setPlace(tr("Esc cancels · what is measured is already saved"));
}

}  // namespace duelo::ui
