// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does when something is asked for; main_window.cpp lays it out.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSaveFile>
#include <QStackedWidget>
#include <QStackedWidget>

#include "core/places.h"
#include "report/pytorch_script.h"
#include "ui/dialogs.h"
#include "ui/export_menu.h"
#include "ui/frame/experiment_frame.h"
#include "ui/frame/top_bar.h"
#include "ui/page_makers.h"
#include "ui/inference/image_strip.h"
#include "ui/inference/inference_form.h"
#include "ui/inference/inference_page.h"
#include "ui/inference/model_list.h"
#include "ui/main_window.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"

namespace duelo::ui {

namespace {

constexpr int kZoomStep = 10, kZoomLow = 100, kZoomHigh = 200;

bool endsWithAny(const QString& path, std::initializer_list<const char*> suffixes) {
    return std::any_of(suffixes.begin(), suffixes.end(), [&](const char* suffix) {
        return path.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
    });
}

}  // namespace

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
        m_compare->frame().setCardsVisible(visible);
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
        m_compare->frame().setMessage(
            tr("Written: %1").arg(QDir::toNativeSeparators(files.join(", "))));
    });
}

void MainWindow::connectStart() {
    connect(m_start, &StartPage::compareRequested, this, &MainWindow::compareDefault);
    connect(m_start, &StartPage::openRequested, this, [this](const QString& path) {
        openRecord(path);
    });
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

void MainWindow::connectCompare() {
    InferenceForm& form = m_compare->form();
    ExperimentFrame& frame = m_compare->frame();
    connect(&frame, &ExperimentFrame::runClicked, this, &MainWindow::measure);
    connect(&frame, &ExperimentFrame::cancelClicked, this,
            [this] { m_work.controller().cancel(); });
    connect(&frame, &ExperimentFrame::messageActionClicked, this, [this] {
        if (m_messageAction == "resume") resume(m_work.run().path());
    });
    connect(&form, &InferenceForm::planEdited, this,
            [this] { m_work.askForecast(m_compare->form().plan()); });
    connect(&form.images(), &ImageStrip::thumbnailWanted, &m_work, &Workbench::askThumbnail);
    connect(&form.images(), &ImageStrip::filesWanted, this, [this] { addImages(false); });
    connect(&form.images(), &ImageStrip::folderWanted, this, [this] { addImages(true); });
    connect(&form.models(), &ModelList::weightsFileWanted, this, &MainWindow::chooseWeights);
    connect(&form.models(), &ModelList::weightsDownloadWanted, &m_work,
            &Workbench::downloadWeights);
    connect(&form.models(), &ModelList::weightsAutomaticWanted, this,
            [this](const QString& model) { m_compare->form().setWeightsFile(model, {}); });
    connect(&form.devices(), &DeviceList::otherPcWanted, this, &MainWindow::addOtherPc);
    connect(&form.devices(), &DeviceList::otherPcRemoved, this, [this](int index) {
        m_work.run().removeBeside(static_cast<std::size_t>(index) + 1);
    });
}

void MainWindow::connectGuide() {
    connect(m_guide, &GuidePage::actionRequested, this, &MainWindow::takeGuideAction);
    connect(m_guide, &GuidePage::reflectionToggled, this, [this](bool done) {
        m_settings.setFlag("reflected", done);
        showGuide();
    });
}

void MainWindow::connectDiagnosis() {
    if (!m_work.probe().is_null()) m_diagnosis->setProbe(m_work.probe());
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
            [this](const Json& sheet) { showProbe(sheet); });
    connect(&m_work, &Workbench::engineFailed, bridge,
            [this](const Reason& reason) { showEngineProblem(reason); });
    connect(&m_work, &Workbench::warningsArrived, bridge,
            [this](const Json& warnings) { m_bar->setWarnings(warnings); });
    connect(&m_work, &Workbench::forecastArrived, bridge, [this](const Result<Json>& forecast) {
        m_compare->setForecast(forecast);
        m_start->setForecast(m_compare->expectation());
    });
    connect(&m_work, &Workbench::thumbnailArrived, bridge,
            [this](const QString& input, const QImage& image, const QStringList& notes) {
                m_compare->setThumbnail(input, image, notes.join('\n'));
            });
    connect(&m_work, &Workbench::thumbnailFailed, bridge,
            [this](const QString& input, const Reason& reason) {
                m_compare->form().images().setProblem(input, qs(m_text.reason(reason)));
            });
    connect(&m_work, &Workbench::imagesArrived, bridge, [this](const QStringList& inputs) {
        m_compare->form().addImages(inputs);
    });
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

void MainWindow::showProbe(const Json& sheet) {
    m_engineProblem.reset();
    m_bar->setProbe(sheet);
    m_bar->setEngineProblem({});
    m_start->setProbe(sheet);
    if (m_diagnosis) m_diagnosis->setProbe(sheet);
    m_compare->form().setProbe(sheet);
    m_compare->setEngineReady(true);
    // The form begins with what the engine proposes, until the user has measured something else.
    if (m_settings.plan().isEmpty() && m_compare->form().plan().sweeps.front().models.empty())
        if (auto plan = planFromJson(sheet.value("default_plan", Json::object())))
            m_compare->form().setPlan(*plan);
    m_work.askForecast(m_compare->form().plan());
    showGuide();
}

void MainWindow::showEngineProblem(const Reason& reason) {
    m_engineProblem = reason;
    m_bar->setEngineProblem(qs(m_text.reason(reason)));
    m_start->setEngineProblem(reason);
    if (m_diagnosis) m_diagnosis->setEngineProblem(reason);
    m_compare->setEngineReady(false);
    m_compare->frame().setMessage(qs(m_text.reason(reason)));
    showGuide();
}

void MainWindow::showMessage(const Reason& reason) {
    m_messageAction.clear();
    m_compare->frame().setMessage(qs(m_text.reason(reason)));
    if (m_pages->currentWidget() != m_compare) showPage(kCompare);
}

void MainWindow::showRecent() {
    QVector<RecentFile> files;
    for (const QString& path : m_work.recent().paths())
        files << recentFileOf(path, m_work.recent().isPinned(path), m_text);
    m_start->setRecentFiles(files);
}

void MainWindow::showGuide() {
    if (!m_guide) return;
    m_guide->setState(guideStateOf({.probe = m_work.probe(),
                                    .engine_problem = m_engineProblem,
                                    .run = m_work.run(),
                                    .plan = m_compare->form().plan(),
                                    .reflected = m_settings.flag("reflected", false)},
                                   m_text));
}

void MainWindow::measure() {
    if (m_work.isMeasuring() || m_work.probe().is_null()) return;
    showPage(kCompare);
    m_compare->frame().setMessage({});
    if (const auto started = m_work.measure(m_compare->form().plan()); !started)
        showMessage(started.error());
}

/// The one big button: the engine's own plan for this machine, whatever the form shows.
void MainWindow::compareDefault() {
    if (m_work.isMeasuring()) return showPage(kCompare);
    if (auto plan = planFromJson(m_work.probe().value("default_plan", Json::object()))) {
        m_compare->form().setPlan(*plan);
        measure();
    } else {
        showMessage(plan.error());
    }
}

void MainWindow::openFiles(const QStringList& paths) {
    QStringList images;
    bool first = true;
    for (const QString& path : paths) {
        if (endsWithAny(path, {".duelo"})) {
            // Several at once stand side by side: the first is this PC's, the others beside it.
            if (first && !m_work.isMeasuring()) {
                first = !openRecord(path);
            } else if (const auto added = m_work.run().addBeside(path, duelo::Role::Shared);
                       !added) {
                showMessage(added.error());
            }
        } else if (endsWithAny(path, {".pth", ".safetensors", ".pt"})) {
            const QStringList models = m_compare->form().models().chosen();
            if (!models.isEmpty()) m_work.checkWeights(models.first(), path);
        } else {
            images << path;
        }
    }
    if (!images.isEmpty()) {
        showPage(kCompare);
        if (!m_work.isMeasuring()) m_work.askImages(images);
    }
}

void MainWindow::openDialog() {
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Open"), m_settings.resultsFolder(),
        tr("Duelo results (*.duelo);;All files (*)"));
    if (!paths.isEmpty()) openFiles(paths);
}

