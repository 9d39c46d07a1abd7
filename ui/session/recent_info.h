// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include "machine/running_measurement.h"
#include "plan/plan.h"
#include "record/record_file.h"
#include "ui/session/background.h"

namespace duelo::ui {

/// Facts about a file that need no look at its samples, in no language.
struct RecentInfo {
    bool missing = false;             ///< the file is not where it was
    std::optional<Reason> problem{};  ///< why it cannot be read
    std::optional<Plan> plan{};
    std::string started{};  ///< as the header tells it; empty: the file is too large to look into
    int cells = 0;          ///< of all its plans
    int open_cells = 0;     ///< those without a result
    /// Another process is at work on it, and this is how it can be stopped.
    std::shared_ptr<const RunningMeasurement> running{};
    bool game = false;  ///< it misleads on purpose (record/game.h)
};

/// Finds another process of this user's that is at work on a file that was read; null without one.
[[nodiscard]] std::shared_ptr<const RunningMeasurement> runningOn(const RecordLog& log);

/// Any thread may ask. On a network share that is gone it may take minutes.
[[nodiscard]] RecentInfo recentInfoOf(const QString& path);

/// Looks into the recent files without making the window wait: each on a thread of its own, so that
/// a share that hangs delays none of the others.
class RecentInfos final : public QObject {
    Q_OBJECT

public:
    /// Looks at them again; told() follows for each that answers.
    void ask(const QStringList& paths);
    /// Returns what the last look found; nothing while there was none.
    [[nodiscard]] std::optional<RecentInfo> of(const QString& path) const;

Q_SIGNALS:
    void told(const QString& path);

private:
    QHash<QString, RecentInfo> m_known;
    QSet<QString> m_asked;  ///< not answered yet
    Background m_background{*this};
};

}  // namespace duelo::ui
