// SPDX-License-Identifier: GPL-3.0-or-later
// The teacher's pack: what students open of it, and how a teacher makes one.
#include <algorithm>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStackedWidget>

#include "base/places.h"
#include "experiments/specs.h"
#include "report/view.h"
#include "ui/classroom/class_page.h"
#include "ui/classroom/pack_dialog.h"
#include "ui/form/experiment_form.h"
#include "ui/look/pack_settings.h"
#include "ui/pages/start_page.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_entry.h"

namespace duelo::ui {

void MainWindow::connectPack() {
    connect(&m_packs, &PackStore::opened, this, [this](const QMap<QString, QString>& preset) {
        PackSettings remembered(m_settings);
        const QString folder = qs(utf8(m_packs.pack()->folder));
        const bool isNew = remembered.folder() != folder;
        remembered.use(folder, preset);
        showPack();
        if (isNew) applyAppearance();
    });
    connect(&m_packs, &PackStore::unopened, this,
            [this](const QString& folder, const Reason& reason) {
                // Of the one that is remembered its card says that it is away.
                if (folder == PackSettings(m_settings).folder()) return showPack();
                showMessage(reason);
            });
    connect(
        &m_packs, &PackStore::made, this,
        [this](const QString& folder, qint64 files, qint64 bytes) {
            if (!m_class) return;
            m_class->setMessage(
                tr("Teacher's pack written: %1, %n file(s), %2", nullptr, static_cast<int>(files))
                    .arg(QDir::toNativeSeparators(folder),
                         qs(formatBytes(static_cast<double>(bytes), m_text.numbers()))));
        });
    connect(&m_packs, &PackStore::failed, this, [this](const Reason& reason) {
        if (m_class) m_class->setMessage(qs(m_text.reason(reason)));
    });
    openFirstPack();
}

/// The one that was open last, else the program's own folder, which a teacher may have made one.
void MainWindow::openFirstPack() {
    const QString own = QCoreApplication::applicationDirPath();
    if (const QString last = PackSettings(m_settings).folder(); !last.isEmpty())
        m_packs.open(last);
    else if (isPack(pathOf(own)))
        m_packs.open(own);
}

void MainWindow::openPack(const QString& folder) {
    showPage("home");
    m_packs.open(QDir::cleanPath(QFileInfo(folder).absoluteFilePath()));
}

void MainWindow::leavePack() {
    m_packs.close();
    PackSettings(m_settings).leave();
    showPack();
    applyAppearance();
}

void MainWindow::showPack() {
    PackCard& card = m_start->packCard();
    const TeacherPack* pack = m_packs.pack();
    const PackSettings remembered(m_settings);
    if (remembered.folder().isEmpty()) return card.hide();
    PackWords words{.title = remembered.name().isEmpty()
                                 ? tr("From your teacher")
                                 : tr("From your teacher: %1").arg(remembered.name()),
                    .seat = m_settings.field("seat")};
    if (!pack) {
        if (m_packs.isReading())
            words.lines << tr("Reading…");
        else
            words.problems << tr("%1 is not there now. What it presets holds; connect its stick or "
                                 "share and open it again.")
                                  .arg(QDir::toNativeSeparators(remembered.folder()));
        return card.setWords(words);
    }
    words.plan = pack->plan.has_value();
    if (words.plan) {
        const Spec* spec = findSpec(pack->plan->experiment);
        const bool gpu = m_work.probe() && m_work.probe()->gpu.available.value_or(false);
        if (spec && spec->view && spec->view->plan_sentence)
            words.lines << qs(spec->view->plan_sentence(*pack->plan, gpu, m_text));
    }
    if (!pack->reference.empty()) {
        words.reference = pack->gpu.empty() ? tr("Open the GPU reference")
                                            : tr("Open the times of %1").arg(qs(pack->gpu));
        words.lines << tr("Times of a GPU for comparison, measured on %1.")
                           .arg(qs(localTime(pack->started)));
    }
    words.photographs = static_cast<int>(pack->photographs.size());
    for (const Reason& problem : pack->problems) words.problems << qs(m_text.reason(problem));
    card.setWords(words);
}

void MainWindow::openPackPlan() {
    const TeacherPack* pack = m_packs.pack();
    if (!pack || !pack->plan) return;
    if (m_work.isMeasuring()) return showMessage({"run_in_progress"});
    ExperimentPage& page = pageOf(pack->plan->experiment);
    if (!page.takes(*pack->plan))
        return showMessage({"file_for_nothing", {{"path", std::string(kPackPlan)}}, {}});
    page.setPlan(*pack->plan);
    showPage(qs(page.spec().id));
}

/// Beside what is shown, as a reference; alone where nothing is.
void MainWindow::openPackReference() {
    const TeacherPack* pack = m_packs.pack();
    if (!pack || pack->reference.empty()) return;
    const QString path = qs(utf8(pack->reference));
    if (m_work.run().isEmpty()) return openRecords({path});
    m_work.run().addBeside(path, duelo::Role::Reference);
    showPage(qs(pageOf(m_work.run().experiment()).spec().id));
}

/// Into the form of the plan's experiment, else of the first that takes photographs.
void MainWindow::openPackPhotographs() {
    const TeacherPack* pack = m_packs.pack();
    if (!pack) return;
    if (m_work.isMeasuring()) return showMessage({"run_in_progress"});
    QStringList paths;
    for (const auto& photograph : pack->photographs) paths << qs(utf8(photograph));
    ExperimentPage& page =
        pageOf(pack->plan ? pack->plan->experiment : std::string(specs().front().id));
    page.form().takeFiles(paths);
    showPage(qs(page.spec().id));
}

/// After a run on a PC without a GPU: the column that it lacks is one click away.
void MainWindow::offerPackReference(ExperimentPage& page) {
    const TeacherPack* pack = m_packs.pack();
    const Comparison* comparison = m_work.run().comparison();
    if (!pack || pack->reference.empty() || !comparison || comparison->sources.size() > 1) return;
    const auto isOfGpu = [&](const ReportCell& cell) {
        return cell.timed() && deviceOf(comparison->columns[cell.column].variant) == Device::Cuda;
    };
    const bool gpu = std::ranges::any_of(
        comparison->rows, [&](const Row& row) { return std::ranges::any_of(row.cells, isOfGpu); });
    if (gpu) return;
    page.frame().setMessage(tr("Your teacher's pack has times of a GPU for comparison."),
                            tr("Put them beside"), [this, &page] {
                                page.frame().setMessage({});
                                openPackReference();
                            });
}

void MainWindow::makePack() {
    const ExperimentPage& page = shownPage();
    QString reference;
    if (!m_work.run().isLive() && !m_work.run().isEmpty()) reference = m_work.run().path();
    PackDialog dialog(m_settings, page.plan(), qs(m_text.word("page", page.spec().id)), reference,
                      this);
    if (dialog.exec() != QDialog::Accepted) return;
    m_class->setMessage(tr("Writing the teacher's pack…"));
    m_packs.make(dialog.request(), dialog.folder());
}

}  // namespace duelo::ui
