// SPDX-License-Identifier: Apache-2.0
#include "measure/session.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "machine/clock.h"
#include "machine/machine.h"
#include "machine/process_memory.h"
#include "measure/load_work.h"
#include "record/not_kept.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// Enough to know what a read costs; the whole self-test belongs to the header.
constexpr std::size_t kClockReads = 10000;
/// Between two lines that tell how far a long stage is.
constexpr std::chrono::milliseconds kBetweenShares{250};

/// Between two readings of machine and GPU.
constexpr double kBetweenReadings_ms = 1000;

/// The time that a thread which leaves a hanging run waits for a write that may hang as well.
constexpr std::chrono::seconds kForTheDisk{2};

/// The lock, or none where another thread keeps it that long. Tried again and again, because the
/// thread sanitizer does not know a mutex with a limit of time.
std::unique_lock<std::mutex> heldWithin(std::chrono::milliseconds limit, std::mutex& mutex) {
    std::unique_lock lock(mutex, std::try_to_lock);
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!lock && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        static_cast<void>(lock.try_lock());
    }
    return lock;
}

/// Leaves the worker's walk when a record cannot be kept; never leaves the session.
struct SinkError {
    Reason reason;
};

ResultRecord closed(const Cell& cell, Status status, Reason reason) {
    ResultRecord result;
    result.cell = cell.id;
    result.status = status;
    result.reason = std::move(reason);
    return result;
}

bool isSameCase(const Cell& a, const Cell& b) {
    return a.experiment == b.experiment && a.work == b.work;
}

}  // namespace

Session::Session(std::vector<Cell> cells, Maker& maker, RecordSink& sink, SessionOptions options)
    : m_cells(std::move(cells)), m_maker(maker), m_sink(sink), m_options(std::move(options)) {}

Session::~Session() {
    requestStop();
    wait();
}

void Session::start() {
    m_running = true;
    m_originNs = nowNs();
    m_worker = std::jthread([this](const std::stop_token& stop) { run(stop); });
    m_teller = std::jthread([this](const std::stop_token& stop) { tellShares(stop); });
}

void Session::requestStop() {
    m_worker.request_stop();
}

bool Session::isRunning() const {
    return m_running;
}

void Session::wait() {
    if (m_worker.joinable()) m_worker.join();
}

double Session::runningCallMs() const {
    return m_watch.sinceMs();
}

void Session::abandonRunningCell(Status status, const Reason& reason) {
    const std::string cell = m_watch.cell();
    // A network drive or a stick that is gone may hold the worker inside a write: then nothing can
    // be written, and the file is as after a power cut.
    const std::unique_lock lock = heldWithin(kForTheDisk, m_sinkMutex);
    if (!lock || std::exchange(m_ended, true)) return;
    // The process ends next and there is nobody left to tell: errors of the sink go with it.
    if (!cell.empty()) static_cast<void>(m_sink.write(closed({.id = cell}, status, reason)));
    static_cast<void>(
        m_sink.write(End{.status = std::string(word(status)), .reason = reason, .sha256 = {}}));
}

void Session::emit(const Record& record) {
    if (const auto* result = std::get_if<ResultRecord>(&record)) {
        const bool asAsked = m_options.sweep && m_options.sweep->leftOut(*result);
        m_allDone = m_allDone && (result->status == Status::Done || asAsked);
        const auto cell = std::ranges::find(m_cells, result->cell, &Cell::id);
        if (m_options.sweep && cell != m_cells.end()) m_options.sweep->add(*cell, *result);
    }
    if (const auto* notice = std::get_if<Notice>(&record); notice && tellsNotKept(notice->reason))
        m_allDone = false;
    const std::lock_guard lock(m_sinkMutex);
    if (m_ended) throw SinkError{};
    if (auto written = put(record); !written) throw SinkError{written.error()};
}

Result<void> Session::put(const Record& record) {
    if (m_sinkFailure) return tl::unexpected(*m_sinkFailure);
    if (const auto* stage = std::get_if<Stage>(&record)) m_stage = *stage;
    m_ended = std::holds_alternative<End>(record);
    auto written = m_sink.write(record);
    if (!written) m_sinkFailure = written.error();
    return written;
}

