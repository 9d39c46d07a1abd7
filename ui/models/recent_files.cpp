// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recent_files.h"

namespace duelo::ui {

QStringList RecentFiles::paths() const {
    QStringList out = m_settings.pinnedFiles();
    for (const QString& path : m_settings.recentFiles())
        if (!out.contains(path)) out << path;
    return out;
}

bool RecentFiles::isPinned(const QString& path) const {
    return m_settings.pinnedFiles().contains(path);
}

void RecentFiles::add(const QString& path) {
    QStringList recent = m_settings.recentFiles();
    recent.removeAll(path);
    recent.prepend(path);
    while (recent.size() > kMaxFiles) recent.removeLast();
    m_settings.setRecentFiles(recent, m_settings.pinnedFiles());
}

void RecentFiles::remove(const QString& path) {
    QStringList recent = m_settings.recentFiles(), pinned = m_settings.pinnedFiles();
    recent.removeAll(path);
    pinned.removeAll(path);
    m_settings.setRecentFiles(recent, pinned);
}

void RecentFiles::setPinned(const QString& path, bool pin) {
    QStringList pinned = m_settings.pinnedFiles();
    pinned.removeAll(path);
    if (pin) pinned.prepend(path);
    m_settings.setRecentFiles(m_settings.recentFiles(), pinned);
}

}  // namespace duelo::ui
