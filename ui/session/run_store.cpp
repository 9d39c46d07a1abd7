// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_store.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <iterator>
#include <utility>

#include "experiments/specs.h"
#include "record/doubt.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Between two signals of a live run: nobody sees more, and painting disturbs what is measured.
constexpr qint64 kSignalPause_ms = 250;
/// Between two comparisons, at least and as a multiple of what one takes with all that listens.
constexpr qint64 kUpdatePause_ms = 200, kUpdatePauseFactor = 10;
/// Letting go of more takes longer than starting a thread for it.
constexpr std::size_t kManyRows = 200;

}  // namespace

/// What a thread has made of a job.
struct RunStore::Read {
    std::optional<RecordLog> log{};
    std::optional<Reason> problem{};
    /// With the log in its place, and their comparison; null where only the window's thread can
    /// make it, because a live run goes on.
    std::shared_ptr<RunFiles> files{};
    std::optional<Comparison> comparison{};
};

RunStore::RunStore(QObject* parent) : QObject(parent) {
    m_tellTimer.setSingleShot(true);
    connect(&m_tellTimer, &QTimer::timeout, this, &RunStore::tell);
}

void RunStore::open(const QString& path) {
    drop({Job::Kind::Open, Job::Kind::Resume, Job::Kind::Beside});
    enqueue({Job::Kind::Open, path});
}

void RunStore::addBeside(const QString& path, duelo::Role role) {
    enqueue({Job::Kind::Beside, path, role});
}

void RunStore::beginResume(const QString& path) {
    drop({Job::Kind::Open, Job::Kind::Resume});
    enqueue({Job::Kind::Resume, path});
}

void RunStore::endRun() {
    if (!m_live || m_ending) return;
    m_ending = true;
    m_tellTimer.stop();
    // Before whatever is read, and maybe hangs.
    if (m_job) {
        m_background.forget();
        m_jobs.push_front(*std::exchange(m_job, {}));
    }
    m_jobs.push_front({Job::Kind::End, path()});
    startNext();
}

void RunStore::enqueue(Job job) {
    m_jobs.push_back(std::move(job));
    startNext();
}

void RunStore::drop(std::initializer_list<Job::Kind> kinds) {
    const auto isOne = [&](const Job& job) {
        return std::find(kinds.begin(), kinds.end(), job.kind) != kinds.end();
    };
    std::erase_if(m_jobs, isOne);
    if (!m_job || !isOne(*m_job)) return;
    m_background.forget();
    m_job.reset();
}

void RunStore::startNext() {
    if (m_job || m_jobs.empty()) return;
    // All that came belongs to what an end goes by; takeCompared() goes on.
    if (m_comparer.isAtWork() && m_jobs.front().kind == Job::Kind::End) return;
    m_job = std::move(m_jobs.front());
    m_jobs.pop_front();
    m_jobVersion = m_version;
    const bool grows = m_live && !m_ending;
    m_background.start(
        [this, job = *m_job, base = grows ? nullptr : m_files](const Background::Task& task) {
            auto made = std::make_shared<Read>(
                read(job, base.get(), [&](std::uint64_t done_bytes, std::uint64_t total_bytes) {
                    task.tell([this, path = job.path, done_bytes, total_bytes] {
                        Q_EMIT reading(path, static_cast<qint64>(done_bytes),
                                       static_cast<qint64>(total_bytes));
                    });
                    return task.isWanted();
                }));
            task.tell([this, made] { take(std::move(*made)); });
        });
}

/// On another thread. `base`: what the file comes to; null: that cannot be known yet.
RunStore::Read RunStore::read(const Job& job, const RunFiles* base, const ReadWatch& watch) {
    Read made;
    try {
        if (auto log = readResults(pathOf(job.path), watch))
            made.log = *std::move(log);
        else
            made.problem = std::move(log.error());
        const bool ends = job.kind == Job::Kind::End;
        if (!made.log && !ends) return made;
        const bool alone = job.kind == Job::Kind::Open;
        if (!base && !alone) return made;
        RunFiles files;
        if (!alone) files = *base;
        const bool same = !files.logs.empty() && files.logs.front().path == pathOf(job.path);
        if (job.kind == Job::Kind::Resume && !same) files = {};
        if (job.kind == Job::Kind::Beside)
            files.setBeside(*std::move(made.log), job.role);
        else if (made.log)
            files.setOpen(*std::move(made.log));
        if (auto comparison = compared(files))
            made.comparison = *std::move(comparison);
        else if (!ends)
            made.problem = std::move(comparison.error());
        made.files = std::make_shared<RunFiles>(std::move(files));
    } catch (const std::exception& error) {
        made.problem = Reason{"window_error", {{"what", error.what()}}, {}};
    }
    return made;
}

