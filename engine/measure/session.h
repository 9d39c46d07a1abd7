// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "machine/clock.h"
#include "measure/maker.h"
#include "measure/measure_loop.h"
#include "measure/stop_rule.h"
#include "measure/sweep_rule.h"
#include "plan/protocol.h"
#include "record/record.h"

namespace duelo {

/// The end of a run; the program turns it into its exit code.
enum class Outcome {
    Completed,     ///< every cell has a result, some perhaps failed or skipped
    Cancelled,     ///< the user stopped it; what was measured is kept
    NeedsRestart,  ///< a sticky device error: only a new process can go on (R-04)
    SinkFailed,    ///< the record could not be kept (disk full); the reason is in error()
};

struct SessionOptions {
    Protocol protocol;
    Params base{};  ///< of the plan: ratios are against the variant that it means
    std::uint64_t seed = 1234;
    LossOf loss = nullptr;           ///< Spec::loss of the experiment
    std::set<std::string> finished;  ///< ids of cells that a resumed file already has
    int cores = 0;                   ///< of this machine; 0: unknown
    /// Nothing was computed in this process yet, so the first cell also pays its start-up.
    bool first_of_process = true;
    /// Returns the time that the calling thread has waited for a processor (Heartbeat).
    Heartbeat::Waited heart_waited = waitedNs;
    std::int64_t still_ns = Heartbeat::usual_still_ns;  ///< a longer gap is a standstill
    EnergyReader energy{};                              ///< empty: nobody counts
    /// Reads how machine and GPU stand; asked between rounds, never inside a block. Empty: nobody
    /// does.
    std::function<MonitorRecord()> observe;
    /// Asked before a cell is opened; knows what the file had of this plan already.
    std::optional<SweepRule> sweep{};
};

/// Walks the cases of a run on one worker thread, because LibTorch's guards and thread counts
/// belong to a thread, and writes every result before it takes the next case.
///
/// `maker` and `sink` must outlive the session. The maker is used from the worker only. So is the
/// sink between two calls; how far a call is gets written by another thread, because the worker is
/// being timed, and abandonRunningCell() writes from the caller's. Never two at once.
class Session {
public:
    Session(std::vector<Cell> cells, Maker& maker, RecordSink& sink, SessionOptions options);
    /// Stops and joins.
    ~Session();

    void start();
    void requestStop();
    [[nodiscard]] bool isRunning() const;
    /// Joins the worker.
    void wait();

    /// Valid when not running.
    [[nodiscard]] Outcome outcome() const { return m_outcome; }
    [[nodiscard]] const Reason& error() const { return m_error; }
    [[nodiscard]] bool allDone() const { return m_allDone; }

    /// Returns the time since the running call began or last said that it goes on; 0 between calls
    ///
    [[nodiscard]] double runningCallMs() const;
    /// Writes the result, Failed or Cancelled, of a cell whose call is not waited for, and the end;
    /// neither where a write hangs too. The worker is lost, and should it come back it writes
    /// nothing more: the process must end afterwards, without destroying this object.
    void abandonRunningCell(Status status, const Reason& reason);

private:
    void run(const std::stop_token& stop);
    void walk(const std::stop_token& stop);
    void runCase(std::vector<Cell> cells, const std::stop_token& stop);
    bool openLane(Lane& lane, const MeasureLoop::Context& context);
    [[nodiscard]] CallControl controlOf(const std::stop_token& stop);
    /// Throws SinkError where the record cannot be kept, or one before it could not: not even a
    /// share. Never inside a call, whose exceptions are failures of its cell.
    void emit(const Record& record);
    /// Writes a record, with m_sinkMutex held.
    [[nodiscard]] Result<void> put(const Record& record);
    /// Writes now and then, on a thread of its own, how far the running call is.
    void tellShares(const std::stop_token& stop);
    void tellShare();
    void finish(std::string status, std::optional<Reason> reason);
    void observeMachine();

    std::vector<Cell> m_cells;
    Maker& m_maker;
    RecordSink& m_sink;
    SessionOptions m_options;

    Outcome m_outcome = Outcome::Completed;
    Reason m_error;
    bool m_allDone = true;
    std::set<std::string> m_warned;
    std::int64_t m_originNs = 0;
    double m_clockReadNs = 0;
    double m_tailsLeftMs = kTailsMs;
    double m_observedMs =
        -std::numeric_limits<double>::infinity();  ///< the time of the last reading

    /// The worker, the teller and abandonRunningCell() may meet here.
    std::mutex m_sinkMutex;
    Stage m_stage;                        ///< the latest told
    bool m_ended = false;                 ///< nothing is written behind an end
    std::optional<Reason> m_sinkFailure;  ///< nor behind what could not be kept
    CallWatch m_watch;
    std::atomic<bool> m_running{false};
    std::condition_variable_any m_never;
    std::jthread m_worker;  ///< these are last: joined before anything that they use goes
    std::jthread m_teller;
};

}  // namespace duelo
