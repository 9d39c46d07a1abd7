// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a report stands on: copied among the results once they are cited, and found where
// they are missing (Y-31).
#include <QFileDialog>

#include "base/places.h"
#include "ui/lab_report/report_page.h"
#include "ui/look/known_folders.h"
#include "ui/look/settings.h"
#include "ui/session/run_files.h"
#include "ui/session/session.h"
#include "ui/shell/main_window.h"
#include "ui/shell/report_desk.h"

namespace duelo::ui {

namespace {

namespace fs = std::filesystem;

/// Reasons: those of readProgress(), and "kept_file_of_other_run" {file, wanted}.
Result<void> checkRun(const fs::path& path, const KeptFile& wanted) {
    const auto log = readProgress(path);
    if (!log) return tl::unexpected(log.error());
    if (log->header().run == wanted.run) return {};
    return fail("kept_file_of_other_run",
                {{"file", utf8(path.filename())}, {"wanted", visibleText(wanted.file)}});
}

}  // namespace

/// Keeps what is cited among the results: a stick or a share may be gone tomorrow.
void ReportDesk::copyOpenFiles() {
    m_copies.start([this, files = openRecordFiles(),
                    folder = pathOf(m_settings.resultsFolder())](const Background::Task& task) {
        for (const OpenFile& file : files) {
            if (file.measuring) continue;
            if (const auto kept = keptAmong(folder, file.path); !kept)
                task.tell([this, reason = kept.error()] {
                    if (m_page) m_page->setMessage(qs(m_text.reason(reason)));
                });
        }
    });
}

void ReportDesk::askToFind(const KeptFile& file) {
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Find %1").arg(qs(file.file)),
                                                      existingFolder(m_settings.resultsFolder()),
                                                      tr("Duelo (*.duelo)"));
    if (path.isEmpty()) return;
    m_copies.start([this, file, path = pathOf(path),
                    folder = pathOf(m_settings.resultsFolder())](const Background::Task& task) {
        const auto isIt = checkRun(path, file);
        auto kept = isIt.and_then([&] { return keptAmong(folder, path); });
        task.tell([this, file, path, found = isIt.has_value(), kept = std::move(kept)] {
            if (found) m_keptFiles.know(file.run, qs(utf8(kept.value_or(path))));
            if (!m_page) return;
            m_page->setMessage(kept ? QString() : qs(m_text.reason(kept.error())));
            if (found) m_page->filesChanged();
        });
    });
}

}  // namespace duelo::ui