void RunStore::take(Read read) {
    const Job job = *std::exchange(m_job, {});
    if (m_jobVersion != m_version && job.kind != Job::Kind::Open) {
        m_jobs.push_front(job);  // its place is another one by now
        return startNext();
    }
    if (read.problem && job.kind != Job::Kind::End)
        Q_EMIT openFailed(job.path, *read.problem);
    else if (read.files || job.kind == Job::Kind::End)
        settle(job, std::move(read));
    else
        putBeside(job, *std::move(read.log));
    startNext();
}

void RunStore::settle(const Job& job, Read read) {
    using Kind = Job::Kind;
    auto old = std::make_shared<std::pair<std::shared_ptr<RunFiles>, std::optional<Comparison>>>();
    if (read.files) {
        *old = {std::exchange(m_files, std::move(read.files)), std::move(m_comparison)};
        ++m_version;
    } else {
        read.comparison = std::move(m_comparison);
    }
    if (job.kind != Kind::Beside) stopLive();
    m_live |= job.kind == Kind::Resume;
    m_stale = false;
    show(std::move(read.comparison), m_cells.results());
    Background::discard(std::move(old));
    if (job.kind == Kind::Open) Q_EMIT opened(job.path);
    if (job.kind == Kind::Resume) Q_EMIT resumed(job.path);
    if (job.kind == Kind::End) Q_EMIT ended();
}

/// While a run grows, only here is known what the file comes to.
void RunStore::putBeside(const Job& job, RecordLog log) {
    takeWaiting();
    ++m_version;  // what is being compared lacks it
    own().setBeside(std::move(log), job.role);
    auto made = compared(*m_files);
    if (made) {
        m_stale = false;
        return show(*std::move(made), m_cells.results());
    }
    own().removeBeside(pathOf(job.path));
    m_stale = true;
    Q_EMIT openFailed(job.path, made.error());
}

/// To be changed here. A thread that reads it keeps what it reads.
RunFiles& RunStore::own() const {
    if (m_files.use_count() > 1) m_files = std::make_shared<RunFiles>(*m_files);
    std::atomic_thread_fence(std::memory_order_acquire);  // what that thread read lies before
    return *m_files;
}

void RunStore::takeWaiting() const {
    if (m_waiting.empty()) return;
    std::vector<Record>& records = own().logs.front().records;
    std::ranges::move(m_waiting, std::back_inserter(records));
    m_waiting.clear();
}

const std::vector<RecordLog>& RunStore::logs() const {
    takeWaiting();
    return m_files->logs;
}

void RunStore::removeBeside(std::size_t index) {
    if (index == 0 || index >= logs().size()) return;
    ++m_version;
    const std::filesystem::path path = logs()[index].path;
    own().removeBeside(path);
    update();
}

void RunStore::clear() {
    drop({Job::Kind::Open, Job::Kind::Resume, Job::Kind::Beside, Job::Kind::End});
    ++m_version;
    m_files = std::make_shared<RunFiles>();
    stopLive();
    update();
}

void RunStore::beginRun(const QString& path) {
    drop({Job::Kind::Open, Job::Kind::Resume});
    ++m_version;
    RecordLog log;
    log.path = pathOf(path);
    own().setOpen(std::move(log));
    stopLive();
    m_live = true;
    update();
    startNext();
}

void RunStore::stopLive() {
    m_live = m_ending = false;
    m_cells.clear();
    m_waiting.clear();
    m_made.reset();
    m_tellTimer.stop();
}

void RunStore::add(std::span<const Record> records) {
    if (!m_live || m_ending) return;
    m_cells.take(records);
    std::vector<Record>& kept = m_comparer.isAtWork() ? m_waiting : own().logs.front().records;
    for (const Record& record : records) {
        if (std::holds_alternative<Stage>(record)) continue;
        kept.push_back(record);
        m_stale |= !std::holds_alternative<Samples>(record);
    }
    tell();
}