bool MainWindow::openRecord(const QString& path) {
    if (const auto opened = m_work.open(path); !opened) {
        showMessage(opened.error());
        return false;
    }
    showPage(kCompare);
    setWindowTitle(QFileInfo(path).fileName() + " - Duelo");
    m_messageAction.clear();
    m_compare->frame().setMessage({});
    if (const int open = m_work.run().openCells(); open > 0) {
        m_messageAction = "resume";
        m_compare->frame().setMessage(
            tr("This measurement is not complete: %n case(s) missing.", nullptr, open),
            tr("Resume: %n missing", nullptr, open));
    }
    if (const auto plan = m_work.run().plan(); plan && !plan->sweeps.empty())
        m_compare->form().setPlan(*plan);
    m_work.askForecast(m_compare->form().plan());
    showRecent();
    showProgress();
    return true;
}

void MainWindow::resume(const QString& path) {
    m_compare->frame().setMessage({});
    showPage(kCompare);
    if (const auto resumed = m_work.resume(path); !resumed) showMessage(resumed.error());
}

void MainWindow::finishRun(const RunEnd& end) {
    using Status = RunEnd::Status;
    showRecent();
    showGuide();
    m_messageAction.clear();
    const int open = m_work.run().openCells();
    if (end.reason) {
        m_compare->frame().setMessage(qs(m_text.reason(*end.reason)),
                                      open > 0 ? tr("Resume: %n missing", nullptr, open) : "");
    } else if (end.status == Status::Cancelled) {
        m_compare->frame().setMessage(tr("Cancelled. What was measured is kept."),
                                      open > 0 ? tr("Resume: %n missing", nullptr, open) : "");
    } else {
        setWindowTitle(QFileInfo(m_work.run().path()).fileName() + " - Duelo");
        return;
    }
    if (open > 0) m_messageAction = "resume";
}

