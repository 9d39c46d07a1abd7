// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the parts of the window. The actions that follow are in window_flow.cpp.
#include <QAction>
#include <QFileDialog>
#include <QStackedWidget>

#include "base/places.h"
#include "ui/look/known_folders.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/allow_dialog.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/gpu_strip.h"
#include "ui/shell/main_window.h"
#include "ui/shell/progress_strip.h"
#include "ui/shell/toast.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

namespace {
constexpr int kZoomStep = 10;  ///< percent
}

void MainWindow::connectActions() {
    const auto on = [this](QAction* action, auto what) {
        connect(action, &QAction::triggered, this, what);
    };
    for (QAction* page : m_actions.pages)
        on(page, [this, id = page->data().toString()] { showPage(id); });
    on(m_actions.run, [this] { measure(); });
    on(m_actions.cancel, [this] { m_work.controller().cancel(); });
    on(m_actions.undo, [this] { m_plans.undo(); });
    on(m_actions.redo, [this] { m_plans.redo(); });
    on(m_actions.open, [this] { openDialog(); });
    on(m_actions.saveCopy, [this] {
        for (const ExportChoice& choice : exportChoices())
            if (choice.target == ExportTarget::RecordCopy) m_export->exportFile(choice);
    });
    on(m_actions.print, [this] {
        if (m_report.isInView()) return m_report.print();
        m_class.isInView() ? m_class.print() : m_export->print();
    });
    on(m_actions.printTable,
       [this] { m_class.isInView() ? m_class.printTable() : m_export->printTable(); });
    on(m_actions.printChart,
       [this] { m_class.isInView() ? m_class.printChart() : m_export->printChart(); });
    on(m_actions.copyTable,
       [this] { m_class.isInView() ? m_class.copyTable() : m_export->copyTable(); });
    on(m_actions.copyChart,
       [this] { m_class.isInView() ? m_class.copyChart() : m_export->copyChart(); });
    on(m_actions.script, [this] { showScript(); });
    on(m_actions.cheat, [this] { playGame(); });
    on(m_actions.search, [this] { search(); });
    on(m_actions.present, [this](bool present) { setPresenting(present); });
    on(m_actions.leave, [this] { m_actions.present->trigger(); });
    on(m_actions.cards, [this](bool visible) {
        m_settings.setFlag("cards", visible);
        for (ExperimentPage* each : experiments()) each->frame().setCardsVisible(visible);
    });
    on(m_actions.zoomIn, [this] { setZoom(m_settings.zoomPercent() + kZoomStep); });
    on(m_actions.zoomOut, [this] { setZoom(m_settings.zoomPercent() - kZoomStep); });
    on(m_actions.zoomUsual, [this] { setZoom(100); });
    on(m_actions.settings, [this] { openSettings(); });
    on(m_actions.keys, [this] { showKeys(); });
    on(m_actions.about, [this] { showAbout(); });
    on(m_actions.quit, [this] { close(); });
    m_export->setReport([this] { return m_report.isInView(); });
    connect(m_export.get(), &ExportMenu::reportWanted, &m_report, &ReportDesk::exportAs);
    connect(m_export.get(), &ExportMenu::scriptWanted, this, [this] { showScript(); });
    connect(m_export.get(), &ExportMenu::failed, this,
            [this](const Reason& reason) { showMessage(reason); });
    connect(m_export.get(), &ExportMenu::copied, this, [this] { m_toast->say(tr("Copied.")); });
    connect(m_export.get(), &ExportMenu::written, m_toast, &Toast::sayWritten);
}

void MainWindow::connectStart() {
    connect(m_start, &StartPage::compareRequested, this, &MainWindow::measureDefault);
    connect(m_start, &StartPage::openRequested, this,
            [this](const QString& path) { openRecords({path}); });
    connect(m_start, &StartPage::resumeRequested, this, &MainWindow::resume);
    connect(m_start, &StartPage::followRequested, this,
            [this](const QString& path) { follow(path, false); });
    connect(m_start, &StartPage::stopRequested, this,
            [this](const QString& path) { follow(path, true); });
    connect(m_start, &StartPage::pinToggled, this, [this](const QString& path, bool pinned) {
        m_work.recent().setPinned(path, pinned);
        showRecent();
    });
    connect(m_start, &StartPage::removeRequested, this, [this](const QString& path) {
        m_work.recent().remove(path);
        showRecent();
    });
    connect(m_start, &StartPage::offerRequested, this, &MainWindow::measureOffer);
    connect(m_start, &StartPage::binRequested, this, &MainWindow::moveToBin);
    connect(m_start, &StartPage::openOtherRequested, this, &MainWindow::openDialog);
    connect(m_start, &StartPage::guideRequested, this, [this](int step) {
        showPage("guide");
        m_guide->showStep(step);
    });
    connect(m_start, &StartPage::theoryDismissed, this, [this] {
        m_settings.setFlag("theory", false);
        m_start->setTheoryVisible(false);
    });
    connect(m_start, &StartPage::probeRequested, this, [this] {
        m_start->setWaiting();
        m_work.askProbe();
    });
    connect(m_start, &StartPage::diagnosisRequested, this, [this] { showPage("diagnosis"); });
}

