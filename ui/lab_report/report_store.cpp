// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/report_store.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Returns the lock of a report's file. A process that is gone holds no lock; one that does not
/// answer for long keeps it.
std::shared_ptr<QLockFile> lockOf(const QString& path) {
    auto lock = std::make_shared<QLockFile>(path + ".lock");
    lock->setStaleLockTime(0);
    return lock;
}

}  // namespace

ReportStore::ReportStore(QObject* parent) : QObject(parent) {
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(kSave_ms);
    connect(&m_saveTimer, &QTimer::timeout, this, &ReportStore::save);
}

ReportStore::~ReportStore() {
    save();
}

/// The report that a thread has read, and the right to write it unless another window has that.
struct ReportStore::Found {
    std::vector<std::pair<QString, Reason>> unread{};
    std::optional<LabReport> report{};
    QString path{};
    std::shared_ptr<QLockFile> lock{};
    bool taken = false;
};

void ReportStore::open(const QStringList& paths) {
    save();
    m_reading = true;
    m_background.forget();
    m_background.start([this, paths, own = m_lock, ownPath = m_path](const Background::Task& task) {
        Found found;
        for (const QString& path : paths) {
            const QString absolute = QFileInfo(path).absoluteFilePath();
            auto report = readLabReport(pathOf(absolute));
            if (!report) {
                found.unread.emplace_back(path, std::move(report.error()));
                continue;
            }
            const bool same = own && absolute == ownPath;
            found.lock = same ? own : lockOf(absolute);
            found.taken = !same && !found.lock->tryLock() &&
                          found.lock->error() == QLockFile::LockFailedError;
            found.report = *std::move(report);
            found.path = absolute;
            break;
        }
        task.tell([this, found = std::move(found)]() mutable { take(std::move(found)); });
    });
}

void ReportStore::take(Found found) {
    m_reading = false;
    if (found.report) {
        save();
        show(*std::move(found.report), found.path, std::move(found.lock), found.taken);
    }
    for (const auto& [path, reason] : found.unread) Q_EMIT unopened(path, reason);
    if (!found.report) Q_EMIT noneOpened();
}

Result<void> ReportStore::begin(const QString& path, LabReport report) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (QFileInfo::exists(absolute)) return fail("file_exists", {{"path", absolute.toStdString()}});
    save();
    m_background.forget();
    m_reading = false;
    show(std::move(report), absolute, nullptr, false);
    return {};
}

void ReportStore::show(LabReport report, const QString& path, std::shared_ptr<QLockFile> lock,
                       bool readOnly) {
    m_report = std::move(report);
    m_path = path;
    m_lock = std::move(lock);
    m_readOnly = readOnly;
    m_unsaved = false;
    Q_EMIT opened();
}

void ReportStore::change(const std::function<void(LabReport&)>& what) {
    if (m_readOnly || !isOpen()) return;
    what(m_report);
    m_unsaved = true;
    if (!m_saveTimer.isActive()) m_saveTimer.start();
}

void ReportStore::save() {
    if (!m_unsaved) return;
    m_saveTimer.stop();
    if (!m_lock) {
        QDir().mkpath(QFileInfo(m_path).path());
        m_lock = lockOf(m_path);
        (void)m_lock->tryLock();  // a folder without rights is told by what follows
    }
    const auto written = writeLabReport(m_report, pathOf(m_path), true);
    m_unsaved = !written;
    if (written)
        Q_EMIT saved();
    else
        Q_EMIT saveFailed(written.error());
}

}  // namespace duelo::ui
