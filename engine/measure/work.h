// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "record/record.h"

namespace duelo {

/// One timed block of calls. `wall_ms` runs from a synchronised start to a synchronised end on the
/// steady clock; the rest is absent where it does not apply. `device_ms` is the span between the
/// device's first and last event: it was busy that long only where one launch submits everything,
/// as a graph's does, because the gaps between launches are in it.
struct Timing {
    double wall_ms = 0;
    std::optional<double> device_ms{}, submit_ms{};
    Parts parts{};
    int process = 0;  ///< which of several processes did it
    /// The time that its thread waited for a processor meanwhile, where another process did the
    /// calls.
    std::optional<double> waited_ms{};
    /// The time of the calls in all, where `wall_ms` is only what they tell of themselves.
    std::optional<double> spent_ms{};
    /// When the calls began, where another process did them, by nowNs(), which counts alike in all
    /// processes of a PC.
    std::optional<std::int64_t> began_ns{};
    /// The time of one call, on the mean of the instances and in the slowest, where instances did
    /// the calls side by side. `wall_ms` is the time that all calls took together.
    std::optional<double> latency_ms{}, slowest_ms{};
};

/// A kind of thing that a call does, counted so that rates can be told: `rate` is the metric that
/// says how many were done in a second, in `rate_unit`, and `each_ns` the metric that says how many
/// nanoseconds one of them took; empty: none. Both have the interval of the time. Beside quantities
/// no other metric is a rate or in ns: a file is checked by that (record/result_check.h).
struct Quantity {
    std::string id;
    std::int64_t per_call = 0;
    std::string rate{}, rate_unit{};
    std::string each_ns{};
};

/// The findings of prepare(), told in the records.
struct Prepared {
    Parts parts{};  ///< of what is done once, before the calls
    std::vector<Identity> identities{};
    std::vector<Quantity> quantities{};
    std::vector<Reason> notes{};  ///< what else the reader of the figures should know
    /// Above 1 where calls in a row help each other: a sample has as many at least, and tells what
    /// each adds to such a row, not how long one alone would take.
    int least_calls = 1;
    /// Above 0: so many calls go on side by side, each in a process of its own, and take as long as
    /// one. A sample has so many, or a multiple, and lasts so long that it does not matter which
    /// process was told first.
    int at_once = 0;
    /// The time of loading. prepare() gives only that of what was done once for all works that need
    /// it and counts for each, such as reading the weights; loadWork() adds the time of prepare()
    /// itself.
    double load_ms = 0;
    double fetch_ms = 0;       ///< loadWork(): what else fetch() took, which is nobody's loading
    bool own_process = false;  ///< whose start the first call pays too
};

/// The result of the last call.
struct Output {
    std::optional<Fingerprint> fingerprint{};
    Json output = Json::object();  ///< ResultRecord::output
    std::vector<Metric> metrics{};
    std::vector<Reason> notes{};  ///< what the calls have found out, as Prepared::notes
};

/// The state of a device's memory and clocks between two blocks.
struct DeviceState {
    std::int64_t allocations = 0;  ///< device allocations and retries since beginBlock()
    /// The most that this work has held at once in its own blocks; absent where nobody can tell.
    std::optional<std::int64_t> peak_bytes{};
    /// Logical processors that everybody else kept busy in this work's own blocks, on average; only
    /// where the processor is what is measured, and somebody counts.
    std::optional<double> others_cpus{};
    std::optional<double> own_cpus{};   ///< the same of the process that does this work
    bool throttled = false;             ///< heat or power holds its clock down
    std::vector<std::string> throttle;  ///< codes of all that the clock depends on just now
    bool memory_spilled = false;        ///< peak above the dedicated memory: not comparable (R-02)
};

/// Connects a call that takes long with its caller, for what cannot wait for its end.
struct CallControl {
    /// Tells whether to leave by StepStopped; to be asked several times a second.
    std::stop_token stop{};
    /// Says that the call is at work and does not hang; to be called every few seconds at
    /// least.
    std::function<void()> beat = [] {};
    /// Tells how much of the present stage is done, 0..1, and beats. Costs little however often it
    /// is called and writes nothing: the caller may be timed.
    std::function<void(double share)> progress = [](double) {};
};

/// Leaves a call because CallControl::stop was asked for; the cell is cancelled, not failed.
struct StepStopped {};

/// Leaves a call because the work itself cannot go on: a loss that is no number, a lost file.
struct WorkFailed {
    Reason reason;
};

/// Leaves prepare() because this machine cannot do the cell, which only the process that was to do
/// it could know; the cell is skipped.
struct WorkRefused {
    Reason reason;
};

/// The functions that a work has beyond Work when its calls are not repetitions but steps towards
/// an end: each is measured once, after the others, and changes what comes next. Such work is not
/// warmed up, and each call of it is a sample; its output is asked for once, at the end.
class Course {
public:
    virtual ~Course() = default;
    [[nodiscard]] virtual bool isOver() const = 0;
    /// Returns what prepare() and the latest step have found, for the record; the caller fills in
    /// `cell`.
    [[nodiscard]] virtual std::vector<Record> news() = 0;
    /// The user has stopped: keep what is needed to go on later. Returns what could not be kept.
    [[nodiscard]] virtual Result<void> suspend() { return {}; }
};

/// The work of one cell. It knows nothing of threads, statistics or files.
/// Exceptions may leave any function; Session turns them into a failed cell.
class Work {
public:
    virtual ~Work() = default;
    /// Is called before prepare().
    // NOLINTNEXTLINE(performance-unnecessary-value-param): who overrides it keeps it
    virtual void setControl(CallControl) {}
    [[nodiscard]] virtual Course* course() { return nullptr; }
    /// Reads, makes and hashes what the variants of a case share, so that whoever comes first pays
    /// for nobody else. Not timed; prepare() does it where nobody has.
    [[nodiscard]] virtual Result<void> fetch() { return {}; }
    [[nodiscard]] virtual Result<Prepared> prepare() = 0;
    /// A turn of this work begins, in a round numbered from 0 that all variants of its case share.
    /// \returns whether its calls are made elsewhere than those before them, so that one of them
    /// should wake what it finds there.
    [[nodiscard]] virtual bool beginRound(int round) {
        static_cast<void>(round);
        return false;
    }
    /// Runs `calls` calls back to back; the times are of the whole block.
    [[nodiscard]] virtual Timing step(int calls) = 0;
    /// Valid after at least one step.
    [[nodiscard]] virtual Output output() = 0;
    /// prepare() or calls of this work follow, and deviceState() tells of these alone: what others
    /// have asked of the device in the meantime is not this work's.
    virtual void beginBlock() {}
    [[nodiscard]] virtual std::optional<DeviceState> deviceState() { return std::nullopt; }
    /// Measures what no call contains, such as the copies of a tensor that rests on the device.
    /// Asked once, when all samples are taken: between them it would change what the next one finds
    /// in the caches, and take time that no sample counts. Not of a Course.
    [[nodiscard]] virtual Parts measureApart() { return {}; }
    /// Its end is near and nothing else is asked of it. What takes long to end, as other processes
    /// do, begins to; several works are told before the first of them is destroyed.
    virtual void leave() {}
};

}  // namespace duelo