/// Sends one of the signals, or waits until that is due.
void RunStore::tell() {
    const auto rest_ms = [](const QElapsedTimer& since, qint64 pause_ms) {
        return since.isValid() ? std::max<qint64>(0, pause_ms - since.elapsed()) : 0;
    };
    const auto wakeIn = [this](qint64 ms) {
        if (!m_tellTimer.isActive() || m_tellTimer.remainingTime() > ms)
            m_tellTimer.start(static_cast<int>(ms));
    };
    if (const qint64 wait = rest_ms(m_sinceSignal, kSignalPause_ms); wait > 0) return wakeIn(wait);
    if (m_made) return showCompared();
    const qint64 wait = rest_ms(m_sinceUpdate, m_updatePause_ms);
    const bool comparing = m_comparer.isAtWork();
    if (m_stale && !comparing && wait == 0) {
        m_stale = false;
        return m_comparer.start(m_files, m_version, m_cells.results());
    }
    // What is being compared is told as soon as it is there, if that is soon.
    const qint64 soon = comparing ? rest_ms(m_comparer.sinceStart(), kSignalPause_ms) : 0;
    if (soon > 0) return wakeIn(soon);
    m_sinceSignal.start();
    Q_EMIT liveChanged();
    if (m_stale && !comparing) wakeIn(std::max(wait, kSignalPause_ms));
}

/// At once, where the user has changed what is shown.
void RunStore::update() {
    takeWaiting();
    QElapsedTimer cost;
    cost.start();
    auto made = compared(*m_files);
    m_stale = false;
    show(made ? *std::move(made) : std::nullopt, m_cells.results());
    m_updatePause_ms = std::max(kUpdatePause_ms, kUpdatePauseFactor * cost.elapsed());
    m_sinceUpdate.start();
}

void RunStore::takeCompared(Comparer::Made made) {
    takeWaiting();
    if (m_ending) return startNext();
    if (!m_live) return;
    // Where it failed, what is shown stays, and the end of the run says why.
    if (made.version == m_version && !made.failed) m_made = std::move(made);
    tell();
}

void RunStore::showCompared() {
    Comparer::Made made = *std::exchange(m_made, {});
    QElapsedTimer cost;
    cost.start();
    show(std::move(made.comparison), made.results);
    m_updatePause_ms =
        std::max(kUpdatePause_ms, kUpdatePauseFactor * (made.cost_ms + cost.elapsed()));
    m_sinceUpdate.start();
    if (m_stale) m_tellTimer.start(static_cast<int>(m_updatePause_ms));
}

/// `results`: how many of the live cells have one in it.
void RunStore::show(std::optional<Comparison> comparison, std::size_t results) {
    m_made.reset();
    auto old = std::make_shared<std::optional<Comparison>>(
        std::exchange(m_comparison, std::move(comparison)));
    m_cells.settle(results);
    m_sinceSignal.start();
    Q_EMIT changed();
    if (*old && (*old)->rows.size() > kManyRows) Background::discard(std::move(old));
}

const LiveCell* RunStore::liveOf(const ReportCell& cell) const {
    return isAwaited(cell) ? m_cells.find(cell.id) : nullptr;
}

bool RunStore::isAwaited(const ReportCell& cell) const {
    return m_live && !cell.status && !cell.id.empty() &&
           m_comparison->sources[cell.source].file == 0;
}

QString RunStore::path() const {
    const std::vector<RecordLog>& logs = m_files->logs;
    return logs.empty() ? QString() : QString::fromStdString(utf8(logs.front().path));
}

const Comparison* RunStore::comparison() const {
    return m_comparison ? &*m_comparison : nullptr;
}

std::string RunStore::experiment() const {
    return m_comparison && !m_comparison->rows.empty() ? m_comparison->rows.front().experiment
                                                       : specs().front().id;
}

std::optional<Plan> RunStore::plan() const {
    if (isEmpty()) return std::nullopt;
    for (const Record& record : logs().front().records)
        if (const auto* header = std::get_if<Header>(&record)) {
            auto plan = planFromJson(header->plan);
            return plan ? std::optional(std::move(*plan)) : std::nullopt;
        }
    return std::nullopt;
}

int RunStore::openCells() const {
    if (isEmpty()) return 0;
    int cells = 0;
    for (const Record& record : logs().front().records)
        if (const auto* header = std::get_if<Header>(&record)) cells = header->cells;
    return std::max(0, cells - static_cast<int>(logs().front().finishedCells().size()));
}

int RunStore::doubtfulRows() const {
    return isEmpty() ? 0 : static_cast<int>(duelo::doubtfulRows(logs().front()).size());
}

}  // namespace duelo::ui
