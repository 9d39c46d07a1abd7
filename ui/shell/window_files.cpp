// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are opened, dropped, resumed, repeated, set beside and thrown away.
#include <map>
#include <utility>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QTimer>

#include "base/places.h"
#include "experiments/specs.h"
#include "plan/plan_files.h"
#include "record/doubt.h"
#include "report/labels.h"
#include "ui/form/experiment_form.h"
#include "ui/lab_report/report_store.h"
#include "ui/look/known_folders.h"
#include "ui/look/turn.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/game_dialogs.h"
#include "ui/shell/import_dialog.h"
#include "ui/shell/main_window.h"

namespace duelo::ui {

namespace {

constexpr qint64 kMaxPlan_bytes = 4 << 20;
constexpr qint64 kClassLook_ms = 40;
constexpr int kClassDepth = 4;
/// More cells, or longer, is no repeat that one click begins.
constexpr int kManyRepeats = 20;
constexpr double kLongRepeat_ms = 60'000;

/// A ZIP, which nobody else takes, and a folder that has what a class hands in, be it in folders of
/// its folders, as far as a look reaches that nobody notices: others are images.
bool isOfClass(const QString& path) {
    if (path.endsWith(".zip", Qt::CaseInsensitive)) return true;
    if (!QFileInfo(path).isDir()) return false;
    QElapsedTimer spent;
    spent.start();
    QStringList level{path};
    for (int depth = 0; depth < kClassDepth && !level.isEmpty(); ++depth) {
        QStringList below;
        for (const QString& folder : level) {
            const QDir dir(folder);
            if (!dir.entryList({"*.duelo", "*.zip", "probe-*.json"}, QDir::Files).isEmpty())
                return true;
            if (spent.elapsed() > kClassLook_ms) return false;
            for (const QString& name : dir.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                below << dir.filePath(name);
        }
        level = below;
    }
    return false;
}

/// Returns the number of cells that a repeat of this file would measure, and the time that they
/// were expected to take.
std::pair<int, double> repeatCost(const RecordLog& log) {
    std::map<std::string, double> expected_ms;
    for (const Record& record : log.records)
        if (const auto* header = std::get_if<Header>(&record))
            for (const auto& [cell, ms] : header->expected_ms) expected_ms[cell] = ms;
    std::pair<int, double> cost{0, 0.0};
    for (const DoubtfulRow& row : doubtfulRows(log))
        for (const std::string& cell : row.cells) {
            ++cost.first;
            const auto known = expected_ms.find(cell);
            if (known != expected_ms.end()) cost.second += known->second;
        }
    return cost;
}

/// The folder of a teacher's pack, by itself or by the file of its presets; empty: it is none.
QString packOf(const QString& path) {
    const QFileInfo info(path);
    const QString folder =
        info.fileName() == qs(std::string(kPackDefaults)) ? info.absolutePath() : path;
    return isPack(pathOf(folder)) ? folder : QString();
}

}  // namespace

/// Results are gone for good only once the system's bin is emptied, and still it is asked.
void MainWindow::moveToBin(const QString& path) {
    const auto answer =
        QMessageBox::question(this, tr("Move to the bin"),
                              tr("Move %1 to the bin? What was measured there is no longer listed.")
                                  .arg(shownFile(path)));
    if (answer == QMessageBox::Yes) m_work.moveToBin(path);
}

void MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() == 1)
        if (const QString pack = packOf(paths.front()); !pack.isEmpty()) return m_pack.open(pack);
    if (m_class.isInView()) return m_class.open(paths);
    QStringList records, ofClass, rest;
    for (const QString& path : paths) {
        if (isOfClass(path)) {
            ofClass << path;
            continue;
        }
        if (path.endsWith(".duelo", Qt::CaseInsensitive))
            records << path;
        else if (path.endsWith(kReportSuffix, Qt::CaseInsensitive))
            m_report.open(path);
        else if (path.endsWith(".json", Qt::CaseInsensitive))
            openPlan(path);
        else
            rest << path;
    }
    if (!records.isEmpty()) openRecords(records);
    if (!ofClass.isEmpty()) m_class.open(ofClass);
    giveFiles(rest);
}

/// A class game (P-08): the one that is open is played, of another file one is made.
void MainWindow::playGame() {
    const Comparison* open = m_work.run().comparison();
    if (!open || m_work.isMeasuring()) return showMessage({"game_nothing_open"});
    const Labels labels(*open, m_text);
    if (gameOf(open->sources.front().header)) {
        const auto game = misleadingIn(*open, labels);
        if (!game) return showMessage({"game_broken"});
        delete findChild<TrickDialog*>();  // of what was open before
        // Beside the tables, which have to be looked at.
        auto* trick = new TrickDialog(*open, *game, labels, this);
        trick->setAttribute(Qt::WA_DeleteOnClose);
        return trick->show();
    }
    CheatDialog dialog(*open, m_text, this);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString proposal =
        QDir(existingFolder(m_settings.resultsFolder())).filePath(tr("game") + ".duelo");
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the game"), proposal, tr("Duelo (*.duelo)"));
    if (path.isEmpty()) return;
    const auto written = readRecords(pathOf(m_work.run().path())).and_then([&](RecordLog log) {
        return writeGame(log, dialog.game(), pathOf(path));
    });
    if (!written) return showMessage(written.error());
    openRecords({path});
}

/// Images, weights, data: to the form that takes them.
void MainWindow::giveFiles(QStringList rest) {
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
    Json paths = Json::array();
    for (const QString& path : std::as_const(rest)) paths.push_back(path.toStdString());
    showMessage({"file_for_nothing", {{"path", std::move(paths)}}, {}});
}

