// SPDX-License-Identifier: GPL-3.0-or-later
// Who listens to whom. What then happens is in window_flow.cpp.
#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>

#include "base/places.h"
#include "ui/export_menu.h"
#include "ui/frame/experiment_frame.h"
#include "ui/frame/top_bar.h"
#include "ui/inference/image_strip.h"
#include "ui/inference/inference_form.h"
#include "ui/inference/inference_page.h"
#include "ui/inference/model_list.h"
#include "ui/main_window.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"
#include "ui/training/training_form.h"
#include "ui/training/training_page.h"

namespace duelo::ui {

namespace {
constexpr int kZoomStep = 10;  ///< percent
}

void MainWindow::connectActions() {
    const auto on = [this](QAction* action, auto what) {
        connect(action, &QAction::triggered, this, what);
    };
    on(m_actions.run, [this] { measure(); });
    on(m_actions.cancel, [this] { m_work.controller().cancel(); });
    on(m_actions.open, [this] { openDialog(); });
    on(m_actions.saveCopy, [this] {
        for (const ExportChoice& choice : exportChoices())
            if (choice.target == ExportTarget::RecordCopy) m_export->exportFile(choice);
    });
    on(m_actions.copyTable, [this] { m_export->copyTable(); });
    on(m_actions.copyChart, [this] { m_export->copyChart(); });
    on(m_actions.script, [this] { showScript(); });
    on(m_actions.present, [this](bool present) { setPresenting(present); });
    on(m_actions.cards, [this](bool visible) {
        m_settings.setFlag("cards", visible);
        for (ExperimentPage* each : experiments()) each->frame().setCardsVisible(visible);
    });
    on(m_actions.zoomIn, [this] { setZoom(m_settings.zoomPercent() + kZoomStep); });
    on(m_actions.zoomOut, [this] { setZoom(m_settings.zoomPercent() - kZoomStep); });
    on(m_actions.settings, [this] { openSettings(); });
    on(m_actions.keys, [this] { showKeys(); });
    on(m_actions.about, [this] { showAbout(); });
    on(m_actions.quit, [this] { close(); });
    connect(m_export.get(), &ExportMenu::scriptWanted, this, [this] { showScript(); });
    connect(m_export.get(), &ExportMenu::failed, this,
            [this](const Reason& reason) { showMessage(reason); });
    connect(m_export.get(), &ExportMenu::written, this, [this](const QStringList& files) {
        m_shown->frame().setMessage(
            tr("Written: %1").arg(QDir::toNativeSeparators(files.join(", "))));
    });
}

void MainWindow::connectStart() {
    connect(m_start, &StartPage::compareRequested, this, &MainWindow::compareDefault);
    connect(m_start, &StartPage::openRequested, this,
            [this](const QString& path) { openRecord(path); });
    connect(m_start, &StartPage::resumeRequested, this, &MainWindow::resume);
    connect(m_start, &StartPage::pinToggled, this, [this](const QString& path, bool pinned) {
        m_work.recent().setPinned(path, pinned);
        showRecent();
    });
    connect(m_start, &StartPage::removeRequested, this, [this](const QString& path) {
        m_work.recent().remove(path);
        showRecent();
    });
    connect(m_start, &StartPage::openOtherRequested, this, &MainWindow::openDialog);
    connect(m_start, &StartPage::guideRequested, this, [this](int step) {
        showPage(kGuide);
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
    connect(m_start, &StartPage::diagnosisRequested, this, [this] { showPage(kDiagnosis); });
}

void MainWindow::connectExperiment(ExperimentPage& page) {
    ExperimentFrame& frame = page.frame();
    frame.setChartActions({m_actions.copyChart});
    connect(&frame, &ExperimentFrame::runClicked, this, &MainWindow::measure);
    connect(&frame, &ExperimentFrame::cancelClicked, this,
            [this] { m_work.controller().cancel(); });
    connect(&frame, &ExperimentFrame::messageActionClicked, this, [this] {
        if (m_messageAction == "resume") resume(m_work.run().path());
    });
}

void MainWindow::connectTrain() {
    TrainingForm& form = m_train->form();
    connect(m_train, &TrainingPage::planEdited, this, [this] {
        if (m_train->isComplete()) m_work.askForecast(m_train->plan());
    });
    connect(m_train, &TrainingPage::dataWanted, &m_work, &Workbench::askData);
    connect(m_train, &TrainingPage::samplesWanted, &m_work, &Workbench::askSamples);
    connect(m_train, &TrainingPage::finderWanted, this,
            [this] { start(*m_train, m_train->finderPlan()); });
    connect(&form, &TrainingForm::folderWanted, this, &MainWindow::chooseData);
    connectDevices(form.devices());
}

void MainWindow::connectDevices(DeviceList& devices) {
    connect(&devices, &DeviceList::otherPcWanted, this, &MainWindow::addOtherPc);
    connect(&devices, &DeviceList::otherPcRemoved, this,
            [this](int index) { m_work.run().removeBeside(static_cast<std::size_t>(index) + 1); });
}

void MainWindow::connectCompare() {
    InferenceForm& form = m_compare->form();
    connect(&form, &InferenceForm::planEdited, this,
            [this] { m_work.askForecast(m_compare->plan()); });
    connect(&form.images(), &ImageStrip::thumbnailWanted, &m_work, &Workbench::askThumbnail);
    connect(&form.images(), &ImageStrip::filesWanted, this, [this] { addImages(false); });
    connect(&form.images(), &ImageStrip::folderWanted, this, [this] { addImages(true); });
    connect(&form.models(), &ModelList::weightsFileWanted, this, &MainWindow::chooseWeights);
    connect(&form.models(), &ModelList::weightsDownloadWanted, &m_work,
            &Workbench::downloadWeights);
    connect(&form.models(), &ModelList::weightsAutomaticWanted, this,
            [this](const QString& model) { m_compare->form().setWeightsFile(model, {}); });
    connectDevices(form.devices());
}

void MainWindow::connectGuide() {
    connect(m_guide, &GuidePage::actionRequested, this, &MainWindow::takeGuideAction);
    connect(m_guide, &GuidePage::reflectionToggled, this, [this](bool done) {
        m_settings.setFlag("reflected", done);
        showGuide();
    });
}

void MainWindow::connectDiagnosis() {
    if (m_work.probe()) m_diagnosis->setProbe(*m_work.probe());
    if (m_engineProblem) m_diagnosis->setEngineProblem(*m_engineProblem);
    connect(m_diagnosis, &DiagnosisPage::saveRequested, this, &MainWindow::saveDiagnosis);
    connect(m_diagnosis, &DiagnosisPage::probeRequested, &m_work, &Workbench::askProbe);
    connect(m_diagnosis, &DiagnosisPage::selfTestRequested, &m_work, &Workbench::runSelfTest);
    connect(m_diagnosis, &DiagnosisPage::referenceRequested, this, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("File of another PC"), m_settings.resultsFolder(), tr("Duelo (*.duelo)"));
        if (path.isEmpty()) return;
        if (const auto log = readRecords(fromUtf8(path.toStdString())))
            m_diagnosis->setReference(log->header().machine, QFileInfo(path).fileName());
        else
            showMessage(log.error());
    });
}

/// Connections to what outlives the pages hang on m_bridge, which a rebuild replaces.
void MainWindow::connectWork() {
    QObject* bridge = m_bridge.get();
    connect(&m_work, &Workbench::probeArrived, bridge,
            [this](const ProbeSheet& sheet) { showProbe(sheet); });
    connect(&m_work, &Workbench::engineFailed, bridge,
            [this](const Reason& reason) { showEngineProblem(reason); });
    connect(&m_work, &Workbench::warningsArrived, bridge,
            [this](const std::vector<Reason>& warnings) { m_bar->setWarnings(warnings); });
    connect(&m_work, &Workbench::forecastArrived, bridge, [this](const Result<Json>& forecast) {
        m_shown->setForecast(forecast);
        if (m_shown == m_compare) m_start->setForecast(m_compare->expectation());
    });
    connect(&m_work, &Workbench::dataArrived, bridge,
            [this](const Result<Json>& reply) { m_train->setData(reply); });
    connect(&m_work, &Workbench::samplesArrived, bridge,
            [this](const Result<Json>& reply) { m_train->setSamples(reply); });
    connect(&m_work, &Workbench::thumbnailArrived, bridge,
            [this](const QString& input, const QImage& image, const QStringList& notes) {
                m_compare->setThumbnail(input, image, notes.join('\n'));
            });
    connect(&m_work, &Workbench::thumbnailFailed, bridge,
            [this](const QString& input, const Reason& reason) {
                m_compare->form().images().setProblem(input, qs(m_text.reason(reason)));
            });
    connect(&m_work, &Workbench::imagesArrived, bridge,
            [this](const QStringList& inputs) { m_compare->form().addImages(inputs); });
    connect(&m_work, &Workbench::refused, bridge,
            [this](const Reason& reason) { showMessage(reason); });
    connect(&m_work, &Workbench::weightsChecked, bridge,
            [this](const QString& model, const QString& file) {
                m_compare->form().setWeightsFile(model, file);
            });
    connect(&m_work, &Workbench::weightsProgress, bridge,
            [this](const QString& model, qint64 done, qint64 total) {
                m_compare->form().models().setBusy(
                    model, QString("%1 / %2").arg(
                               qs(formatBytes(static_cast<double>(done), m_text.numbers())),
                               qs(formatBytes(static_cast<double>(total), m_text.numbers()))));
            });
    connect(&m_work, &Workbench::weightsFetched, bridge,
            [this](const QString& model) { m_compare->form().models().setBusy(model, {}); });
    connect(&m_work, &Workbench::selfTestArrived, bridge,
            [this](const QString& text, bool running) {
                if (m_diagnosis) m_diagnosis->setSelfTest(text, running);
            });
    RunController& controller = m_work.controller();
    connect(&controller, &RunController::stateChanged, bridge, [this] { showRunState(); });
    connect(&controller, &RunController::told, bridge,
            [this](const Reason& reason) { showMessage(reason); });
    connect(&controller, &RunController::finished, bridge,
            [this](const RunEnd& end) { finishRun(end); });
    connect(&m_work.run(), &RunModel::changed, bridge, [this] {
        if (m_pages->currentWidget() == m_guide) showGuide();
    });
}

}  // namespace duelo::ui
