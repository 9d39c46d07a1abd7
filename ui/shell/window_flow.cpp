// SPDX-License-Identifier: GPL-3.0-or-later
// Reacts to requests of the user and to answers of the engine. main_window.cpp lays the window out,
// window_connections.cpp connects it; the guided session is in window_guide.cpp.
#include <algorithm>

#include <QDir>
#include <QFileDialog>
#include <QMessageBox>
#include <QStackedWidget>

#include "base/places.h"
#include "experiments/specs.h"
#include "report/export.h"
#include "report/measured_terms.h"
#include "ui/form/experiment_form.h"
#include "ui/look/known_folders.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/start_page.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_entry.h"
#include "ui/shell/toast.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

namespace {

constexpr int kRunningLook_ms = 2000;
constexpr int kZoomLow = 100, kZoomHigh = 200;

/// Returns which libraries the window and the engine stand on, as far as the engine has answered.
QStringList libraryLines(const std::optional<ProbeSheet>& probe) {
    QStringList lines{QStringLiteral("Qt %1").arg(QLatin1String(qVersion()))};
    const auto add = [&](const QString& name, const std::string& version) {
        if (!version.empty()) lines << name + ' ' + qs(visibleText(version));
    };
    if (!probe) return lines;
    add(QStringLiteral("LibTorch"), probe->engine.libtorch);
    add(QStringLiteral("CUDA"), probe->gpu.runtime_cuda);
    add(QStringLiteral("cuDNN"), probe->gpu.cudnn);
    return lines;
}

}  // namespace

std::vector<ExperimentPage*> MainWindow::experiments() const {
    std::vector<ExperimentPage*> made;
    for (int i = 0; m_pages && i < m_pages->count(); ++i)
        if (auto* page = qobject_cast<ExperimentPage*>(m_pages->widget(i))) made.push_back(page);
    return made;
}

ExperimentPage& MainWindow::pageOf(const std::string& experiment) {
    const Spec* spec = findSpec(experiment);
    if (!spec) return shownPage();
    return experimentPage(spec->page.empty() ? spec->id : spec->page);
}

ExperimentPage& MainWindow::shownPage() {
    if (!m_shown) m_shown = &experimentPage(specs().front().id);
    return *m_shown;
}

bool MainWindow::shows(const QWidget& page) const {
    return m_pages->currentWidget() == &page;
}

/// Asks for the forecast of the page in view, or of what the start page's button would measure.
void MainWindow::askForecast() {
    if (!m_work.probe()) return;
    if (auto* page = qobject_cast<ExperimentPage*>(m_pages->currentWidget())) {
        if (page->form().invalid().isEmpty()) m_work.askForecast(page->plan(), qs(page->spec().id));
    } else if (const auto plan = planFromJson(m_work.probe()->default_plan)) {
        m_work.askForecast(firstQuick(*plan, m_settings), kStartForecast);
    }
}

void MainWindow::showProbe(const ProbeSheet& sheet) {
    m_engineProblem.reset();
    m_bar->setProbe(sheet);
    m_bar->setEngineProblem({});
    m_start->setProbe(sheet);
    if (m_diagnosis) m_diagnosis->setProbe(sheet);
    for (ExperimentPage* page : experiments()) {
        if (m_problemShown) page->frame().setMessage({});
        page->setProbe(sheet);
        if (!page->isPlanGiven()) m_plans.beginAnew(page->plan());
        page->setEngineReady(true);
    }
    m_problemShown = false;
    askForecast();
    showGuide();
}

void MainWindow::showEngineProblem(const Reason& reason) {
    m_engineProblem = reason;
    m_problemShown = true;
    m_bar->setEngineProblem(qs(m_text.reason(reason)));
    m_start->setEngineProblem(reason);
    if (m_diagnosis) m_diagnosis->setEngineProblem(reason);
    for (ExperimentPage* page : experiments()) {
        page->setEngineReady(false);
        page->frame().setMessage(qs(m_text.reason(reason)));
    }
    showGuide();
}

