// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/report_desk.h"

#include <algorithm>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "base/same_file.h"
#include "experiments/specs.h"
#include "lab_report/compose_lab_report.h"
#include "ui/export/lab_export.h"
#include "ui/lab_report/report_page.h"
#include "ui/look/known_folders.h"
#include "ui/look/settings.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/session/beside.h"
#include "ui/session/probe_facts.h"
#include "ui/session/session.h"
#include "ui/shell/main_window.h"
#include "ui/shell/printing.h"
#include "ui/shell/toast.h"

namespace duelo::ui {

namespace {

constexpr const char* kLastReport = "report";  ///< Settings::state(): the path of the last one

}  // namespace

ReportDesk::ReportDesk(MainWindow& window, Settings& settings, Session& work, const Text& text)
    : m_window(window), m_settings(settings), m_work(work), m_text(text), m_keptFiles([&settings] {
          return settings.resultsFolder();
      }) {}

/// The page draws what is in the store.
ReportDesk::~ReportDesk() {
    delete m_page;
}

QWidget* ReportDesk::makePage() {
    if (!m_store.isOpen() && !m_store.isReading()) read({});
    m_page = new ReportPage(
        m_store, m_keptFiles,
        // A run that goes on says of its cells what is not so once it has ended.
        [this] {
            const RunStore& run = m_work.evidence();
            return run.isLive() ? nullptr : run.sharedComparison();
        },
        [this] { return factsOf(m_work.probe()); }, m_text);
    connectPage();
    return m_page;
}

bool ReportDesk::isInView() const {
    return m_page && m_window.shows(*m_page);
}

void ReportDesk::tell(const QString& sentence) {
    m_page->setMessage(sentence);
}

void ReportDesk::takeFiles() {
    m_keptFiles.know({m_work.evidence().comparison(), openRecordFiles()});
    if (m_page) m_page->filesChanged();
}

void ReportDesk::connectPage() {
    connect(m_page, &ReportPage::exportWanted, this, &ReportDesk::exportAs);
    connect(m_page, &ReportPage::handInWanted, this, &ReportDesk::handIn);
    connect(m_page, &ReportPage::measureWanted, this,
            [this](const Plan& plan) { propose(plan, tr("Your proposal is measured.")); });
    connect(m_page, &ReportPage::workersWanted, this, [this](const Plan& plan) {
        propose(plan, tr("What the report asked for is measured."));
        m_wanted = m_proposed;
    });
    connect(m_page, &ReportPage::openWanted, this, &ReportDesk::askToOpen);
    connect(m_page, &ReportPage::beginWanted, this, &ReportDesk::askToBegin);
    connect(m_page, &ReportPage::findWanted, this, &ReportDesk::askToFind);
    connect(m_page, &ReportPage::filesCited, this, &ReportDesk::copyOpenFiles);
    // Until there is one nothing can be written.
    m_page->setOpen(m_store.isOpen());
    if (m_store.isReading()) m_page->setMessage(tr("Reading…"));
    connect(&m_store, &ReportStore::opened, m_page, [this] {
        m_page->setOpen(true);
        m_page->setMessage({});
        m_settings.setState(kLastReport, m_store.path().toUtf8());
    });
    connect(&m_store, &ReportStore::unopened, m_page,
            [this](const QString& path, const Reason& reason) {
                if (path == m_asked) m_page->setMessage(qs(m_text.reason(reason)));
            });
    connect(&m_store, &ReportStore::noneOpened, m_page, [this] {
        if (!m_store.isOpen()) beginUsual();
    });
}

/// With the names that stand on every report (SettingsDialog).
LabReport ReportDesk::newReport() const {
    LabReport report;
    report.language = m_text.language();
    // Option B is what such a PC can do; another template is one click away.
    const auto& probe = m_work.probe();
    if (probe && !probe->gpu.isForNetworks()) report.form = "handout_b";
    report.subject = m_settings.field("subject").toStdString();
    report.teacher = m_settings.field("teacher").toStdString();
    report.group = m_settings.field("group").toStdString();
    const std::string student = m_settings.field("student").toStdString();
    if (!student.empty()) report.authors = {student};
    return report;
}

/// The usual one is the first.
QString ReportDesk::fileOf(int n) const {
    const QString name = n == 1 ? tr("report") : QStringLiteral("%1-%2").arg(tr("report")).arg(n);
    return QDir(m_settings.resultsFolder()).filePath(name + kReportSuffix);
}

/// That which is asked for, else the one that was open last, else a new one beside the results.
void ReportDesk::read(const QString& path) {
    m_asked = path;
    QStringList paths;
    if (!path.isEmpty()) paths << path;
    if (!m_store.isOpen()) {
        const QString last = QString::fromUtf8(m_settings.state(kLastReport));
        if (!last.isEmpty()) paths << last;
        paths << fileOf(1);
    }
    m_store.open(paths);
}

void ReportDesk::beginUsual() {
    for (int n = 1; !m_store.begin(fileOf(n), newReport());) ++n;
}

void ReportDesk::open(const QString& path) {
    m_window.showPage("report");
    read(path);
}

void ReportDesk::propose(const Plan& plan, const QString& told) {
    if (!m_window.showPlan(plan)) return;
    // As the form has it, which is what would be measured.
    m_proposed = m_window.pageOf(plan.experiment).plan();
    m_told = told;
}

/// A report that is not open yet is read first.
void ReportDesk::keepRun(const std::string& experiment) {
    const auto comparison = m_work.runOf(experiment).sharedComparison();
    if (!comparison) return;
    const auto keep = [this, comparison] {
        m_store.change([&](LabReport& report) { keepFiles(report, *comparison); });
        takeFiles();
    };
    if (m_store.isOpen()) return keep();
    connect(&m_store, &ReportStore::opened, this, keep, Qt::SingleShotConnection);
    read({});
}

bool ReportDesk::offerBack(ExperimentPage& page) {
    const auto plan = m_work.runOf(page.spec().id).plan();
    const Spec* spec = plan ? findSpec(plan->experiment) : nullptr;
    const auto isRunOf = [&](const std::optional<Plan>& planned) {
        if (!spec || !planned || planned->experiment != spec->id) return false;
        const Plan run = completed(*plan, *spec), wanted = completed(*planned, *spec);
        return run.cases == wanted.cases && run.variants == wanted.variants;
    };
    if (isRunOf(m_wanted)) {
        m_wanted.reset();
        keepRun(spec->id);
    }
    if (!isRunOf(m_proposed)) return false;
    m_proposed.reset();
    page.frame().setMessage(m_told, tr("Back to the report"), [this, &page] {
        page.frame().setMessage({});
        m_window.showPage("report");
    });
    return true;
}

/// Its file is read on a thread when the page is first wanted.
void ReportDesk::showQuestion(const QString& id) {
    m_window.showPage("report");
    if (m_store.isOpen()) return m_page->showQuestion(id.toStdString());
    connect(
        &m_store, &ReportStore::opened, m_page,
        [this, id] { m_page->showQuestion(id.toStdString()); }, Qt::SingleShotConnection);
}

void ReportDesk::askToOpen() {
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open a report"),
                                                      existingFolder(m_settings.resultsFolder()),
                                                      tr("Reports (*.duelo-report)"));
    if (!path.isEmpty()) open(path);
}