void Session::tellShares(const std::stop_token& stop) {
    std::unique_lock lock(m_sinkMutex);
    while (!stop.stop_requested()) {
        m_never.wait_for(lock, stop, kBetweenShares, [] { return false; });
        if (!stop.stop_requested()) tellShare();
    }
}

void Session::tellShare() {
    if (m_ended || m_sinkFailure) return;
    const auto done = m_watch.takeShare();
    if (!done) return;
    // Only the interleaved epochs come without a stage of their own.
    const bool own = m_stage.cell == done->cell;
    const auto written = put(Stage{.cell = done->cell,
                                   .stage = own ? m_stage.stage : std::string("measure"),
                                   .share = done->share});
    // The worker hears of it when it writes next; until then nothing more is worth measuring.
    if (!written) requestStop();
}

void Session::run(const std::stop_token& stop) {
    m_clockReadNs = inspectClock(nowNs, kClockReads).read_ns.value_or(0);
    try {
        walk(stop);
    } catch (const SinkError& error) {
        m_outcome = Outcome::SinkFailed;
        m_error = error.reason;
        m_allDone = false;
    } catch (...) {
        // A defect of Duelo itself: the run ends in words, what was measured stays.
        m_outcome = Outcome::SinkFailed;
        m_error = m_maker.describe(std::current_exception()).reason;
        m_allDone = false;
    }
    m_running = false;
}

void Session::finish(std::string status, std::optional<Reason> reason) {
    emit(End{.status = std::move(status), .reason = std::move(reason), .sha256 = {}});
}

void Session::walk(const std::stop_token& stop) {
    for (std::size_t begin = 0; begin < m_cells.size();) {
        std::size_t end = begin;
        std::vector<Cell> open;
        for (; end < m_cells.size() && isSameCase(m_cells[end], m_cells[begin]); ++end)
            if (!m_options.finished.contains(m_cells[end].id)) open.push_back(m_cells[end]);
        begin = end;
        if (open.empty()) continue;

        if (!stop.stop_requested()) runCase(std::move(open), stop);
        if (m_outcome == Outcome::NeedsRestart) {
            finish("failed", m_error);
            return;
        }
        if (stop.stop_requested()) {
            m_outcome = Outcome::Cancelled;
            m_allDone = false;
            finish("cancelled", Reason{"cancelled_by_user"});
            return;
        }
    }
    finish("completed", std::nullopt);
}

void Session::observeMachine() {
    // A plan of many short cases asks at each of them.
    const double now_ms = msSince(m_originNs);
    if (!m_options.observe || now_ms - m_observedMs < kBetweenReadings_ms) return;
    m_observedMs = now_ms;
    MonitorRecord reading = m_options.observe();
    reading.t_ms = now_ms;
    for (Reason& warning : machineWarnings(reading.state))
        if (m_warned.insert(warning.code).second) emit(Notice{.cell = {}, .reason = warning});
    emit(reading);
}

