// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pack_desk.h"

#include <algorithm>
#include <iterator>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "base/brief_text.h"
#include "base/places.h"
#include "experiments/specs.h"
#include "report/view.h"
#include "ui/classroom/pack_dialog.h"
#include "ui/form/experiment_form.h"
#include "ui/look/pack_settings.h"
#include "ui/look/settings.h"
#include "ui/pages/pack_card.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/session/session.h"
#include "ui/shell/folder_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/reference_dialog.h"

namespace duelo::ui {

namespace {

/// In the file that was opened or measured, whatever stands beside it.
bool hasGpuTime(const Comparison& comparison) {
    const auto isOfGpu = [&](const ReportCell& cell) {
        return cell.timed() && cell.source == 0 &&
               deviceOf(comparison.columns[cell.column].variant).isGpu();
    };
    return std::ranges::any_of(
        comparison.rows, [&](const Row& row) { return std::ranges::any_of(row.cells, isOfGpu); });
}

}  // namespace

PackDesk::PackDesk(MainWindow& window, Settings& settings, Session& work, const Text& text)
    : m_window(window), m_settings(settings), m_work(work), m_text(text) {
    connect(&m_store, &PackStore::opened, this, &PackDesk::takeOpened);
    connect(&m_store, &PackStore::unopened, this,
            [this](const QString& folder, const Reason& reason) {
                // Of the one that is remembered its card says that it is away.
                if (folder == PackSettings(m_settings).folder()) return show();
                m_window.showMessage(reason);
            });
    connect(&m_store, &PackStore::made, this,
            [this](const QString& folder, qint64 files, qint64 bytes) {
                Q_EMIT told(tr("Teacher's pack written: %1, %n file(s), %2", nullptr,
                               static_cast<int>(files))
                                .arg(shownPath(folder), qs(formatBytes(static_cast<double>(bytes),
                                                                       m_text.numbers()))));
            });
    connect(&m_store, &PackStore::failed, this,
            [this](const Reason& reason) { Q_EMIT told(qs(m_text.reason(reason))); });
}

void PackDesk::takeOpened(const QMap<QString, QString>& preset, const WantedFolder& results) {
    PackSettings remembered(m_settings);
    const QString folder = qs(utf8(m_store.pack()->folder));
    const bool isNew = remembered.folder() != folder;
    remembered.use(folder, preset);
    show();
    if (isNew) Q_EMIT presetsChanged();
    askForFolder(results);
}

/// Asked once for each folder that a pack wants: nothing is saved at a place that somebody else has
/// chosen before it was seen.
void PackDesk::askForFolder(const WantedFolder& wanted) {
    PackSettings remembered(m_settings);
    if (wanted.path.isEmpty() || remembered.answer(wanted.path)) return;
    if (wanted.path == m_settings.resultsFolder()) return;
    auto* dialog = new FolderDialog(wanted, m_settings.resultsFolder(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QString folder = remembered.folder();
    connect(dialog, &QDialog::finished, this, [this, wanted, folder](int result) {
        PackSettings now(m_settings);
        if (now.folder() != folder) return;  // it was closed, or another one opened
        now.setAnswer(wanted.path, result == QDialog::Accepted);
        Q_EMIT presetsChanged();
    });
    dialog->open();
}

void PackDesk::setCard(PackCard& card) {
    m_card = &card;
    connect(&card, &PackCard::planWanted, this, &PackDesk::openPlan);
    connect(&card, &PackCard::referenceWanted, this, &PackDesk::openReference);
    connect(&card, &PackCard::photographsWanted, this, &PackDesk::openPhotographs);
    connect(&card, &PackCard::closed, this, &PackDesk::leave);
    connect(&card, &PackCard::seatEdited, this,
            [this](const QString& seat) { m_settings.setField("seat", seat); });
}

void PackDesk::openFirst() {
    m_store.readKnown();
    const QString own = QCoreApplication::applicationDirPath();
    if (const QString last = PackSettings(m_settings).folder(); !last.isEmpty())
        m_store.open(last);
    else if (isPack(pathOf(own)))
        m_store.open(own);
}

void PackDesk::open(const QString& folder) {
    m_window.showPage("home");
    m_store.open(QDir::cleanPath(QFileInfo(folder).absoluteFilePath()));
}

void PackDesk::leave() {
    m_store.close();
    PackSettings(m_settings).leave();
    show();
    Q_EMIT presetsChanged();
}

void PackDesk::show() {
    PackCard& card = *m_card;
    const TeacherPack* pack = m_store.pack();
    const PackSettings remembered(m_settings);
    if (remembered.folder().isEmpty()) return card.hide();
    PackWords words{.title = remembered.name().isEmpty()
                                 ? tr("From your teacher")
                                 : tr("From your teacher: %1").arg(remembered.name()),
                    .seat = m_settings.field("seat")};
    if (!pack) {
        if (m_store.isReading())
            words.lines << tr("Reading…");
        else
            words.problems << tr("%1 is not there now. What it presets holds; connect its stick or "
                                 "share and open it again.")
                                  .arg(shownPath(remembered.folder()));
        return card.setWords(words);
    }
    words.plan = pack->plan.has_value();
    if (words.plan) {
        const Spec* spec = findSpec(pack->plan->experiment);
        const bool gpu = m_work.probe() && m_work.probe()->gpu.isForNetworks();
        if (spec && spec->view && spec->view->plan_sentence)
            words.lines << qs(spec->view->plan_sentence(*pack->plan, gpu, m_text));
    }
    for (const ReferenceFile& file : pack->references)
        words.lines
            << tr("Times of a GPU for comparison: %1.").arg(qs(referenceTitle(file, m_text)));
    if (pack->references.size() > 1)
        words.reference = tr("Open times of a GPU…");
    else if (!pack->references.empty() && !pack->references.front().gpu.empty())
        words.reference =
            tr("Open the times of %1").arg(qs(briefText(pack->references.front().gpu)));
    else if (!pack->references.empty())
        words.reference = tr("Open the GPU reference");
    words.photographs = static_cast<int>(pack->photographs.size());
    for (const Reason& problem : pack->problems) words.problems << qs(m_text.reason(problem));
    card.setWords(words);
}

void PackDesk::openPlan() {
    const TeacherPack* pack = m_store.pack();
    if (!pack || !pack->plan) return;
    if (m_work.isMeasuring()) return m_window.showMessage({"run_in_progress"});
    if (!m_window.showPlan(*pack->plan))
        m_window.showMessage({"file_for_nothing", {{"path", std::string(kPackPlan)}}, {}});
}

void PackDesk::openReference() {
    const TeacherPack* pack = m_store.pack();
    if (!pack || pack->references.empty()) return;
    if (pack->references.size() == 1) return putBeside(pack->references.front().path);
    ReferenceDialog dialog(m_text, &m_window);
    dialog.setReferences({pack->references, {}}, {});  // the card tells the problems
    dialog.exec();
    takeAnswer(dialog);
}

/// Puts a file beside what is shown, as a reference; opens it alone where nothing is shown.
void PackDesk::putBeside(const std::filesystem::path& file) {
    const QString path = qs(utf8(file));
    if (m_work.run().isEmpty()) return m_window.openRecords({path});
    m_work.run().addBeside(path, duelo::Role::Reference);
    m_window.showPage(qs(m_window.pageOf(m_work.run().experiment()).spec().id));
}

/// Into the form of the plan's experiment, else of the first that takes photographs.
void PackDesk::openPhotographs() {
    const TeacherPack* pack = m_store.pack();
    if (!pack) return;
    if (m_work.isMeasuring()) return m_window.showMessage({"run_in_progress"});
    QStringList paths;
    for (const auto& photograph : pack->photographs) paths << qs(utf8(photograph));
    ExperimentPage& page =
        m_window.pageOf(pack->plan ? pack->plan->experiment : std::string(specs().front().id));
    page.form().takeFiles(paths);
    m_window.showPage(qs(page.spec().id));
}

References PackDesk::references(const std::string& experiment) const {
    References out;
    const auto take = [&](const std::vector<ReferenceFile>& files) {
        std::ranges::copy_if(files, std::back_inserter(out.files),
                             [&](const ReferenceFile& file) { return file.isFor(experiment); });
    };
    if (const TeacherPack* pack = m_store.pack()) take(pack->references);
    if (const References* known = m_store.known()) {
        take(known->files);
        out.problems = known->problems;
    }
    return out;
}

QString PackDesk::noReference() const {
    const bool others = m_store.known() && !m_store.known()->files.empty();
    return qs(m_text(others ? "reference.none_for" : "reference.none"));
}

bool PackDesk::hasReference(const std::string& experiment) const {
    return !references(experiment).files.empty();
}

void PackDesk::offerReference(ExperimentPage& page) {
    RunStore& run = m_work.runOf(page.spec().id);
    const Comparison* comparison = run.comparison();
    if (!comparison || comparison->sources.size() > 1 || hasGpuTime(*comparison)) return;
    const std::vector<ReferenceFile> files = references(run.experiment()).files;
    if (files.empty()) return;
    QString told = tr("There are times of a GPU for comparison: %1.")
                       .arg(qs(referenceTitle(files.front(), m_text)));
    if (files.size() > 1)
        told += ' ' + tr("And %n more.", nullptr, static_cast<int>(files.size()) - 1);
    page.frame().setMessage(told, tr("Put them beside"), [this, &page, files] {
        page.frame().setMessage({});
        if (files.size() == 1) return putBeside(files.front().path);
        chooseReference(m_work.runOf(page.spec().id).experiment());
    });
}

/// Asks for one of the references. The list also shows those that were added meanwhile, as soon as
/// they are read.
void PackDesk::chooseReference(const std::string& experiment) {
    ReferenceDialog dialog(m_text, &m_window);
    const auto show = [&] {
        if (m_store.known()) dialog.setReferences(references(experiment), noReference());
    };
    connect(&m_store, &PackStore::knownRead, &dialog, show);
    show();
    m_store.readKnown();
    dialog.exec();
    takeAnswer(dialog);
}

void PackDesk::takeAnswer(const ReferenceDialog& dialog) {
    const auto file = dialog.chosen();
    if (dialog.result() == ReferenceDialog::kOtherFile)
        Q_EMIT otherFileWanted();
    else if (dialog.result() == QDialog::Accepted && file)
        putBeside(*file);
}

void PackDesk::make() {
    const ExperimentPage& page = m_window.shownPage();
    QString reference;
    const Comparison* comparison = m_work.run().comparison();
    if (!m_work.run().isLive() && comparison && hasGpuTime(*comparison))
        reference = m_work.run().path();
    PackDialog dialog(m_settings, page.plan(), qs(m_text.word("page", page.spec().id)), reference,
                      &m_window);
    if (dialog.exec() != QDialog::Accepted) return;
    Q_EMIT told(tr("Writing the teacher's pack…"));
    m_store.make(dialog.request(), dialog.folder());
}

}  // namespace duelo::ui