void ReportDesk::askToBegin() {
    QString path = QFileDialog::getSaveFileName(
        &m_window, tr("New report"), existingFolder(m_settings.resultsFolder()),
        tr("Reports (*.duelo-report)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty()) return;
    if (!path.endsWith(kReportSuffix, Qt::CaseInsensitive)) path += kReportSuffix;
    // Never over another: what somebody has written has no copy.
    if (const auto begun = m_store.begin(path, newReport()); !begun)
        m_page->setMessage(qs(m_text.reason(begun.error())));
}

void ReportDesk::exportAs(const ExportChoice& choice) {
    if (!m_store.isOpen()) return m_page->setMessage(tr("Reading…"));
    m_store.save();
    const QString proposal =
        QFileInfo(m_store.path()).dir().filePath(choice.fileName(m_store.path()));
    const QString path =
        QFileDialog::getSaveFileName(&m_window, choice.title, proposal, choice.filter());
    if (path.isEmpty()) return;
    const QString file = QFileInfo(path).suffix().isEmpty() ? path + choice.suffix : path;
    // What was written and what was measured have no other copy.
    const auto isThis = [target = pathOf(file)](const auto& other) {
        return isSameFile(target, other);
    };
    if (isThis(pathOf(m_store.path())) ||
        std::ranges::any_of(m_work.evidence().logs(), isThis, &RecordLog::path))
        return m_page->setMessage(
            qs(m_text.reason({"export_over_input", {{"path", file.toStdString()}}, {}})));
    // The dialog asked about the name that it was given, and not about the one with a suffix.
    const auto groups = files();
    if (!groups) return;
    const auto written =
        doneBeside(m_background, &m_window, tr("Writing %1…").arg(shownFile(file)),
                   [report = m_store.report(), groups = *groups, target = choice.target, file,
                    overwrite = file == path, text = m_text](const Background::Task& task) {
                       std::vector<std::string> facts;
                       return documentOf(report, groups.groups, text.numbers())
                           .and_then([&](const Document& document) {
                               return exportLabReport(target, report, document, file, overwrite,
                                                      text, facts, [&] { return task.isWanted(); });
                           })
                           .map([&](const QStringList&) { return facts; });
                   });
    if (!written) return;
    if (!*written) return m_page->setMessage(qs(m_text.reason(written->error())));
    QStringList told;
    for (const std::string& fact : **written) told << qs(fact);
    m_page->setMessage(told.join(' '));
    m_window.toast().sayWritten({file});
}

void ReportDesk::print() {
    if (!m_store.isOpen()) return m_page->setMessage(tr("Reading…"));
    const auto groups = files();
    if (!groups) return;
    const auto printed = printComposed(
        [report = m_store.report(), groups = *groups, numbers = m_text.numbers()] {
            return documentOf(report, groups.groups, numbers);
        },
        m_background, &m_window);
    if (!printed) m_page->setMessage(qs(m_text.reason(printed.error())));
}

}  // namespace duelo::ui
