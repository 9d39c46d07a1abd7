// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_model.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QElapsedTimer>
#include <QTimer>

#include "core/places.h"

namespace duelo::ui {

namespace {

/// A large run compares for some milliseconds; it may take this share of the window's time.
constexpr double kUpdateShare = 0.1;

}  // namespace

RunModel::RunModel(QObject* parent) : QObject(parent) {}

Result<void> RunModel::open(const QString& path, bool alone) {
    auto log = readRecords(fromUtf8(path.toStdString()));
    if (!log) return tl::unexpected(log.error());
    if (alone || m_logs.empty()) {
        m_logs.clear();
        m_roles.clear();
        m_logs.emplace_back();
        m_roles.push_back(duelo::Role::Own);
    }
    m_logs.front() = std::move(*log);
    m_live = false;
    m_liveCells.clear();
    m_running.clear();
    update();
    return {};
}

Result<void> RunModel::addBeside(const QString& path, duelo::Role role) {
    auto log = readRecords(fromUtf8(path.toStdString()));
    if (!log) return tl::unexpected(log.error());
    if (m_logs.empty()) {
        m_logs.emplace_back();
        m_roles.push_back(duelo::Role::Own);
    }
    const auto same = std::find_if(m_logs.begin() + 1, m_logs.end(), [&](const RecordLog& other) {
        return other.path == log->path;
    });
    if (same != m_logs.end()) {
        m_roles[static_cast<std::size_t>(same - m_logs.begin())] = role;
        *same = std::move(*log);
    } else {
        m_logs.push_back(std::move(*log));
        m_roles.push_back(role);
    }
    update();
    return {};
}

void RunModel::removeBeside(std::size_t index) {
    if (index == 0 || index >= m_logs.size()) return;
    m_logs.erase(m_logs.begin() + static_cast<std::ptrdiff_t>(index));
    m_roles.erase(m_roles.begin() + static_cast<std::ptrdiff_t>(index));
    update();
}

void RunModel::clear() {
    m_logs.clear();
    m_roles.clear();
    m_live = false;
    m_liveCells.clear();
    update();
}

void RunModel::beginRun(const QString& path) {
    if (m_logs.empty()) {
        m_logs.emplace_back();
        m_roles.push_back(duelo::Role::Own);
    }
    m_logs.front() = RecordLog{};
    m_logs.front().path = fromUtf8(path.toStdString());
    m_live = true;
    m_liveCells.clear();
    m_running.clear();
    update();
}

Result<void> RunModel::beginResume(const QString& path) {
    if (auto opened = open(path, this->path() != path); !opened) return opened;
    m_live = true;
    return {};
}

void RunModel::add(std::span<const Record> records) {
    if (!m_live || m_logs.empty()) return;
    const bool final = std::any_of(records.begin(), records.end(), [](const Record& record) {
        return !std::holds_alternative<Samples>(record) && !std::holds_alternative<Stage>(record);
    });
    for (const Record& record : records) take(record);
    if (!final) {
        Q_EMIT liveChanged();
        return;
    }
    const qint64 since_ms = QDateTime::currentMSecsSinceEpoch() - m_updatedAt_ms;
    if (static_cast<double>(since_ms) >= m_updateCost_ms / kUpdateShare) {
        update();
    } else if (!m_updatePending) {
        m_updatePending = true;
        QTimer::singleShot(static_cast<int>(m_updateCost_ms / kUpdateShare), this, [this] {
            if (m_updatePending) update();
        });
    }
}

void RunModel::endRun() {
    if (!m_live) return;
    m_live = false;
    m_liveCells.clear();
    m_running.clear();
    // Read back what the disk holds: that is what will be handed in.
    if (auto log = readRecords(m_logs.front().path)) m_logs.front() = std::move(*log);
    update();
}

void RunModel::take(const Record& record) {
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        m_liveCells[cell->cell] = {.work = cell->work, .variant = cell->variant};
    } else if (const auto* stage = std::get_if<Stage>(&record)) {
        m_running = stage->cell;
        if (const auto at = m_liveCells.find(stage->cell); at != m_liveCells.end())
            at->second.stage = stage->stage;
    } else if (const auto* samples = std::get_if<Samples>(&record)) {
        m_running = samples->cell;
        takeSamples(*samples);
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        m_liveCells.erase(result->cell);
        if (m_running == result->cell) m_running.clear();
    }
    m_logs.front().records.push_back(record);
}

void RunModel::takeSamples(const Samples& samples) {
    const auto at = m_liveCells.find(samples.cell);
    if (at == m_liveCells.end()) return;
    LiveCell& cell = at->second;
    for (std::size_t i = 0; i < samples.wall_ms.size(); ++i) {
        if (i < samples.discard.size() && samples.discard[i] != 0) continue;
        const int of = i < samples.round.size() ? samples.round[i] : 0;
        if (cell.last_round != of) cell.round_sizes.push_back(0);
        cell.last_round = of;
        ++cell.round_sizes.back();
        cell.kept_ms.push_back(samples.wall_ms[i]);
    }
    if (!cell.kept_ms.empty()) cell.estimate = estimateMedian(cell.kept_ms, cell.round_sizes);
}

void RunModel::update() {
    QElapsedTimer timer;
    timer.start();
    m_updatePending = false;
    m_comparison.reset();
    if (!isEmpty())
        if (auto made = compare(m_logs, {.roles = m_roles, .base = std::nullopt}))
            m_comparison = std::move(*made);
    m_updateCost_ms = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    m_updatedAt_ms = QDateTime::currentMSecsSinceEpoch();
    Q_EMIT changed();
}

QString RunModel::path() const {
    return m_logs.empty() ? QString() : QString::fromStdString(utf8(m_logs.front().path));
}

const Comparison* RunModel::comparison() const {
    return m_comparison ? &*m_comparison : nullptr;
}

std::optional<Plan> RunModel::plan() const {
    if (isEmpty()) return std::nullopt;
    for (const Record& record : m_logs.front().records)
        if (const auto* header = std::get_if<Header>(&record)) {
            auto plan = planFromJson(header->plan);
            return plan ? std::optional(std::move(*plan)) : std::nullopt;
        }
    return std::nullopt;
}

int RunModel::openCells() const {
    if (isEmpty()) return 0;
    int cells = 0;
    for (const Record& record : m_logs.front().records)
        if (const auto* header = std::get_if<Header>(&record)) cells = header->cells;
    return std::max(0, cells - static_cast<int>(m_logs.front().finishedCells().size()));
}

}  // namespace duelo::ui
