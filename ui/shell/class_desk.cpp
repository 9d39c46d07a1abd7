// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/class_desk.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "classroom/class_feedback.h"
#include "experiments/specs.h"
#include "ui/classroom/class_page.h"
#include "ui/look/known_folders.h"
#include "ui/look/settings.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/printing.h"
#include "ui/shell/toast.h"

namespace duelo::ui {

namespace {

constexpr const char* kLastFolder = "class_folder";  ///< Settings::state()
constexpr qsizetype kMostTold = 3;                   ///< of whom nothing was written

}  // namespace

ClassDesk::ClassDesk(MainWindow& window, Settings& settings, const Text& text)
    : m_window(window), m_settings(settings), m_text(text) {
    connect(&m_store, &ClassStore::fileReady, this, &ClassDesk::fileReady);
}

/// The page draws what is in the store.
ClassDesk::~ClassDesk() {
    delete m_page;
}

QWidget* ClassDesk::makePage() {
    m_page = new ClassPage(m_store, m_text);
    connect(m_page, &ClassPage::folderWanted, this, [this] { add(true); });
    connect(m_page, &ClassPage::filesWanted, this, [this] { add(false); });
    connect(m_page, &ClassPage::exportWanted, this, &ClassDesk::exportAs);
    connect(m_page, &ClassPage::questionsWanted, this, &ClassDesk::exportQuestions);
    connect(m_page, &ClassPage::packWanted, this, &ClassDesk::packWanted);
    connect(m_page, &ClassPage::worksheetWanted, this, &ClassDesk::writeBack);
    connect(m_page, &ClassPage::gameWanted, this, &ClassDesk::gameWanted);
    connect(m_page, &ClassPage::copied, this, &ClassDesk::copied);
    return m_page;
}

bool ClassDesk::isInView() const {
    return m_page && m_window.shows(*m_page);
}

void ClassDesk::setPresenting(bool presenting) {
    if (m_page) m_page->setPresenting(presenting);
}

void ClassDesk::step(int by) {
    m_page->step(by);
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
        paths << QFileDialog::getExistingDirectory(&m_window, tr("Folder of the class"),
                                                   existingFolder(from));
    else
        paths = QFileDialog::getOpenFileNames(
            &m_window, tr("Files of the class"), existingFolder(from),
            tr("Files of a class (*.duelo *.zip *.json);;All files (*)"));
    paths.removeAll(QString());
    if (paths.isEmpty()) return;
    const QFileInfo first(paths.first());
    m_settings.setState(kLastFolder, (folder ? first.filePath() : first.path()).toUtf8());
    open(paths);
}

QString ClassDesk::chosenFile(const QString& title, const QString& suffix, const QString& filter,
                              QString beside) {
    if (beside.isEmpty())
        beside = QDir(existingFolder(m_settings.resultsFolder())).filePath(tr("class"));
    QString path = QFileDialog::getSaveFileName(&m_window, title, beside + suffix, filter);
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
    m_page->whenClaimsAreRead([this, choice, path] {
        const auto written = m_page->write(choice.target, path);
        m_page->setMessage(written ? QString() : qs(m_text.reason(written.error())));
        if (written) m_window.toast().sayWritten({path});
    });
}

void ClassDesk::print() {
    if (!m_page) return;
    m_page->whenClaimsAreRead([this] { printPage(m_page->document()); });
}

void ClassDesk::printTable() {
    printPage(m_page->tableAlone());
}

void ClassDesk::printChart() {
    printPage(m_page->chartAlone());
}

void ClassDesk::printPage(const Result<Document>& page) {
    const auto printed = page.and_then(
        [this](const Document& pages) { return printDocument(pages, m_writer, &m_window); });
    if (!printed) m_page->setMessage(qs(m_text.reason(printed.error())));
}

void ClassDesk::exportQuestions() {
    const QString path = chosenFile(tr("Questions for Moodle"), QStringLiteral(".xml"),
                                    QStringLiteral("Moodle XML (*.xml);;GIFT (*.gift)"));
    if (path.isEmpty()) return;
    const auto written = m_page->writeQuestions(path);
    m_page->setMessage(qs(written ? *written : m_text.reason(written.error())));
}

/// A thread writes: of a thousand submissions it reads the files again.
void ClassDesk::writeBack() {
    QString from = QString::fromUtf8(m_settings.state(kLastFolder));
    if (from.isEmpty()) from = m_settings.resultsFolder();
    const QString sheet = QFileDialog::getOpenFileName(
        &m_window, tr("Grading worksheet, as Moodle gave it"), existingFolder(from),
        tr("Grading worksheet (*.csv);;All files (*)"));
    if (sheet.isEmpty()) return;
    const QFileInfo given(sheet);
    m_settings.setState(kLastFolder, given.path().toUtf8());
    const QString beside = given.dir().filePath(given.completeBaseName() + "-duelo");
    const QString filled = chosenFile(tr("Worksheet with facts, for Moodle"), ".csv",
                                      tr("Grading worksheet (*.csv)"), beside);
    if (filled.isEmpty()) return;
    const QString pages = chosenFile(tr("ZIP with a page for each submission, for Moodle"), ".zip",
                                     tr("Feedback files (*.zip)"), beside);
    if (pages.isEmpty()) return;
    const WriteBackRequest request{.worksheet = pathOf(sheet),
                                   .worksheet_out = pathOf(filled),
                                   .feedback = pathOf(pages),
                                   .overwrite = true};  // the dialogs have asked
    m_page->setMessage(tr("Writing the worksheet and the pages…"));
    const ClassOptions options{.language = m_text.language(), .numbers = m_text.numbers()};
    m_writer.start([this, classroom = m_store.snapshot(), options, request, filled,
                    pages](const Background::Task& task) {
        const FindSpec find = findSpec;
        const auto done = duelo::writeBack(*classroom, find, options, request);
        task.tell([this, done, filled, pages] {
            if (done)
                tellWritten(*done, {shownFile(filled), shownFile(pages)});
            else
                tell(qs(m_text.reason(done.error())));
        });
    });
}

void ClassDesk::tellWritten(const WrittenBack& done, const QStringList& files) {
    if (!m_page) return;
    QStringList told{qs(m_text("feedback.written", {{"rows", done.rows}, {"pages", done.pages}})),
                     files.join(", ") + "."};
    if (done.empty_rows > 0)
        told << tr("%n row(s) of the worksheet have no submission here.", nullptr,
                   static_cast<int>(done.empty_rows));
    QStringList untold;
    for (const std::string& sentence : done.untold) untold << qs(sentence);
    told << untold.mid(0, kMostTold);
    if (const qsizetype rest = untold.size() - kMostTold; rest > 0)
        told << tr("And %n more submission(s) without a row.", nullptr, static_cast<int>(rest));
    m_page->setMessage(told.join(' '), untold.join('\n'));
}

void ClassDesk::copyTable() {
    m_page->tellCopied(m_page->copyTable());
}

void ClassDesk::copyChart() {
    m_page->tellCopied(m_page->copyChart());
}

}  // namespace duelo::ui