void MainWindow::addOtherPc(bool reference) {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("File of another PC"), m_settings.resultsFolder(), tr("Duelo (*.duelo)"));
    if (path.isEmpty()) return;
    const auto role = reference ? duelo::Role::Reference : duelo::Role::Shared;
    if (const auto added = m_work.run().addBeside(path, role); !added) showMessage(added.error());
}

void MainWindow::addImages(bool folder) {
    QStringList paths;
    if (folder) {
        paths << QFileDialog::getExistingDirectory(this, tr("Folder of images"));
    } else {
        paths = QFileDialog::getOpenFileNames(
            this, tr("Images"), {},
            tr("Images (*.jpg *.jpeg *.png *.bmp *.webp *.tif *.tiff);;All files (*)"));
    }
    paths.removeAll(QString());
    if (!paths.isEmpty()) m_work.askImages(paths);
}

void MainWindow::chooseWeights(const QString& model) {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Weights of %1").arg(model), {},
        tr("Weights (*.pth *.safetensors *.pt);;All files (*)"));
    if (!path.isEmpty()) m_work.checkWeights(model, path);
}

void MainWindow::takeGuideAction(const QString& name) {
    if (name == "probe") return showPage(kDiagnosis);
    if (name == "script") return showScript();
    showPage(kCompare);
    InferenceForm& form = m_compare->form();
    if (name == "images")
        form.images().setFocus();
    else if (name == "models")
        form.models().setFocus();
    else if (name == "import_reference")
        addOtherPc(true);
    else if (name == "measure_cpu" || name == "measure_gpu")
        measure();
    else
        m_compare->frame().showChart(0);
}

void MainWindow::saveDiagnosis() {
    m_diagnosis->setLog(m_work.client().log().split('\n'));
    m_diagnosis->setEngineExits(m_work.engineExits());
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save diagnosis report"),
        QDir(m_settings.resultsFolder()).filePath("duelo-diagnosis.txt"), tr("Text (*.txt)"));
    if (path.isEmpty()) return;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(m_diagnosis->reportText().toUtf8()) < 0 || !file.commit())
        showMessage({"write_failed", {{"path", path.toStdString()}},
                     file.errorString().toStdString()});
}

void MainWindow::setZoom(int percent) {
    m_settings.setZoomPercent(qBound(kZoomLow, percent, kZoomHigh));
    Q_EMIT appearanceChanged();
}

void MainWindow::openSettings() {
    SettingsDialog dialog(m_settings, this);
    if (dialog.exec() == QDialog::Accepted) Q_EMIT appearanceChanged();
}

void MainWindow::showKeys() {
    KeysDialog(m_actions.all(), this).exec();
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About Duelo"),
        tr("Duelo %1\n\nMeasures and explains what a CPU and a GPU do with the same work.\n\n"
           "The window is GPL-3.0-or-later, the engine Apache-2.0. The licences of all that "
           "is shipped with them are in the folder licences.\nQt %2")
            .arg(QCoreApplication::applicationVersion(), qVersion()));
}

void MainWindow::showScript() {
    const Plan plan = m_compare->form().plan();
    if (const auto script = pytorchScript(plan, m_text))
        ScriptDialog(qs(*script), this).exec();
    else
        showMessage(script.error());
}

}  // namespace duelo::ui
