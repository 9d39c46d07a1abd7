// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_store.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

#include "experiments/specs.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// The pause between two signals of a live run: nobody sees more, and painting disturbs what is
/// measured.
constexpr qint64 kSignalPause_ms = 250;
/// The least pause between two comparisons, and the pause as a multiple of what one takes with all
/// that listens.
constexpr qint64 kUpdatePause_ms = 200, kUpdatePauseFactor = 10;
/// Letting go of more takes longer than starting a thread for it.
constexpr std::size_t kManyRows = 200;

std::shared_ptr<const Comparison> shared(std::optional<Comparison> comparison) {
    return comparison ? std::make_shared<const Comparison>(*std::move(comparison)) : nullptr;
}

}  // namespace

RunStore::RunStore(std::function<QString()> resultsFolder, QObject* parent)
    : QObject(parent), m_resultsFolder(std::move(resultsFolder)) {
    m_tellTimer.setSingleShot(true);
    connect(&m_tellTimer, &QTimer::timeout, this, &RunStore::tell);
}

std::filesystem::path RunStore::resultsFolder() const {
    return m_resultsFolder ? pathOf(m_resultsFolder()) : std::filesystem::path();
}

void RunStore::open(const QString& path) {
    drop({Kind::Open, Kind::Resume, Kind::Beside, Kind::Without});
    enqueue({Kind::Open, path});
}

void RunStore::addBeside(const QString& path, duelo::Role role) {
    enqueue({Kind::Beside, path, role});
}

void RunStore::removeBeside(std::size_t index) {
    if (index == 0 || index >= logs().size()) return;
    enqueue({Kind::Without, QString::fromStdString(utf8(logs()[index].path))});
}

void RunStore::bringBack() {
    const auto files = m_putAway.offered();
    m_putAway.clear();
    for (const FileBeside& file : files) addBeside(file.path, file.role);
}

void RunStore::beginResume(const QString& path) {
    drop({Kind::Open, Kind::Resume});
    enqueue({Kind::Resume, path});
}

void RunStore::endRun() {
    if (!m_live || m_ending) return;
    m_ending = true;
    m_tellTimer.stop();
    // Before whatever is read, and maybe hangs. What lies beside uncompared is read again.
    m_background.forget();
    if (const auto beside = std::exchange(m_besideWaits, {})) takeAway(*beside);
    m_jobs.addFirst({Kind::End, path()});
    startNext();
}

void RunStore::enqueue(FileJob job) {
    m_jobs.add(std::move(job));
    startNext();
}

void RunStore::drop(std::initializer_list<Kind> kinds) {
    if (!m_jobs.drop(kinds)) return;
    m_background.forget();
    m_besideWaits.reset();
}

void RunStore::startNext() {
    const FileJob* next = m_jobs.next();
    if (!next) return;
    // All that came belongs to what an end goes by; takeCompared() goes on.
    if (m_comparer.isAtWork() && next->kind == Kind::End) return;
    const bool grows = m_live && !m_ending;
    FileJob job = m_jobs.begin(!grows);
    job.results_folder = resultsFolder();
    if (grows && job.kind == Kind::Without) {
        takeAway(pathOf(job.path));
        m_jobs.finish();
        return startNext();
    }
    m_jobVersion = m_version;
    m_background.start([this, job, base = grows ? nullptr : m_files](const Background::Task& task) {
        auto made = std::make_shared<FilesMade>(filesMade(
            job, base.get(),
            [&](const QString& path, std::uint64_t done_bytes, std::uint64_t total_bytes) {
                task.tell([this, path, done_bytes, total_bytes] {
                    Q_EMIT reading(path, static_cast<qint64>(done_bytes),
                                   static_cast<qint64>(total_bytes));
                });
                return task.isWanted();
            }));
        task.tell([this, made] { take(std::move(*made)); });
    });
}

void RunStore::take(FilesMade made) {
    const Kind kind = m_jobs.atWork()->kind;
    const auto notKeptHere = std::exchange(made.not_kept, {});
    if (!made.files && made.log) {
        for (const Reason& reason : notKeptHere) Q_EMIT notKept(reason);
        return putBeside(*std::move(made.log));
    }
    const FileJob job = m_jobs.finish();
    if (m_jobVersion != m_version && kind != Kind::Open)
        m_jobs.addFirst(job);  // its place is another one by now
    else if (made.problem && kind != Kind::End)
        Q_EMIT openFailed(job.path, *made.problem);
    else {
        const auto refused = std::exchange(made.refused, {});
        settle(job, std::move(made));
        for (const auto& [path, reason] : refused) Q_EMIT openFailed(path, reason);
        for (const Reason& reason : notKeptHere) Q_EMIT notKept(reason);
    }
    startNext();
}

void RunStore::settle(const FileJob& job, FilesMade made) {
    auto old =
        std::make_shared<std::pair<std::shared_ptr<RunFiles>, std::shared_ptr<const Comparison>>>();
    auto comparison = m_comparison;
    if (made.files) {
        if (job.kind == Kind::Open) m_putAway.opened(*m_files, *made.files);
        *old = {std::exchange(m_files, std::move(made.files)), std::move(m_comparison)};
        comparison = shared(std::move(made.comparison));
        ++m_version;
    }
    if (job.kind != Kind::Beside && job.kind != Kind::Without) stopLive();
    m_live |= job.kind == Kind::Resume;
    m_stale = false;
    m_putAway.forgetOpen(*m_files);
    if (job.kind != Kind::Open && m_putAway.note(*m_files)) Q_EMIT besideNoted();
    show(std::move(comparison), m_cells.results());
    Background::discard(std::move(old));
    if (job.kind == Kind::Open) Q_EMIT opened(job.path);
    if (job.kind == Kind::Resume) Q_EMIT resumed(job.path);
    if (job.kind == Kind::End) Q_EMIT ended();
}

