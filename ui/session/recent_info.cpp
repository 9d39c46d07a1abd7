// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_info.h"

#include <algorithm>
#include <exception>
#include <utility>

#include <QFileInfo>

#include "record/file_plans.h"
#include "record/game.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {
/// A run of short calls with all its samples has some 6 MB, a strict one ten times that.
constexpr qint64 kMaxPeek_bytes = 128 << 20;
}  // namespace

std::shared_ptr<const RunningMeasurement> runningOn(const RecordLog& log) {
    if (log.integrity == Integrity::Sealed) return nullptr;
    const auto last =
        std::find_if(log.records.rbegin(), log.records.rend(),
                     [](const Record& record) { return std::holds_alternative<Header>(record); });
    if (last == log.records.rend()) return nullptr;
    return RunningMeasurement::find(std::get<Header>(*last).run, log.path);
}

RecentInfo recentInfoOf(const QString& path) {
    RecentInfo info;
    const QFileInfo file(path);
    info.missing = !file.exists();
    if (info.missing || file.size() > kMaxPeek_bytes) return info;
    const auto log = readProgress(pathOf(path));
    if (!log) {
        info.problem = log.error();
        return info;
    }
    const Header& header = log->header();
    info.started = header.started;
    info.game = gameOf(header).has_value();
    if (!info.game) info.open_cells = openCells(*log);  // a game is not gone on with
    for (const FilePlan& plan : plansOf(*log)) info.cells += plan.cells;
    info.running = runningOn(*log);
    if (auto plan = planFromJson(header.plan)) info.plan = *std::move(plan);
    return info;
}

void RecentInfos::ask(const QStringList& paths) {
    for (const QString& path : paths) {
        if (m_asked.contains(path)) continue;
        m_asked.insert(path);
        m_background.start([this, path](const Background::Task& task) {
            RecentInfo info;
            try {
                info = recentInfoOf(path);
            } catch (const std::exception& error) {
                info.problem = Reason{"window_error", {{"what", error.what()}}, {}};
            }
            task.tell([this, path, info] {
                m_asked.remove(path);
                m_known.insert(path, info);
                Q_EMIT told(path);
            });
        });
    }
}

std::optional<RecentInfo> RecentInfos::of(const QString& path) const {
    const auto found = m_known.find(path);
    return found == m_known.end() ? std::nullopt : std::optional(*found);
}

}  // namespace duelo::ui