void MainWindow::showMessage(const Reason& reason) {
    tell(qs(m_text.reason(reason)));
}

/// Tells a sentence where it is seen: on the page in view if that has a place for it, else on that
/// of the results.
void MainWindow::tell(const QString& sentence) {
    if (m_class.isInView()) return m_class.tell(sentence);
    if (m_report.isInView()) return m_report.tell(sentence);
    ExperimentPage& page = shownPage();
    page.frame().setMessage(sentence);
    if (m_pages->currentWidget() != &page) showPage(qs(page.spec().id));
}

void MainWindow::showRecent() {
    QVector<RecentFile> files;
    const RecentFiles& recent = m_work.recent();
    for (const QString& path : recent.paths())
        files << recentFileOf(path, m_work.recentInfos().of(path), recent.isPinned(path), m_text);
    // What is still to come of a run is not missing.
    if (m_work.isMeasuring())
        for (RecentFile& file : files)
            if (file.path == m_work.measured().path()) {
                file.open_cells = 0;
                file.running = false;
            }
    m_start->setRecentFiles(files);
    if (std::ranges::any_of(files, &RecentFile::running)) m_runningTimer.start(kRunningLook_ms);
}

/// Looks after the recent files whose runs still go on: such a file is read now and then, and at
/// once when its process has ended.
void MainWindow::lookAtRunning() {
    constexpr int kLooksPerReading = 6;
    const bool reads = ++m_runningLooks % kLooksPerReading == 0 && m_start->isVisible();
    bool any = false;
    for (const QString& path : m_work.recent().paths()) {
        const auto info = m_work.recentInfos().of(path);
        if (!info || !info->running) continue;
        any = true;
        if (reads || !info->running->isAlive()) m_work.recentInfos().ask({path});
    }
    if (any) m_runningTimer.start(kRunningLook_ms);
}

/// Shows the recent files at once by their names, and with what each holds as the answers come.
void MainWindow::examineRecent() {
    showRecent();
    m_work.recentInfos().ask(m_work.recent().paths());
}

/// The words of the glossary with what was measured of them; looked at when it comes into view.
void MainWindow::showTerms() {
    if (!m_glossary || m_work.run().isLive()) return;
    QHash<QString, QString> sentences;
    if (const Comparison* comparison = m_work.run().comparison())
        for (const MeasuredTerm& term : measuredTerms(*comparison, Labels(*comparison, m_text)))
            sentences[qs(term.key)] =
                qs(m_text("measured_term.heading", {{"sentence", term.sentence}}));
    m_glossary->setMeasured(sentences);
}

/// F5 does what the button in view does.
void MainWindow::measure() {
    if (m_pages->currentWidget() == m_start) return m_start->compare();
    ExperimentPage& page = shownPage();
    if (!page.canMeasure()) return;
    if (m_pages->currentWidget() == &page)
        start(page, page.plan(), page.prediction());
    else if (asksFirst(page))
        showPage(qs(page.spec().id));
    else
        start(page, page.plan());
}

/// Before the first run of an experiment its questions are to be seen, wherever it is begun (P-01).
/// Later they are there for who begins on its page.
bool MainWindow::asksFirst(const ExperimentPage& page) const {
    return page.prediction() && m_settings.measuredRuns(qs(page.spec().id)) == 0;
}

void MainWindow::start(ExperimentPage& page, const Plan& plan,
                       const std::optional<Prediction>& prediction) {
    showPage(qs(page.spec().id));
    page.frame().setMessage({});
    if (const auto started = m_work.measure(plan, prediction); !started)
        return showMessage(started.error());
    if (plan.experiment == page.spec().id && completed(plan, page.spec()) == page.plan())
        m_plans.settle(plan.experiment);
}

/// The one big button: the engine's own plan for this machine, whatever a form shows.
void MainWindow::measureDefault() {
    const auto plan = planFromJson(m_work.probe() ? m_work.probe()->default_plan : Json());
    if (!plan) return showMessage(plan.error());
    measureOffered(firstQuick(*plan, m_settings));
}

