// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/report_store.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Of a process that is gone the lock is no lock; one that thinks for long keeps it.
std::unique_ptr<QLockFile> lockOf(const QString& path) {
    auto lock = std::make_unique<QLockFile>(path + ".lock");
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

Result<void> ReportStore::open(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    save();
    auto report = readLabReport(pathOf(absolute));
    if (!report) return tl::unexpected(std::move(report.error()));
    const bool same = absolute == m_path && m_lock;
    auto lock = same ? std::move(m_lock) : lockOf(absolute);
    const bool taken = !same && !lock->tryLock() && lock->error() == QLockFile::LockFailedError;
    show(std::move(*report), absolute, std::move(lock), taken);
    return {};
}

Result<void> ReportStore::begin(const QString& path, LabReport report) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (QFileInfo::exists(absolute)) return fail("file_exists", {{"path", absolute.toStdString()}});
    save();
    show(std::move(report), absolute, nullptr, false);
    return {};
}

void ReportStore::show(LabReport report, const QString& path, std::unique_ptr<QLockFile> lock,
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
