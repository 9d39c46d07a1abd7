// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does when something is asked for or arrives. main_window.cpp lays it out,
// window_connections.cpp connects it.
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStackedWidget>

#include "base/json_text.h"
#include "base/places.h"
#include "experiments/specs.h"
#include "report/export.h"
#include "report/measured_terms.h"
#include "ui/experiments/inference/guide_state.h"
#include "ui/form/experiment_form.h"
#include "ui/form/field.h"
#include "ui/lab_report/report_store.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/guide_views.h"
#include "ui/pages/start_page.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/import_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_entry.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

namespace {

constexpr int kZoomLow = 100, kZoomHigh = 200;
constexpr qint64 kMaxPlan_bytes = 4 << 20;

/// A ZIP, which nobody else takes, and a folder that has what a class hands in: others are images.
bool isOfClass(const QString& path) {
    if (path.endsWith(".zip", Qt::CaseInsensitive)) return true;
    return QFileInfo(path).isDir() &&
           !QDir(path).entryList({"*.duelo", "*.zip"}, QDir::Files).isEmpty();
}

}  // namespace

std::vector<ExperimentPage*> MainWindow::experiments() const {
    std::vector<ExperimentPage*> made;
    for (int i = 0; m_pages && i < m_pages->count(); ++i)
        if (auto* page = qobject_cast<ExperimentPage*>(m_pages->widget(i))) made.push_back(page);
    return made;
}

/// Of an experiment that this Duelo does not know, the first: its runs are plain tables.
ExperimentPage& MainWindow::pageOf(const std::string& experiment) {
    const Spec* spec = findSpec(experiment);
    if (!spec) return shownPage();
    return experimentPage(spec->page.empty() ? spec->id : spec->page);
}

ExperimentPage& MainWindow::shownPage() {
    if (!m_shown) m_shown = &experimentPage(specs().front().id);
    return *m_shown;
}