void MainWindow::measureOffer(const QString& id) {
    if (!m_work.probe()) return;
    for (const OfferSheet& offer : m_work.probe()->offers)
        if (const auto plan = planFromJson(offer.plan); plan && qs(offer.id) == id)
            measureOffered(*plan);
}

void MainWindow::measureOffered(const Plan& plan) {
    ExperimentPage& page = pageOf(plan.experiment);
    if (m_work.isMeasuring()) return showPage(qs(page.spec().id));
    page.setPlan(plan);
    if (asksFirst(page)) return showPage(qs(page.spec().id));
    start(page, plan);
}

void MainWindow::finishRun(const RunEnd& end) {
    const RunStore& run = m_work.measured();
    m_measured = run.path();
    if (!run.isLive()) m_lastResults.keep(run);
    showLastResults();
    examineRecent();
    showGuide();
    const QString busy = qs(m_text.reason({"run_in_progress"}));
    for (ExperimentPage* each : experiments()) {
        each->frame().withdrawMessage(busy);
        each->frame().withdrawMessage(stillRunning());
    }
    const auto plan = run.plan();
    ExperimentPage& page = plan ? pageOf(plan->experiment) : shownPage();
    if (end.reason)
        page.frame().setMessage(qs(m_text.reason(*end.reason)));
    else if (end.status == RunEnd::Status::Cancelled)
        page.frame().setMessage(tr("Cancelled. What was measured is kept."));
    else if (run.openCells() == 0 && !m_report.offerBack(page))
        m_pack.offerReference(page);
    if (end.status == RunEnd::Status::Completed && !shows(page))
        m_toast->say(tr("Measured: %1").arg(pageCaption(qs(page.spec().id))), tr("See it"),
                     [this, id = qs(page.spec().id)] { showPage(id); });
}

void MainWindow::saveDiagnosis() {
    m_diagnosis->setLog(m_work.client().log().split('\n'));
    m_diagnosis->setEngineExits(m_work.engineExits());
    saveText(tr("Save diagnosis report"), "duelo-diagnosis.txt", tr("Text (*.txt)"),
             m_diagnosis->reportText().toStdString());
}

void MainWindow::saveText(const QString& title, const QString& name, const QString& filter,
                          const std::string& text) {
    const QString path = QFileDialog::getSaveFileName(
        this, title, QDir(existingFolder(m_settings.resultsFolder())).filePath(name), filter);
    if (path.isEmpty()) return;
    // The dialog has asked whether to overwrite.
    if (const auto written = writeWhole(text, pathOf(path), true); !written)
        showMessage(written.error());
}

void MainWindow::setZoom(int percent) {
    m_settings.setZoomPercent(qBound(kZoomLow, percent, kZoomHigh));
    applyAppearance();
}

/// Only another language or another decimal sign makes other pages.
void MainWindow::applyAppearance() {
    Q_EMIT appearanceChanged();
    const Text text = textOf(m_settings);
    if (text.language() != m_text.language() || text.numbers() != m_text.numbers()) rebuild();
}

void MainWindow::openSettings() {
    SettingsDialog dialog(m_settings, this);
    if (dialog.exec() == QDialog::Accepted) applyAppearance();
}

void MainWindow::showKeys() {
    KeysDialog(m_actions.all(), this).exec();
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About Duelo"),
        tr("Duelo %1\n\nMeasures and explains what a CPU and a GPU do with the same work.\n\n"
           "The window is GPL-3.0-or-later, the engine Apache-2.0. The licences of all that "
           "is shipped with them are in the folder licences.\n%2")
            .arg(m_build, libraryLines(m_work.probe()).join('\n')));
}

void MainWindow::showScript() {
    const Plan& plan = shownPage().plan();
    const Spec* spec = findSpec(plan.experiment);
    if (spec && !spec->programs.empty())
        ScriptDialog(plan, m_text, this).exec();
    else
        showMessage({"script_not_offered", {{"experiment", plan.experiment}}, {}});
}

}  // namespace duelo::ui