/// While a run grows, only here is known what the file comes to. It is compared as the run is, and
/// the job ends when that is shown.
void RunStore::putBeside(RecordLog log) {
    takeWaiting();
    m_besideWaits = log.path;
    own().setBeside(std::move(log), m_jobs.atWork()->role);
    compareAnew();
}

/// Removes a file from beside a run that grows.
void RunStore::takeAway(const std::filesystem::path& path) {
    takeWaiting();
    own().removeBeside(path);
    compareAnew();
}

/// Compares as soon as the pause between two signals allows: the user waits for it.
void RunStore::compareAnew() {
    ++m_version;  // what is being compared is not what there is now
    m_made.reset();
    m_stale = true;
    m_updatePause_ms = 0;
    if (!m_ending) tell();
}

void RunStore::refuseBeside(const Reason& reason) {
    takeAway(*std::exchange(m_besideWaits, {}));
    const FileJob job = m_jobs.finish();
    Q_EMIT openFailed(job.path, reason);
    startNext();
}

/// Returns the files to change them. A thread that reads them keeps what it reads.
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

void RunStore::clear() {
    drop({Kind::Open, Kind::Resume, Kind::Beside, Kind::Without, Kind::End});
    Background::discard(std::exchange(m_files, std::make_shared<RunFiles>()));
    m_putAway.clear();
    showNothing(false);
}

void RunStore::beginRun(const QString& path) {
    drop({Kind::Open, Kind::Resume});
    RecordLog log;
    log.path = pathOf(path);
    auto old = std::make_shared<RecordLog>();
    if (RunFiles& files = own(); !files.logs.empty()) *old = std::move(files.logs.front());
    own().setOpen(std::move(log));
    own().results_folder = resultsFolder();
    Background::discard(std::move(old));
    showNothing(true);
    startNext();
}

/// There is no record yet, or no file at all.
void RunStore::showNothing(bool live) {
    ++m_version;
    stopLive();
    m_live = live;
    m_stale = false;
    show(nullptr, m_cells.results());
    m_updatePause_ms = kUpdatePause_ms;
    m_sinceUpdate.start();
}

void RunStore::stopLive() {
    m_live = m_ending = false;
    m_cells.clear();
    m_waiting.clear();
    m_made.reset();
    m_tellTimer.stop();
    if (std::exchange(m_besideWaits, {})) m_jobs.finish();
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

void RunStore::takeCompared(Comparer::Made made) {
    takeWaiting();
    if (m_ending) return startNext();
    if (!m_live) return;
    // Where it failed, what is shown stays, and the end of the run says why.
    const bool current = made.version == m_version;
    if (current && made.problem && m_besideWaits) return refuseBeside(*made.problem);
    if (current && !made.problem) m_made = std::move(made);
    tell();
}

void RunStore::showCompared() {
    Comparer::Made made = *std::exchange(m_made, {});
    QElapsedTimer cost;
    cost.start();
    show(shared(std::move(made.comparison)), made.results);
    m_updatePause_ms =
        std::max(kUpdatePause_ms, kUpdatePauseFactor * (made.cost_ms + cost.elapsed()));
    m_sinceUpdate.start();
    if (std::exchange(m_besideWaits, {})) m_jobs.finish();
    startNext();
    if (m_stale) m_tellTimer.start(static_cast<int>(m_updatePause_ms));
}

/// `results`: how many of the live cells have one in it.
void RunStore::show(std::shared_ptr<const Comparison> comparison, std::size_t results) {
    m_made.reset();
    auto old = std::make_shared<std::shared_ptr<const Comparison>>(
        std::exchange(m_comparison, std::move(comparison)));
    m_cells.settle(results);
    m_sinceSignal.start();
    Q_EMIT changed();
    if (*old && (*old)->rows.size() > kManyRows) Background::discard(std::move(old));
}

Preliminary RunStore::preliminary() const {
    if (!m_live) return {};
    return [this](const ReportCell& cell) -> std::optional<MedianEstimate> {
        const LiveCell* live = liveOf(cell);
        return live ? live->estimate : std::nullopt;
    };
}

const LiveCell* RunStore::liveOf(const ReportCell& cell) const {
    return isAwaited(cell) ? m_cells.find(cell.id) : nullptr;
}

const Samples* RunStore::samplesSoFarOf(const ReportCell& cell) const {
    const LiveCell* live = liveOf(cell);
    return live && !live->samples.wall_ms.empty() ? &live->samples : nullptr;
}

const LiveCell* RunStore::repeatOf(const ReportCell& cell) const {
    return m_live && cell.status && isOfOpenRun(cell) ? m_cells.find(cell.id) : nullptr;
}

bool RunStore::isAwaited(const ReportCell& cell) const {
    return m_live && !cell.status && isOfOpenRun(cell);
}

bool RunStore::isOfOpenRun(const ReportCell& cell) const {
    return !cell.id.empty() && m_comparison->sources[cell.source].file == 0;
}

QString RunStore::path() const {
    const std::vector<RecordLog>& logs = m_files->logs;
    return logs.empty() ? QString() : QString::fromStdString(utf8(logs.front().path));
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

}  // namespace duelo::ui