/// Of the page in view, or of what the start page's button would measure.
void MainWindow::askForecast() {
    if (!m_work.probe()) return;
    if (auto* page = qobject_cast<ExperimentPage*>(m_pages->currentWidget())) {
        if (page->form().invalid().isEmpty()) m_work.askForecast(page->plan(), qs(page->spec().id));
    } else if (const auto plan = planFromJson(m_work.probe()->default_plan)) {
        m_work.askForecast(*plan, kStartForecast);
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
    ExperimentPage& page = shownPage();
    page.frame().setMessage(qs(m_text.reason(reason)));
    if (m_pages->currentWidget() != &page) showPage(qs(page.spec().id));
}

void MainWindow::showRecent() {
    QVector<RecentFile> files;
    const RecentFiles& recent = m_work.recent();
    for (const QString& path : recent.paths())
        files << recentFileOf(path, m_work.recentInfos().of(path), recent.isPinned(path), m_text);
    m_start->setRecentFiles(files);
}

/// At once by their names, and with what each holds as the answers come.
void MainWindow::examineRecent() {
    showRecent();
    m_work.recentInfos().ask(m_work.recent().paths());
}

GuideSources MainWindow::guideSources() {
    return {.probe = m_work.probe(),
            .engine_problem = m_engineProblem,
            .run = m_work.run(),
            .plan = experimentPage(kGuidedExperiment).plan(),
            .reflected = m_settings.flag("reflected", false)};
}

void MainWindow::showGuide() {
    if (m_guide) m_guide->setState(guideStateOf(guideSources(), m_text));
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

void MainWindow::measure() {
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
        showMessage(started.error());
}

/// The one big button: the engine's own plan for this machine, whatever a form shows.
void MainWindow::measureDefault() {
    measureOffered(m_work.probe() ? m_work.probe()->default_plan : Json());
}

void MainWindow::measureOffer(const QString& id) {
    if (!m_work.probe()) return;
    for (const OfferSheet& offer : m_work.probe()->offers)
        if (qs(offer.id) == id) measureOffered(offer.plan);
}

void MainWindow::measureOffered(const Json& json) {
    const auto plan = planFromJson(json);
    if (!plan) return showMessage(plan.error());
    ExperimentPage& page = pageOf(plan->experiment);
    if (m_work.isMeasuring()) return showPage(qs(page.spec().id));
    page.setPlan(*plan);
    if (asksFirst(page)) return showPage(qs(page.spec().id));
    start(page, *plan);
}

/// Results are gone for good only once the system's bin is emptied, and still it is asked.
void MainWindow::moveToBin(const QString& path) {
    const auto answer =
        QMessageBox::question(this, tr("Move to the bin"),
                              tr("Move %1 to the bin? What was measured there is no longer listed.")
                                  .arg(QFileInfo(path).fileName()));
    if (answer == QMessageBox::Yes) m_work.moveToBin(path);
}

void MainWindow::openFiles(const QStringList& paths) {
    if (showsClass()) return openClass(paths);
    QStringList records, ofClass, rest;
    for (const QString& path : paths) {
        if (isOfClass(path)) {
            ofClass << path;
            continue;
        }
        if (path.endsWith(".duelo", Qt::CaseInsensitive))
            records << path;
        else if (path.endsWith(kReportSuffix, Qt::CaseInsensitive))
            openReport(path);
        else if (!path.endsWith(".json", Qt::CaseInsensitive) || !openPlan(path))
            rest << path;
    }
    if (!records.isEmpty()) openRecords(records);
    if (!ofClass.isEmpty()) openClass(ofClass);
    if (rest.isEmpty()) return;
    if (m_work.isMeasuring()) return showMessage({"run_in_progress"});
    // The page in view first: a folder is images for one and data for another.
    QList<const Spec*> order{&shownPage().spec()};
    for (const Spec& spec : specs())
        if (spec.page.empty() && !order.contains(&spec)) order << &spec;
    for (const Spec* spec : order) {
        const auto before = rest.size();
        ExperimentPage& page = experimentPage(spec->id);
        page.form().takeFiles(rest);
        if (rest.size() < before) showPage(qs(spec->id));
        if (rest.isEmpty()) return;
    }
    showMessage({"file_for_nothing", {{"path", rest.front().toStdString()}}, {}});
}

/// A plan as `duelo-engine run` takes it, into the form of its experiment.
bool MainWindow::openPlan(const QString& path) {
    QFile file(path);
    if (file.size() > kMaxPlan_bytes || !file.open(QIODevice::ReadOnly)) return false;
    const auto json = parseJson(file.readAll().toStdString());
    if (!json) return false;
    const auto plan = planFromJson(*json);
    return plan && findSpec(plan->experiment) && showPlan(*plan);
}

/// In the form of its experiment, to be predicted and measured there.
bool MainWindow::showPlan(const Plan& plan) {
    ExperimentPage& page = pageOf(plan.experiment);
    if (!page.takes(plan)) return false;
    page.setPlan(plan);
    showPage(qs(page.spec().id));
    return true;
}

void MainWindow::openDialog() {
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Open"), m_settings.resultsFolder(),
        tr("Duelo results (*.duelo);;Reports (*.duelo-report);;All files (*)"));
    if (!paths.isEmpty()) openFiles(paths);
}

/// Several at once stand side by side: the first is this PC's, the others beside it.
void MainWindow::openRecords(const QStringList& paths) {
    if (const auto begun = m_work.open(paths); !begun) showMessage(begun.error());
}

void MainWindow::showOpened() {
    const auto plan = m_work.run().plan();
    ExperimentPage& page = pageOf(plan ? plan->experiment : m_work.run().experiment());
    page.frame().setMessage({});
    offerResume(page, {});
    if (plan && page.takes(*plan)) page.setPlan(*plan);
    showPage(qs(page.spec().id));
    examineRecent();
}

/// `sentence`: what happened; without one, that cells are missing, where some are.
void MainWindow::offerResume(ExperimentPage& page, const QString& sentence) {
    const int open = m_work.run().openCells();
    if (open == 0) {
        if (!sentence.isEmpty()) page.frame().setMessage(sentence);
        return;
    }
    page.frame().setMessage(
        sentence.isEmpty()
            ? tr("This measurement is not complete: %n case(s) missing.", nullptr, open)
            : sentence,
        tr("Resume: %n missing", nullptr, open), [this] { resume(m_work.run().path()); });
}

void MainWindow::resume(const QString& path) {
    if (const auto begun = m_work.resume(path); !begun) showMessage(begun.error());
}

void MainWindow::showResumed() {
    const auto plan = m_work.run().plan();
    ExperimentPage& page = pageOf(plan ? plan->experiment : m_work.run().experiment());
    page.frame().setMessage({});
    showPage(qs(page.spec().id));
}

void MainWindow::finishRun(const RunEnd& end) {
    examineRecent();
    showGuide();
    const auto plan = m_work.run().plan();
    ExperimentPage& page = plan ? pageOf(plan->experiment) : shownPage();
    if (end.reason)
        offerResume(page, qs(m_text.reason(*end.reason)));
    else if (end.status == RunEnd::Status::Cancelled)
        offerResume(page, tr("Cancelled. What was measured is kept."));
}

void MainWindow::addOtherPc(bool reference) {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("File of another PC"), m_settings.resultsFolder(), tr("Duelo (*.duelo)"));
    if (path.isEmpty()) return;
    const auto role = reference ? duelo::Role::Reference : duelo::Role::Shared;
    m_work.run().addBeside(path, role);
}

