// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does when something is asked for or arrives. main_window.cpp lays it out,
// window_connections.cpp connects it.
#include <algorithm>

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStackedWidget>

#include "base/places.h"
#include "experiments/inference/program.h"
#include "report/export.h"
#include "ui/dialogs.h"
#include "ui/frame/experiment_frame.h"
#include "ui/frame/top_bar.h"
#include "ui/inference/image_strip.h"
#include "ui/inference/inference_form.h"
#include "ui/inference/inference_page.h"
#include "ui/inference/model_list.h"
#include "ui/main_window.h"
#include "ui/page_makers.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"
#include "ui/training/training_form.h"
#include "ui/training/training_page.h"

namespace duelo::ui {

namespace {

constexpr int kZoomLow = 100, kZoomHigh = 200;

bool endsWithAny(const QString& path, std::initializer_list<const char*> suffixes) {
    return std::any_of(suffixes.begin(), suffixes.end(), [&](const char* suffix) {
        return path.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
    });
}

}  // namespace

std::array<ExperimentPage*, 2> MainWindow::experiments() const {
    return {m_compare, m_train};
}

ExperimentPage& MainWindow::pageOf(const std::string& experiment) const {
    if (m_train->shows(experiment)) return *m_train;
    return *m_compare;
}

/// The experiment in view: the forecast is of its plan.
void MainWindow::showExperiment(ExperimentPage& page) {
    m_shown = &page;
    if (m_work.probe()) m_work.askForecast(page.plan());
}

void MainWindow::showProbe(const ProbeSheet& sheet) {
    m_engineProblem.reset();
    m_bar->setProbe(sheet);
    m_bar->setEngineProblem({});
    m_start->setProbe(sheet);
    if (m_diagnosis) m_diagnosis->setProbe(sheet);
    for (ExperimentPage* page : experiments()) {
        page->setProbe(sheet);
        page->setEngineReady(true);
    }
    m_work.askForecast(m_shown->plan());
    showGuide();
}

void MainWindow::showEngineProblem(const Reason& reason) {
    m_engineProblem = reason;
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
    m_messageAction.clear();
    m_shown->frame().setMessage(qs(m_text.reason(reason)));
    if (m_pages->currentWidget() != m_shown) showPage(m_shown == m_train ? kTrain : kCompare);
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
                                    .plan = m_compare->plan(),
                                    .reflected = m_settings.flag("reflected", false)},
                                   m_text));
}

void MainWindow::measure() {
    start(*m_shown, m_shown->plan());
}

void MainWindow::start(ExperimentPage& page, const Plan& plan) {
    if (m_work.isMeasuring() || !m_work.probe() || !page.isComplete()) return;
    showPage(&page == m_train ? kTrain : kCompare);
    page.frame().setMessage({});
    if (const auto started = m_work.measure(plan); !started) showMessage(started.error());
}

/// The one big button: the engine's own plan for this machine, whatever the form shows.
void MainWindow::compareDefault() {
    if (m_work.isMeasuring()) return showPage(kCompare);
    if (auto plan = planFromJson(m_work.probe() ? m_work.probe()->default_plan : Json())) {
        m_compare->setPlan(*plan);
        start(*m_compare, *plan);
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
        this, tr("Open"), m_settings.resultsFolder(), tr("Duelo results (*.duelo);;All files (*)"));
    if (!paths.isEmpty()) openFiles(paths);
}

bool MainWindow::openRecord(const QString& path) {
    if (const auto opened = m_work.open(path); !opened) {
        showMessage(opened.error());
        return false;
    }
    const auto plan = m_work.run().plan();
    ExperimentPage& page = pageOf(plan ? plan->experiment : m_work.run().experiment());
    showPage(&page == m_train ? kTrain : kCompare);
    setWindowTitle(QFileInfo(path).fileName() + " - Duelo");
    m_messageAction.clear();
    page.frame().setMessage({});
    if (const int open = m_work.run().openCells(); open > 0) {
        m_messageAction = "resume";
        page.frame().setMessage(
            tr("This measurement is not complete: %n case(s) missing.", nullptr, open),
            tr("Resume: %n missing", nullptr, open));
    }
    if (plan && page.takes(*plan)) page.setPlan(*plan);
    m_work.askForecast(page.plan());
    showRecent();
    showProgress();
    return true;
}

void MainWindow::resume(const QString& path) {
    m_shown->frame().setMessage({});
    const auto resumed = m_work.resume(path);
    if (!resumed) return showMessage(resumed.error());
    const auto plan = m_work.run().plan();
    ExperimentPage& page = pageOf(plan ? plan->experiment : m_work.run().experiment());
    page.frame().setMessage({});
    showPage(&page == m_train ? kTrain : kCompare);
}

void MainWindow::finishRun(const RunEnd& end) {
    using Status = RunEnd::Status;
    showRecent();
    showGuide();
    m_messageAction.clear();
    const int open = m_work.run().openCells();
    const auto plan = m_work.run().plan();
    ExperimentPage& page = plan ? pageOf(plan->experiment) : *m_shown;
    if (end.reason) {
        page.frame().setMessage(qs(m_text.reason(*end.reason)),
                                open > 0 ? tr("Resume: %n missing", nullptr, open) : "");
    } else if (end.status == Status::Cancelled) {
        page.frame().setMessage(tr("Cancelled. What was measured is kept."),
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
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Weights of %1").arg(model), {},
                                     tr("Weights (*.pth *.safetensors *.pt);;All files (*)"));
    if (!path.isEmpty()) m_work.checkWeights(model, path);
}

void MainWindow::chooseData() {
    const QString path = QFileDialog::getExistingDirectory(this, tr("Folder of training data"));
    if (!path.isEmpty()) m_train->form().setDataFolder(path);
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
        start(*m_compare, m_compare->plan());
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
    const std::string text = m_diagnosis->reportText().toStdString();
    // The dialog has asked whether to overwrite.
    if (const auto written = writeWhole(text, fromUtf8(path.toStdString()), true); !written)
        showMessage(written.error());
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
    const Plan& plan = m_shown->plan();
    if (const auto script = pytorchScript(plan, m_text))
        ScriptDialog(qs(*script), this).exec();
    else
        showMessage(script.error());
}

}  // namespace duelo::ui
