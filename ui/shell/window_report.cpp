// SPDX-License-Identifier: GPL-3.0-or-later
// The student's report: which file it is and where it goes. The page itself is ui/lab_report.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "base/places.h"
#include "ui/export/lab_export.h"
#include "ui/lab_report/report_page.h"
#include "ui/shell/main_window.h"

namespace duelo::ui {

namespace {

constexpr const char* kLastReport = "report";  ///< Settings::state(): the path of the last one

}  // namespace

void MainWindow::connectReport() {
    connect(m_report, &ReportPage::exportWanted, this, &MainWindow::exportReportAs);
    connect(m_report, &ReportPage::handInWanted, this, &MainWindow::handInReport);
    connect(m_report, &ReportPage::measureWanted, this, &MainWindow::showPlan);
    connect(m_report, &ReportPage::openWanted, this, &MainWindow::askForReport);
    connect(m_report, &ReportPage::beginWanted, this, &MainWindow::beginReport);
    // Until there is one nothing can be written.
    m_report->setOpen(m_reports.isOpen());
    if (m_reports.isReading()) m_report->setMessage(tr("Reading…"));
    connect(&m_reports, &ReportStore::opened, m_report, [this] {
        m_report->setOpen(true);
        m_report->setMessage({});
        m_settings.setState(kLastReport, m_reports.path().toUtf8());
    });
    connect(&m_reports, &ReportStore::unopened, m_report,
            [this](const QString& path, const Reason& reason) {
                if (path == m_askedReport) m_report->setMessage(qs(m_text.reason(reason)));
            });
    connect(&m_reports, &ReportStore::noneOpened, m_report, [this] {
        if (!m_reports.isOpen()) beginUsualReport();
    });
}

/// With the names that stand on every report (SettingsDialog).
LabReport MainWindow::newReport() const {
    LabReport report;
    report.language = m_text.language();
    // Option B is what such a PC can do; another template is one click away.
    const auto& probe = m_work.probe();
    if (probe && !probe->gpu.available.value_or(false)) report.form = "handout_b";
    report.subject = m_settings.field("subject").toStdString();
    report.teacher = m_settings.field("teacher").toStdString();
    report.group = m_settings.field("group").toStdString();
    const std::string student = m_settings.field("student").toStdString();
    if (!student.empty()) report.authors = {student};
    return report;
}

/// The usual one is the first.
QString MainWindow::reportFile(int n) const {
    const QString name = n == 1 ? tr("report") : QStringLiteral("%1-%2").arg(tr("report")).arg(n);
    return QDir(m_settings.resultsFolder()).filePath(name + kReportSuffix);
}

/// That which is asked for, else the one that was open last, else a new one beside the results.
void MainWindow::readReport(const QString& path) {
    m_askedReport = path;
    QStringList paths;
    if (!path.isEmpty()) paths << path;
    if (!m_reports.isOpen()) {
        const QString last = QString::fromUtf8(m_settings.state(kLastReport));
        if (!last.isEmpty()) paths << last;
        paths << reportFile(1);
    }
    m_reports.open(paths);
}

void MainWindow::beginUsualReport() {
    for (int n = 1; !m_reports.begin(reportFile(n), newReport());) ++n;
}

void MainWindow::openReport(const QString& path) {
    showPage("report");
    readReport(path);
}

void MainWindow::askForReport() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a report"), m_settings.resultsFolder(), tr("Reports (*.duelo-report)"));
    if (!path.isEmpty()) openReport(path);
}

void MainWindow::beginReport() {
    QString path = QFileDialog::getSaveFileName(this, tr("New report"), m_settings.resultsFolder(),
                                                tr("Reports (*.duelo-report)"), nullptr,
                                                QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty()) return;
    if (!path.endsWith(kReportSuffix, Qt::CaseInsensitive)) path += kReportSuffix;
    // Never over another: what somebody has written has no copy.
    if (const auto begun = m_reports.begin(path, newReport()); !begun)
        m_report->setMessage(qs(m_text.reason(begun.error())));
}

void MainWindow::exportReportAs(const ExportChoice& choice) {
    m_reports.save();
    const QString proposal =
        QFileInfo(m_reports.path()).dir().filePath(choice.fileName(m_reports.path()));
    const QString path =
        QFileDialog::getSaveFileName(this, choice.title, proposal, choice.filter());
    if (path.isEmpty()) return;
    const QString file = QFileInfo(path).suffix().isEmpty() ? path + choice.suffix : path;
    // What was written and what was measured have no other copy.
    bool isInput = QFileInfo(file) == QFileInfo(m_reports.path());
    for (const RecordLog& log : m_work.run().logs())
        isInput = isInput || QFileInfo(file) == QFileInfo(qs(utf8(log.path)));
    if (isInput)
        return m_report->setMessage(
            qs(m_text.reason({"export_over_input", {{"path", file.toStdString()}}, {}})));
    // The dialog asked about the name that it was given, and not about the one with a suffix.
    QStringList told{tr("Written: %1").arg(QFileInfo(file).fileName())};
    std::vector<std::string> facts;
    const auto written = m_report->document().and_then([&](const Document& document) {
        return exportLabReport(choice.target, m_reports.report(), document, file, file == path,
                               m_text, facts);
    });
    for (const std::string& fact : facts) told << qs(fact);
    m_report->setMessage(written ? told.join(' ') : qs(m_text.reason(written.error())));
}

}  // namespace duelo::ui