/// Times without a file become one, in the folder of the results, and stand beside as any other.
void MainWindow::addOtherTimes(bool pasted) {
    const Comparison* comparison = m_work.run().comparison();
    auto target = comparison ? importTarget(*comparison, shownPage().tableShown(), m_text)
                             : Result<ImportTarget>(fail("import_no_rows"));
    if (!target) return showMessage(target.error());
    const auto way = pasted ? ImportDialog::Way::Paste : ImportDialog::Way::Type;
    ImportDialog dialog(*std::move(target), way, m_text, this);
    if (dialog.exec() != QDialog::Accepted) return;
    const auto run = dialog.imported(QCoreApplication::applicationVersion());
    if (!run) return showMessage(run.error());
    const QDir folder(m_settings.resultsFolder());
    folder.mkpath(QStringLiteral("."));
    const QString path = folder.filePath(
        qs(run->provenance.origin) + '-' +
        QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz")) + ".duelo");
    if (const auto written = writeImported(*run, fromUtf8(path.toStdString())); !written)
        return showMessage(written.error());
    m_work.run().addBeside(path,
                           dialog.isReference() ? duelo::Role::Reference : duelo::Role::Shared);
}

void MainWindow::takeGuideAction(const QString& name) {
    if (name == "probe") return showPage("diagnosis");
    if (name == "script") return showScript();
    ExperimentPage& page = experimentPage(kGuidedExperiment);
    showPage(qs(page.spec().id));
    if (const std::string_view axis = axisOfAction(name); !axis.empty()) {
        const Field* field = page.form().field(axis);
        if (QWidget* stop = field ? stopsIn(*field).value(0) : nullptr) stop->setFocus();
    } else if (name == "import_reference" || name == "import_shared") {
        addOtherPc(name == "import_reference");
    } else if (name == "import_typed" || name == "import_printed") {
        addOtherTimes(name == "import_printed");
    } else if (name == "measure_cpu" || name == "measure_gpu") {
        start(page, onlyOn(page.plan(), name == "measure_cpu" ? Device::Cpu : Device::Cuda));
    } else if (name == "compare") {
        compareSides(page);
    } else {
        page.frame().showChart(0);
    }
}

/// Both sides beside each other; where one has no time, which, and what this PC can measure of it.
void MainWindow::compareSides(ExperimentPage& page) {
    const MissingSides missing = missingSidesOf(guideSources(), m_text);
    page.frame().showChart(0);
    if (missing.told.isEmpty() || m_work.isMeasuring()) return;
    if (missing.plan) start(page, *missing.plan);
    if (!missing.plan && m_work.probe())
        page.frame().setMessage(missing.told, GuideStepView::tr("Add another group's file…"),
                                [this] { addOtherPc(false); });
    else if (!missing.plan || m_work.isMeasuring())
        page.frame().setMessage(missing.told);
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
        this, title, QDir(m_settings.resultsFolder()).filePath(name), filter);
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
           "is shipped with them are in the folder licences.\nQt %2")
            .arg(QCoreApplication::applicationVersion(), qVersion()));
}

void MainWindow::showScript() {
    const Plan& plan = shownPage().plan();
    if (const auto script = programOf(plan, m_text))
        ScriptDialog(qs(*script), this).exec();
    else
        showMessage(script.error());
}

}  // namespace duelo::ui
