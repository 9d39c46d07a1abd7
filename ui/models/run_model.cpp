// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_model.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/places.h"
#include "experiments/compare.h"

namespace duelo::ui {

namespace {

/// Between two signals of a live run: nobody sees more, and painting disturbs what is measured.
constexpr qint64 kSignalPause_ms = 250;
/// Between two comparisons, at least and as a multiple of what one takes with all that listens.
constexpr qint64 kUpdatePause_ms = 200, kUpdatePauseFactor = 10;

std::filesystem::path pathOf(const QString& path) {
    return fromUtf8(path.toStdString());
}

/// Nothing where there are no cells.
Result<std::optional<Comparison>> compared(const std::vector<RecordLog>& logs,
                                           const std::vector<duelo::Role>& roles) {
    if (logs.empty() || logs.front().records.empty()) return std::optional<Comparison>();
    auto made = compare(logs, {.roles = roles, .base = std::nullopt});
    if (!made && made.error().code != "nothing_to_report")
        return tl::unexpected(std::move(made.error()));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

}  // namespace

RunModel::RunModel(QObject* parent) : QObject(parent) {
    m_tellTimer.setSingleShot(true);
    connect(&m_tellTimer, &QTimer::timeout, this, &RunModel::tell);
}

/// Puts a log into a place of m_logs, or behind them; a log that cannot be compared is taken away
/// again.
Result<std::optional<Comparison>> RunModel::put(std::size_t at, RecordLog log, duelo::Role role) {
    if (m_logs.empty()) {
        m_logs.emplace_back();
        m_roles.push_back(duelo::Role::Own);
    }
    const bool added = at >= m_logs.size();
    if (added) {
        m_logs.push_back(std::move(log));
        m_roles.push_back(role);
    } else {
        std::swap(m_logs[at], log);
        std::swap(m_roles[at], role);
    }
    auto made = compared(m_logs, m_roles);
    if (made) return made;
    if (added) {
        m_logs.pop_back();
        m_roles.pop_back();
    } else {
        std::swap(m_logs[at], log);
        std::swap(m_roles[at], role);
    }
    return made;
}

Result<void> RunModel::open(const QString& path, bool alone) {
    auto log = readResults(pathOf(path));
    if (!log) return tl::unexpected(std::move(log.error()));
    std::vector<RecordLog> logs;
    std::vector<duelo::Role> roles;
    if (alone) {
        logs = std::exchange(m_logs, {});
        roles = std::exchange(m_roles, {});
    }
    auto made = put(0, *std::move(log), duelo::Role::Own);
    if (!made) {
        if (alone) {
            m_logs = std::move(logs);
            m_roles = std::move(roles);
        }
        return tl::unexpected(std::move(made.error()));
    }
    stopLive();
    show(*std::move(made));
    return {};
}

Result<void> RunModel::addBeside(const QString& path, duelo::Role role) {
    auto log = readResults(pathOf(path));
    if (!log) return tl::unexpected(std::move(log.error()));
    std::size_t at = 1;
    while (at < m_logs.size() && m_logs[at].path != log->path) ++at;
    auto made = put(at, *std::move(log), role);
    if (!made) return tl::unexpected(std::move(made.error()));
    show(*std::move(made));
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
    stopLive();
    update();
}

void RunModel::beginRun(const QString& path) {
    if (m_logs.empty()) {
        m_logs.emplace_back();
        m_roles.push_back(duelo::Role::Own);
    }
    m_logs.front() = RecordLog{};
    m_logs.front().path = pathOf(path);
    startLive();
    update();
}

Result<void> RunModel::beginResume(const QString& path) {
    if (auto opened = open(path, this->path() != path); !opened) return opened;
    startLive();
    return {};
}

void RunModel::startLive() {
    stopLive();
    m_live = true;
}

void RunModel::stopLive() {
    m_live = false;
    m_liveCells.clear();
    m_ended.clear();
    m_running.clear();
    m_tellTimer.stop();
}

void RunModel::endRun() {
    if (!m_live) return;
    stopLive();
    if (auto log = readResults(m_logs.front().path)) m_logs.front() = *std::move(log);
    update();
}

void RunModel::add(std::span<const Record> records) {
    if (!m_live) return;
    std::set<LiveCell*> sampled;
    for (const Record& record : records) {
        if (const auto* samples = std::get_if<Samples>(&record)) {
            if (LiveCell* cell = takeSamples(*samples)) sampled.insert(cell);
        } else {
            take(record);
        }
        if (std::holds_alternative<Stage>(record)) continue;
        m_logs.front().records.push_back(record);
        m_stale |= !std::holds_alternative<Samples>(record);
    }
    for (LiveCell* cell : sampled)
        cell->estimate = estimateMedian(cell->kept_ms, cell->round_sizes);
    tell();
}

void RunModel::take(const Record& record) {
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        m_liveCells[cell->cell] = {.work = cell->work, .variant = cell->variant};
        std::erase(m_ended, cell->cell);
    } else if (const auto* stage = std::get_if<Stage>(&record)) {
        m_running = stage->cell;
        if (const auto at = m_liveCells.find(stage->cell); at != m_liveCells.end())
            at->second.stage = stage->stage;
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        m_ended.push_back(result->cell);
        if (m_running == result->cell) m_running.clear();
    }
}

/// The cell that has more kept samples now; null where none counts.
LiveCell* RunModel::takeSamples(const Samples& samples) {
    m_running = samples.cell;
    const auto at = m_liveCells.find(samples.cell);
    if (at == m_liveCells.end()) return nullptr;
    LiveCell& cell = at->second;
    const std::size_t before = cell.kept_ms.size();
    for (std::size_t i = 0; i < samples.wall_ms.size(); ++i) {
        if (i < samples.discard.size() && samples.discard[i] != 0) continue;
        const int of = i < samples.round.size() ? samples.round[i] : 0;
        if (cell.last_round != of) cell.round_sizes.push_back(0);
        cell.last_round = of;
        ++cell.round_sizes.back();
        cell.kept_ms.push_back(samples.wall_ms[i]);
    }
    return cell.kept_ms.size() > before ? &cell : nullptr;
}

/// Sends one of the signals, or waits until that is due.
void RunModel::tell() {
    const auto rest_ms = [](const QElapsedTimer& since, qint64 pause_ms) {
        return since.isValid() ? std::max<qint64>(0, pause_ms - since.elapsed()) : 0;
    };
    const auto wakeIn = [this](qint64 ms) {
        if (!m_tellTimer.isActive()) m_tellTimer.start(static_cast<int>(ms));
    };
    if (const qint64 wait = rest_ms(m_sinceSignal, kSignalPause_ms); wait > 0) return wakeIn(wait);
    const qint64 wait = rest_ms(m_sinceUpdate, m_updatePause_ms);
    if (m_stale && wait == 0) return update();
    m_sinceSignal.start();
    Q_EMIT liveChanged();
    if (m_stale) wakeIn(std::max(wait, kSignalPause_ms));
}

void RunModel::update() {
    QElapsedTimer cost;
    cost.start();
    auto made = compared(m_logs, m_roles);
    show(made ? *std::move(made) : std::nullopt);
    m_updatePause_ms = std::max(kUpdatePause_ms, kUpdatePauseFactor * cost.elapsed());
    m_sinceUpdate.start();
}

void RunModel::show(std::optional<Comparison> comparison) {
    m_comparison = std::move(comparison);
    m_stale = false;
    for (const std::string& id : std::exchange(m_ended, {})) m_liveCells.erase(id);
    m_sinceSignal.start();
    Q_EMIT changed();
}

const LiveCell* RunModel::liveOf(const ReportCell& cell) const {
    if (!isAwaited(cell)) return nullptr;
    const auto found = m_liveCells.find(cell.id);
    return found == m_liveCells.end() ? nullptr : &found->second;
}

bool RunModel::isAwaited(const ReportCell& cell) const {
    return m_live && !cell.status && !cell.id.empty() &&
           m_comparison->sources[cell.source].file == 0;
}

QString RunModel::path() const {
    return m_logs.empty() ? QString() : QString::fromStdString(utf8(m_logs.front().path));
}

const Comparison* RunModel::comparison() const {
    return m_comparison ? &*m_comparison : nullptr;
}

std::string RunModel::experiment() const {
    return m_comparison && !m_comparison->rows.empty() ? m_comparison->rows.front().experiment
                                                       : "inference";
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