/// A plan as `duelo-engine run` takes it; whatever else it is, a form may take it.
void MainWindow::openPlan(const QString& path) {
    m_background.start([this, path](const Background::Task& task) {
        const QFileInfo file(path);
        auto plan = file.size() > kMaxPlan_bytes
                        ? Result<Plan>(fail("file_for_nothing"))
                        : readPlan(pathOf(file.absoluteFilePath()), findSpec);
        task.tell([this, path, plan = std::move(plan)] {
            if (!plan || !findSpec(plan->experiment) || !showPlan(*plan)) giveFiles({path});
        });
    });
}

bool MainWindow::showPlan(const Plan& plan) {
    ExperimentPage& page = pageOf(plan.experiment);
    if (!page.takes(plan)) return false;
    page.setPlan(plan);
    showPage(qs(page.spec().id));
    return true;
}

void MainWindow::openDialog() {
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open"), existingFolder(m_settings.resultsFolder()),
                                      tr("Duelo results (*.duelo);;Reports (*.duelo-report);;"
                                         "Teacher's pack (duelo.defaults.ini);;All files (*)"));
    if (!paths.isEmpty()) openFiles(paths);
}

void MainWindow::openRecords(const QStringList& paths) {
    if (const auto begun = m_work.open(paths); !begun) showMessage(begun.error());
}

ExperimentPage& MainWindow::pageOfRun(const RunStore& run) {
    const auto plan = run.plan();
    return pageOf(plan ? plan->experiment : run.experiment());
}

/// Its page, with its plan in the form.
ExperimentPage& MainWindow::showRun(const RunStore& run) {
    const auto plan = run.plan();
    ExperimentPage& page = pageOfRun(run);
    page.frame().setMessage({});
    if (plan && page.takes(*plan)) {
        page.setPlan(*plan);
        m_plans.settle(plan->experiment);
    }
    showPage(qs(page.spec().id));
    return page;
}

void MainWindow::showOpened() {
    const std::size_t made = experiments().size();
    (void)pageOfRun(m_work.run());
    // A page takes as long to be made as a large file to be shown: the window answers in between.
    if (experiments().size() > made)
        return QTimer::singleShot(kNextTurn_ms, this, [this] { showOpened(); });
    ExperimentPage& page = showRun(m_work.run());
    offerPutAway(page);
    // Not on a button that would measure: what was opened is looked at first.
    page.frame().table().setFocus();
    examineRecent();
}

/// Columns of others never go without a word (Y-31).
QString MainWindow::putAwayText(const RunStore& run) {
    QStringList names;
    for (const FileBeside& file : run.putAway().offered()) names << shownFile(file.path);
    return names.isEmpty() ? QString() : tr("No longer beside it: %1.").arg(names.join(", "));
}

/// Without the button where they are of another experiment: their own file offers them again.
void MainWindow::offerPutAway(ExperimentPage& page) {
    RunStore& run = m_work.runOf(page.spec().id);
    const QString told = m_putAwayTold[&page] = putAwayText(run);
    if (told.isEmpty()) return;
    if (run.putAway().fit())
        page.frame().setMessage(told, tr("Put beside again"), [&run] { run.bringBack(); });
    else
        page.frame().setMessage(told);
}

/// Once they are beside again, by that button or otherwise.
void MainWindow::withdrawPutAway() {
    for (ExperimentPage* page : experiments()) {
        const QString told = m_putAwayTold.value(page);
        const QString now = putAwayText(m_work.runOf(page->spec().id));
        if (told.isEmpty() || told == now) continue;
        m_putAwayTold[page] = now;
        if (page->frame().withdrawMessage(told)) offerPutAway(*page);
    }
}

void MainWindow::resume(const QString& path) {
    if (const auto begun = m_work.resume(path); !begun) showMessage(begun.error());
}

/// Measures doubtful cells again. If that takes long it asks first, and names the expected time.
void MainWindow::repeat() {
    const RunStore& run = m_work.run();
    const auto [cells, expected_ms] = repeatCost(run.logs().front());
    if (cells > kManyRepeats || expected_ms > kLongRepeat_ms) {
        const QString time =
            qs(m_text("cli.expected", {{"duration", formatRoundDuration(expected_ms)}}));
        const auto answer = QMessageBox::question(
            this, tr("Measure again"),
            tr("%n case(s) would be measured again. Time: %1.", nullptr, cells).arg(time));
        if (answer != QMessageBox::Yes) return;
    }
    if (const auto begun = m_work.repeat(run.path()); !begun) showMessage(begun.error());
}

void MainWindow::follow(const QString& path, bool stop) {
    if (const auto begun = m_work.follow(path, stop); !begun) showMessage(begun.error());
}

QString MainWindow::stillRunning() const {
    return tr(
        "Your measurement is still running. It goes on without this window, too: closing "
        "Duelo does not stop it.");
}

/// Its progress stands at the foot of the window, and Esc cancels it, as with a run of its own.
void MainWindow::showFollowed() {
    ExperimentPage& page = showRun(m_work.measured());
    showRecent();
    if (m_work.controller().state() == RunController::State::Cancelling) return;
    page.frame().setMessage(stillRunning(), tr("Stop it"),
                            [this] { m_work.controller().cancel(); });
}

void MainWindow::addOtherPc(bool reference) {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("File of another PC"), existingFolder(QStandardPaths::DownloadLocation),
        tr("Duelo (*.duelo)"));
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

}  // namespace duelo::ui