/// They stay in every language, and so do these.
void MainWindow::connectDesks() {
    connect(&m_class, &ClassDesk::fileReady, this,
            [this](const QString& path) { openRecords({path}); });
    connect(&m_class, &ClassDesk::packWanted, &m_pack, &PackDesk::make);
    connect(&m_class, &ClassDesk::gameWanted, this, &MainWindow::playGame);
    connect(&m_class, &ClassDesk::copied, this, [this] { m_toast->say(tr("Copied.")); });
    connect(&m_pack, &PackDesk::told, &m_class, &ClassDesk::tell);
    connect(&m_pack, &PackDesk::otherFileWanted, this, [this] { addOtherPc(true); });
    connect(&m_pack, &PackDesk::presetsChanged, this, [this] {
        applyAppearance();
        showProgress();  // it says where results are saved
    });
}

void MainWindow::connectExperiment(ExperimentPage& page) {
    ExperimentFrame& frame = page.frame();
    frame.setMenus({m_actions.copyChart, m_actions.printChart},
                   {m_actions.copyTable, m_actions.printTable});
    connect(&frame, &ExperimentFrame::runClicked, this, &MainWindow::measure);
    connect(&frame, &ExperimentFrame::cancelClicked, this,
            [this] { m_work.controller().cancel(); });
    connect(&frame, &ExperimentFrame::repeatClicked, this, &MainWindow::repeat);
    connect(&frame, &ExperimentFrame::trickClicked, this, &MainWindow::playGame);
    connect(&page, &ExperimentPage::planChanged, this, &MainWindow::askForecast);
    connect(&page, &ExperimentPage::planWanted, this, [this](const Plan& plan) { showPlan(plan); });
    connect(&page, &ExperimentPage::runWanted, this,
            [this, &page](const Plan& plan) { start(page, plan); });
    connect(&page, &ExperimentPage::otherPcWanted, this, &MainWindow::addOtherPc);
    connect(&page, &ExperimentPage::referenceWanted, this,
            [this, &page] { m_pack.chooseReference(page.spec().id); });
    connect(&page, &ExperimentPage::openWanted, this,
            [this](const QString& path) { openRecords({path}); });
    connect(&page, &ExperimentPage::resumeWanted, this,
            [this, &page] { resume(m_work.runOf(page.spec().id).path()); });
    connect(&page, &ExperimentPage::otherTimesWanted, this, &MainWindow::addOtherTimes);
    connect(&page, &ExperimentPage::otherPcRemoved, this,
            [this](int index) { m_work.run().removeBeside(static_cast<std::size_t>(index) + 1); });
}

void MainWindow::connectGuide() {
    connect(m_guide, &GuidePage::actionRequested, this, &MainWindow::takeGuideAction);
    connect(m_guide, &GuidePage::reflectionToggled, this, [this](bool done) {
        m_settings.setFlag("reflected", done);
        showGuide();
    });
}

void MainWindow::connectDiagnosis() {
    m_diagnosis->setWindow(m_build, m_settings);
    m_diagnosis->setSelfTest(m_work.selfTest().text(), m_work.selfTest().isRunning());
    if (m_work.probe()) m_diagnosis->setProbe(*m_work.probe());
    if (m_engineProblem) m_diagnosis->setEngineProblem(*m_engineProblem);
    connect(m_diagnosis, &DiagnosisPage::saveRequested, this, &MainWindow::saveDiagnosis);
    connect(m_diagnosis, &DiagnosisPage::probeRequested, &m_work, &Session::askProbe);
    connect(m_diagnosis, &DiagnosisPage::selfTestRequested, &m_work, &Session::runSelfTest);
    connect(m_diagnosis, &DiagnosisPage::referenceRequested, this, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("File of another PC"), existingFolder(m_settings.resultsFolder()),
            tr("Duelo (*.duelo)"));
        if (!path.isEmpty()) m_work.readHeader(path);
    });
    connect(m_diagnosis, &DiagnosisPage::referenceWanted, &m_work, &Session::readHeader);
    connect(&m_work, &Session::headerRead, m_diagnosis,
            [this](const QString& file, const Header& header) {
                m_diagnosis->setReference(header, file);
            });
    connect(&m_work, &Session::headerUnread, m_diagnosis, &DiagnosisPage::setReferenceProblem);
}

