// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_files.h"

#include <QDir>
#include <QFileInfo>

namespace duelo::ui {

namespace {

/// One file has one name here, and keeps it when Duelo starts in another folder.
QString nameOf(const QString& path) {
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

void putFirst(QStringList& files, const QString& file) {
    files.removeAll(file);
    files.prepend(file);
    while (files.size() > RecentFiles::kMaxFiles) files.removeLast();
}

}  // namespace

QStringList RecentFiles::paths() const {
    QStringList out = m_settings.pinnedFiles();
    for (const QString& path : m_settings.recentFiles())
        if (!out.contains(path)) out << path;
    return out;
}

bool RecentFiles::isPinned(const QString& path) const {
    return m_settings.pinnedFiles().contains(nameOf(path));
}

void RecentFiles::add(const QString& path) {
    QStringList recent = m_settings.recentFiles();
    putFirst(recent, nameOf(path));
    m_settings.setRecentFiles(recent, m_settings.pinnedFiles());
}

void RecentFiles::remove(const QString& path) {
    QStringList recent = m_settings.recentFiles(), pinned = m_settings.pinnedFiles();
    recent.removeAll(nameOf(path));
    pinned.removeAll(nameOf(path));
    m_settings.setRecentFiles(recent, pinned);
}

void RecentFiles::setPinned(const QString& path, bool pinned) {
    const QString file = nameOf(path);
    QStringList recent = m_settings.recentFiles(), kept = m_settings.pinnedFiles();
    kept.removeAll(file);
    if (pinned)
        kept.prepend(file);
    else if (!recent.contains(file))
        putFirst(recent, file);
    m_settings.setRecentFiles(recent, kept);
}

}  // namespace duelo::ui