bool Session::openLane(Lane& lane, const MeasureLoop::Context& context) {
    const auto close = [&](Status status, const Reason& reason) {
        emit(closed(lane.cell, status, reason));
        return false;
    };
    emit(CellRecord{.cell = lane.cell.id,
                    .experiment = lane.cell.experiment,
                    .work = lane.cell.work,
                    .variant = lane.cell.variant});
    if (const auto& sweep = m_options.sweep)
        if (const auto over = sweep->whyOver(lane.cell)) return close(Status::Skipped, *over);
    emit(Stage{.cell = lane.cell.id, .stage = "prepare"});
    const SleepStamp stamp = readSleepStamp();
    const std::int64_t startNs = nowNs();

    std::optional<Reason> refused;
    const bool prepared = MeasureLoop::guarded(lane, context, [&] {
        const auto forecast = m_maker.forecast(lane.cell);
        if (!forecast) {
            refused = forecast.error();
            return;
        }
        lane.forecast_bytes = forecast->bytes;
        refused = forecast->lack();
        if (refused) return;
        auto work = m_maker.create(lane.cell);
        if (!work) {
            refused = work.error();
            return;
        }
        lane.work = std::move(*work);
        lane.work->setControl(controlOf(context.stop));
        try {
            if (auto known = loadWork(*lane.work); known)
                lane.prepared = std::move(*known);
            else
                lane.failure = Failure{known.error()};
        } catch (const WorkRefused& why) {
            refused = why.reason;
        }
    });
    if (lane.stopped) return close(Status::Cancelled, {"cancelled_by_user"});
    if (refused) return close(Status::Skipped, *refused);
    if (!prepared || lane.failure) return close(Status::Failed, lane.failure->reason);
    std::vector<Reason> notes = lane.prepared.notes;
    for (const Identity& identity : lane.prepared.identities)
        notes.insert(notes.end(), identity.notes.begin(), identity.notes.end());
    for (const Reason& note : notes) emit(Notice{.cell = lane.cell.id, .reason = note});
    MeasureLoop::tellNews(lane, context);
    // A resumed course may have nothing left to do but its end.
    if (const Course* course = lane.work->course(); course && course->isOver()) return true;

    emit(Stage{.cell = lane.cell.id, .stage = "cold"});
    double first_ms = 0;
    const auto callFirst = [&] {
        lane.work->beginBlock();
        first_ms = lane.work->step(1).wall_ms;
        lane.lookAtDevice();
    };
    if (!MeasureLoop::guarded(lane, context, callFirst))
        // One that was stopped stays: it may have something to keep.
        return lane.stopped || close(Status::Failed, lane.failure->reason);
    MeasureLoop::tellNews(lane, context);
    const Standstill still = context.heartbeat.standstillSince(startNs);
    if (sleptBetween(stamp, readSleepStamp()) || still == Standstill::Stopped) {
        // Neither is repeated, so there is no other time to tell. A course goes on with that call.
        emit(Notice{.cell = lane.cell.id, .reason = {"cold_slept"}});
        if (lane.work->course()) lane.flags.insert(std::string(flags::slept));
        m_options.first_of_process = false;
        return true;
    }
    if (still == Standstill::Starved)
        emit(Notice{.cell = lane.cell.id, .reason = {"cold_starved"}});
    emit(Cold{.cell = lane.cell.id,
              .load_ms = lane.prepared.load_ms,
              .first_ms = first_ms,
              .process_first =
                  lane.prepared.own_process || std::exchange(m_options.first_of_process, false)});
    return true;
}

CallControl Session::controlOf(const std::stop_token& stop) {
    return {.stop = stop,
            .beat = [this] { m_watch.beat(); },
            .progress = [this](double share) { m_watch.progress(share); }};
}

void Session::runCase(std::vector<Cell> cells, const std::stop_token& stop) {
    const Heartbeat heartbeat(m_options.heart_waited, m_options.still_ns);
    MeasureLoop::Context context{
        .protocol = m_options.protocol,
        .base = m_options.base,
        .seed = m_options.seed,
        .originNs = m_originNs,
        .clockReadNs = m_clockReadNs,
        .stop = stop,
        .watch = m_watch,
        .emit = [this](const Record& record) { emit(record); },
        .describe = [this](const std::exception_ptr& error) { return m_maker.describe(error); },
        .loss = m_options.loss,
        .observe = [this] { observeMachine(); },
        .heartbeat = heartbeat,
        .tails_left_ms = m_tailsLeftMs,
        .energy = m_options.energy,
    };
    observeMachine();

    std::vector<Lane> lanes;
    lanes.reserve(cells.size());
    const auto broken = [&](const Lane& lane) {
        if (!lane.failure || !lane.failure->sticky) return false;
        m_outcome = Outcome::NeedsRestart;
        m_error = lane.failure->reason;
        return true;
    };
    for (Cell& cell : cells) {
        if (stop.stop_requested()) break;
        Lane lane(std::move(cell));
        lane.cores = m_options.cores;
        const bool open = openLane(lane, context);
        if (broken(lane)) break;
        if (open) lanes.push_back(std::move(lane));
    }
    if (m_outcome == Outcome::NeedsRestart) {
        // The device is lost for every lane of this case; those have no result and are resumed.
        return;
    }
    MeasureLoop(context, lanes).run();
    for (const Lane& lane : lanes) broken(lane);
    for (const Lane& lane : lanes)
        if (lane.work) lane.work->leave();
    lanes.clear();
    m_maker.release();
    giveBackFreedMemory();
}

}  // namespace duelo