/// Connections to what outlives the pages hang on m_bridge, which a rebuild replaces.
void MainWindow::connectWork() {
    QObject* bridge = m_bridge.get();
    for (const auto changed :
         {&QUndoGroup::canUndoChanged, &QUndoGroup::canRedoChanged, &QUndoGroup::cleanChanged})
        connect(&m_plans, changed, bridge, [this] { showUndo(); });
    connect(&m_work, &Session::probeArrived, bridge,
            [this](const ProbeSheet& sheet) { showProbe(sheet); });
    connect(&m_work, &Session::engineFailed, bridge,
            [this](const Reason& reason) { showEngineProblem(reason); });
    connect(&m_work, &Session::warningsArrived, bridge,
            [this](const std::vector<Reason>& warnings) { m_bar->setWarnings(warnings); });
    connect(&m_work, &Session::forecastArrived, bridge,
            [this](const QString& asker, const Result<Json>& forecast) {
                if (asker != kStartForecast)
                    experimentPage(asker.toStdString()).setForecast(forecast);
                else if (forecast)
                    m_start->setForecast(ExperimentPage::expectationOf(*forecast, m_text));
            });
    connect(&m_work, &Session::refused, bridge, [this](const Reason& reason) {
        showMessage(reason);
        showProgress();
    });
    connect(&m_work, &Session::allowWanted, bridge, [this](const Attachments& attachments) {
        if (AllowDialog(attachments, this).exec() == QDialog::Accepted)
            m_work.controller().allow(digestsOf(attachments));
    });
    connect(&m_work, &Session::selfTestArrived, bridge, [this](const QString& text, bool running) {
        if (m_diagnosis) m_diagnosis->setSelfTest(text, running);
    });
    connect(m_strip, &ProgressStrip::wayTaken, this, [this] { showPage(m_work.measuredPage()); });
    connect(m_gpuStrip, &GpuStrip::saveWanted, this, [this] {
        saveText(tr("Save the readings of the GPU"), "duelo-gpu.csv", tr("CSV (*.csv)"),
                 m_work.gpu().csv());
    });
    RunController& controller = m_work.controller();
    connect(&controller, &RunController::stateChanged, bridge, [this] { showRunState(); });
    connect(&controller, &RunController::restarted, bridge,
            [this](const EngineDeath& death, const std::optional<CellRecord>& lost) {
                Reason reason = restartedReason(death, lost, m_text);
                // As the strip calls it: what tells it from the other variants of its case.
                const QString title = lost ? runningTitle(lost->cell) : QString();
                if (!title.isEmpty()) reason.args["cell_text"] = title.toStdString();
                showMessage(reason);
            });
    connect(&m_work, &Session::finished, bridge, [this](const RunEnd& end) { finishRun(end); });
    connect(&m_work, &Session::canMeasureChanged, bridge, [this] {
        const bool free = m_work.canMeasure() || m_work.isMeasuring();
        for (ExperimentPage* page : experiments()) page->setEngineReady(free);
    });
    connect(&m_work, &Session::opened, bridge, [this] { showOpened(); });
    connect(&m_work, &Session::resumed, bridge, [this] { showRun(m_work.measured()); });
    connect(&m_work, &Session::followed, bridge, [this] { showFollowed(); });
    connect(&m_work, &Session::reading, bridge,
            [this](const QString& path, qint64 done_bytes, qint64 total_bytes) {
                const auto percent = 100 * done_bytes / qMax<qint64>(1, total_bytes);
                // What is read whole is compared yet.
                m_strip->setIdle(
                    done_bytes < total_bytes
                        ? tr("Reading %1: %2 %").arg(shownFile(path), QString::number(percent))
                        : tr("Comparing %1…").arg(shownFile(path)));
            });
    connect(&m_work, &Session::binned, bridge, [this](const QString& file) {
        m_lastResults.forget(file);
        showLastResults();
        showRecent();
    });
    connect(&m_work.recentInfos(), &RecentInfos::told, bridge, [this] { showRecent(); });
    connect(&m_work, &Session::runChanged, bridge, [this] {
        const RunStore& measured = m_work.measured();
        if (!measured.isLive()) showProgress();
        if (m_pages->currentWidget() == m_guide) showGuide();
        if (property("page") == "glossary") showTerms();
        // What is cited is what stays: a run that goes on is looked at when it has ended.
        withdrawPutAway();
        if (measured.isLive()) return;
        if (measured.path() == m_measured) m_lastResults.keep(measured);
        showLastResults();
        m_report.takeFiles();
    });
}

}  // namespace duelo::ui
