// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/class_desk.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "ui/classroom/class_page.h"
#include "ui/look/settings.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/main_window.h"

namespace duelo::ui {

namespace {

constexpr const char* kLastFolder = "class_folder";  ///< Settings::state()

}  // namespace

ClassDesk::ClassDesk(MainWindow& window, Settings& settings, const Text& text)
    : m_window(window), m_settings(settings), m_text(text) {
    connect(&m_store, &ClassStore::fileReady, this, &ClassDesk::fileReady);
}

/// The page draws what is in the store.
ClassDesk::~ClassDesk() {
    delete m_page;
}

QWidget* ClassDesk::makePage(bool presenting) {
    m_page = new ClassPage(m_store, m_text);
    m_page->setPresenting(presenting);
    connect(m_page, &ClassPage::folderWanted, this, [this] { add(true); });
    connect(m_page, &ClassPage::filesWanted, this, [this] { add(false); });
    connect(m_page, &ClassPage::exportWanted, this, &ClassDesk::exportAs);
    connect(m_page, &ClassPage::questionsWanted, this, &ClassDesk::exportQuestions);
    connect(m_page, &ClassPage::packWanted, this, &ClassDesk::packWanted);
    return m_page;
}

bool ClassDesk::isInView() const {
    return m_page && m_window.shows(*m_page);
}

void ClassDesk::setPresenting(bool presenting) {
    if (m_page) m_page->setPresenting(presenting);
}

void ClassDesk::tell(const QString& sentence) {
    if (m_page) m_page->setMessage(sentence);
}

void ClassDesk::open(const QStringList& paths) {
    m_window.showPage("class");
    m_page->setMessage({});
    m_store.open(paths);
}

void ClassDesk::add(bool folder) {
    QString from = QString::fromUtf8(m_settings.state(kLastFolder));
    if (from.isEmpty()) from = m_settings.resultsFolder();
    QStringList paths;
    if (folder)
        paths << QFileDialog::getExistingDirectory(&m_window, tr("Folder of the class"), from);
    else
        paths = QFileDialog::getOpenFileNames(
            &m_window, tr("Files of the class"), from,
            tr("Files of a class (*.duelo *.zip *.json);;All files (*)"));
    paths.removeAll(QString());
    if (paths.isEmpty()) return;
    const QFileInfo first(paths.first());
    m_settings.setState(kLastFolder, (folder ? first.filePath() : first.path()).toUtf8());
    open(paths);
}

QString ClassDesk::chosenFile(const QString& title, const QString& suffix, const QString& filter) {
    const QString proposal = QDir(m_settings.resultsFolder()).filePath(tr("class") + suffix);
    QString path = QFileDialog::getSaveFileName(&m_window, title, proposal, filter);
    const auto refused = [&](const char* code) {
        m_page->setMessage(qs(m_text.reason({code, {{"path", path.toStdString()}}, {}})));
        return QString();
    };
    if (path.isEmpty()) return path;
    if (QFileInfo(path).suffix().isEmpty()) {
        path += suffix;
        // The dialog asked about the name without its suffix.
        if (QFileInfo::exists(path)) return refused("file_exists");
    }
    // What a student handed in has no other copy.
    return m_store.holds(path) ? refused("export_over_input") : path;
}

void ClassDesk::exportAs(const ExportChoice& choice) {
    const QString path = chosenFile(choice.title, choice.suffix, choice.filter());
    if (path.isEmpty()) return;
    const auto written = m_page->write(choice.target, path);
    m_page->setMessage(written ? tr("Written: %1").arg(shownFile(path))
                               : qs(m_text.reason(written.error())));
}

void ClassDesk::exportQuestions() {
    const QString path = chosenFile(tr("Questions for Moodle"), QStringLiteral(".xml"),
                                    QStringLiteral("Moodle XML (*.xml);;GIFT (*.gift)"));
    if (path.isEmpty()) return;
    const auto written = m_page->writeQuestions(path);
    m_page->setMessage(qs(written ? *written : m_text.reason(written.error())));
}

void ClassDesk::copyTable() {
    tellCopied(m_page->copyTable());
}

void ClassDesk::copyChart() {
    tellCopied(m_page->copyChart());
}

void ClassDesk::tellCopied(const Result<void>& copied) {
    m_page->setMessage(copied ? tr("Copied.") : qs(m_text.reason(copied.error())));
}

}  // namespace duelo::ui
