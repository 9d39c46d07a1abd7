// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include "ui/look/settings.h"

namespace duelo::ui {

/// The files opened or measured last as absolute paths, pinned ones first, then newest first.
/// Pinned ones are never pushed out; one that is no longer pinned stays among the others.
class RecentFiles {
public:
    static constexpr int kMaxFiles = 10;

    /// `settings` must outlive it.
    explicit RecentFiles(Settings& settings) : m_settings(settings) {}

    [[nodiscard]] QStringList paths() const;
    [[nodiscard]] bool isPinned(const QString& path) const;
    void add(const QString& path);
    void remove(const QString& path);
    void setPinned(const QString& path, bool pinned);

private:
    Settings& m_settings;
};

}  // namespace duelo::ui
