// SPDX-License-Identifier: GPL-3.0-or-later
// Handing a report in: who, where to, what is told afterwards, and the question at the end.
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QUrl>

#include "base/copy_beside.h"
#include "base/places.h"
#include "ui/export/hand_in.h"
#include "ui/lab_report/hand_in_dialog.h"
#include "ui/lab_report/report_page.h"
#include "ui/look/settings.h"
#include "ui/session/beside.h"
#include "ui/session/session.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report_desk.h"
#include "ui/shell/toast.h"

namespace duelo::ui {

namespace {

QStringList listOf(const std::vector<std::string>& sentences) {
    QStringList list;
    for (const std::string& one : sentences) list << qs(one);
    return list;
}

}  // namespace

/// In the order of the comparison's files.
std::vector<OpenFile> ReportDesk::openRecordFiles() const {
    std::vector<OpenFile> open;
    const RunStore& run = m_work.evidence();
    for (const RecordLog& log : run.logs())
        open.push_back({log.path, run.isLive() && qs(utf8(log.path)) == run.path()});
    return open;
}

std::optional<HeldGroups> ReportDesk::files() {
    if (!m_page->finishFiles()) return std::nullopt;
    auto open = m_work.evidence().sharedComparison();
    return HeldGroups{m_keptFiles.after({open.get(), openRecordFiles()}),
                      {open, m_keptFiles.owner()}};
}

/// Whether it was.
bool ReportDesk::handIn() {
    m_window.showPage("report");
    m_store.save();
    const QString folder = QFileInfo(m_store.path()).path();
    const auto held = files();
    if (!held) return false;
    const auto looked = doneBeside(
        m_background, &m_window, tr("Composing the report…"),
        [report = m_store.report(), held = *held, folder, text = m_text](const Background::Task&) {
            return handInContent(report, held.groups, folder, text);
        });
    if (!looked) return false;
    const Result<HandInContent>& content = *looked;
    if (!content) {
        m_page->setMessage(qs(m_text.reason(content.error())));
        return false;
    }
    LabReport proposed = m_store.report();
    // That of the PC, which its lab has told once.
    if (proposed.hand_in.seat.empty())
        proposed.hand_in.seat = m_settings.field("seat").toStdString();
    QStringList facts = listOf(content->facts);
    if (!content->unwritten.empty()) facts.prepend(listOf(content->unwritten).join('\n'));
    const bool hasGpu = !gpuFilesOf(m_work.evidence().comparison(), openRecordFiles()).empty();
    HandInDialog dialog(proposed, folder, facts, hasGpu, &m_window);
    while (dialog.exec() == QDialog::Accepted) {
        const bool there = QFileInfo::exists(dialog.path());
        if (there && QMessageBox::question(
                         &m_window, tr("Hand in"),
                         tr("%1 exists already. Replace it?").arg(shownFile(dialog.path())),
                         QMessageBox::Yes | QMessageBox::No, QMessageBox::No) != QMessageBox::Yes)
            continue;
        const auto written =
            doneBeside(m_background, &m_window, tr("Writing %1…").arg(shownFile(dialog.path())),
                       [report = m_store.report(), as = dialog.as(),
                        group = dialog.group().toStdString(), content = *content, held = *held,
                        text = m_text, to = dialog.folder(), there](const Background::Task& task) {
                           return ui::handIn(report, as, group, content, held.groups, text, to,
                                             there, [&] { return task.isWanted(); });
                       });
        if (!written) continue;  // what was typed is still there
        const Result<HandedIn>& handed = *written;
        if (!handed) {
            dialog.setError(qs(m_text.reason(handed.error())));
            continue;
        }
        m_store.change([&](LabReport& report) { report = handed->report; });
        m_store.save();
        m_page->showChanged();
        tellHandedIn(*handed, dialog.takesGpu());
        return true;
    }
    return false;
}

/// In a toast, and what there is to know of it on the page.
void ReportDesk::tellHandedIn(const HandedIn& handed, bool takesGpu) {
    const QString folder = QFileInfo(handed.path).absolutePath();
    QStringList told{tr("%1 was read again: %n file(s), each as it was written.", nullptr,
                        static_cast<int>(handed.files))
                         .arg(shownPath(handed.path))};
    told << listOf(handed.facts);
    if (takesGpu) told << takeHome(folder);
    m_page->setMessage(told.join(' '));
    m_window.toast().say(tr("Handed in: %1").arg(shownFile(handed.path)), tr("Open folder"),
                         [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
}

/// Copies the files with times of a GPU beside the archive: never over another file, and none of
/// the same contents twice. Returns what is told of it.
QString ReportDesk::takeHome(const QString& folder) {
    QStringList taken;
    for (const std::filesystem::path& file :
         gpuFilesOf(m_work.evidence().comparison(), openRecordFiles())) {
        if (QFileInfo(qs(utf8(file))).absolutePath() == folder) continue;
        const auto copied = copyBeside(file, pathOf(folder));
        if (!copied) return qs(m_text.reason(copied.error()));
        taken << shownFile(qs(utf8(*copied)));
    }
    return taken.isEmpty() ? QString() : tr("Copied beside the ZIP: %1").arg(taken.join(", "));
}

/// Asks once, however often the window is closed.
bool ReportDesk::mayClose() {
    if (!m_store.isOpen() || m_store.isReadOnly() || m_askedToHandIn ||
        isHandedIn(m_store.report()))
        return true;
    m_askedToHandIn = true;
    QMessageBox question(QMessageBox::Question, tr("Report not handed in"),
                         tr("%1 was not handed in since it was last changed. It is saved.")
                             .arg(shownFile(m_store.path())),
                         QMessageBox::Cancel, &m_window);
    const auto* hand = question.addButton(tr("Hand in…"), QMessageBox::AcceptRole);
    auto* close = question.addButton(tr("Close"), QMessageBox::DestructiveRole);
    question.setDefaultButton(close);
    question.exec();
    if (question.clickedButton() == hand) return handIn();
    return question.clickedButton() == close;
}

}  // namespace duelo::ui
