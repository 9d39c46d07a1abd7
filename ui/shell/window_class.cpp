// SPDX-License-Identifier: GPL-3.0-or-later
// The class: what is opened for it and where it goes. The page itself is ui/classroom.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>

#include "ui/classroom/class_page.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/main_window.h"

namespace duelo::ui {

namespace {

constexpr const char* kLastFolder = "class_folder";  ///< Settings::state()

}  // namespace

void MainWindow::connectClass() {
    m_class->setPresenting(m_actions.present->isChecked());
    connect(m_class, &ClassPage::folderWanted, this, [this] { addToClass(true); });
    connect(m_class, &ClassPage::filesWanted, this, [this] { addToClass(false); });
    connect(m_class, &ClassPage::exportWanted, this, &MainWindow::exportClassAs);
    connect(m_class, &ClassPage::packWanted, this, &MainWindow::makePack);
    connect(&m_classroom, &ClassStore::fileReady, m_class,
            [this](const QString& path) { openRecords({path}); });
}

bool MainWindow::showsClass() const {
    return m_class && m_pages->currentWidget() == m_class;
}

void MainWindow::openClass(const QStringList& paths) {
    showPage("class");
    m_class->setMessage({});
    m_classroom.open(paths);
}

void MainWindow::addToClass(bool folder) {
    QString from = QString::fromUtf8(m_settings.state(kLastFolder));
    if (from.isEmpty()) from = m_settings.resultsFolder();
    QStringList paths;
    if (folder)
        paths << QFileDialog::getExistingDirectory(this, tr("Folder of the class"), from);
    else
        paths = QFileDialog::getOpenFileNames(
            this, tr("Files of the class"), from,
            tr("Files of a class (*.duelo *.zip *.json);;All files (*)"));
    paths.removeAll(QString());
    if (paths.isEmpty()) return;
    const QFileInfo first(paths.first());
    m_settings.setState(kLastFolder, (folder ? first.filePath() : first.path()).toUtf8());
    openClass(paths);
}

void MainWindow::exportClassAs(const ExportChoice& choice) {
    const QString proposal = QDir(m_settings.resultsFolder()).filePath(tr("class") + choice.suffix);
    QString path = QFileDialog::getSaveFileName(this, choice.title, proposal, choice.filter());
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) {
        path += choice.suffix;
        // The dialog asked about the name without its suffix.
        if (QFileInfo::exists(path))
            return m_class->setMessage(
                qs(m_text.reason({"file_exists", {{"path", path.toStdString()}}, {}})));
    }
    // What a student handed in has no other copy.
    if (m_classroom.holds(path))
        return m_class->setMessage(
            qs(m_text.reason({"export_over_input", {{"path", path.toStdString()}}, {}})));
    const auto written = m_class->write(choice.target, path);
    m_class->setMessage(written ? tr("Written: %1").arg(QFileInfo(path).fileName())
                                : qs(m_text.reason(written.error())));
}

void MainWindow::copyTable() {
    if (!showsClass()) return m_export->copyTable();
    const auto copied = m_class->copyTable();
    m_class->setMessage(copied ? tr("Copied.") : qs(m_text.reason(copied.error())));
}

void MainWindow::copyChart() {
    if (!showsClass()) return m_export->copyChart();
    const auto copied = m_class->copyChart();
    m_class->setMessage(copied ? tr("Copied.") : qs(m_text.reason(copied.error())));
}

}  // namespace duelo::ui
