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
/// steady clock; the rest is absent where it does not apply.
struct Timing {
    double wall_ms = 0;
    std::optional<double> device_ms{}, submit_ms{};
    Parts parts{};
    int process = 0;  ///< which of several processes did it
    /// Of calls that another process did: whether the system took the processor away meanwhile.
    std::optional<bool> preempted{};
};

/// What one call does, so that rates can be told: `rate` is the metric that says how many of it
/// were done in a second, in `rate_unit`; empty: none.
struct Quantity {
    std::string id;
    std::int64_t per_call = 0;
    std::string rate{}, rate_unit{};
};

/// What prepare() learnt, told in the records.
struct Prepared {
    Parts parts{};  ///< of what is done once, before the calls
    std::vector<Identity> identities{};
    std::vector<Quantity> quantities{};
    std::vector<Reason> notes{};  ///< what else the reader of the figures should know
    /// Of work in a process of its own: from that one's start until all was ready. Its first call
    /// then pays the start of a process too.
    std::optional<double> own_process_ms{};
};

/// The result of the last call.
struct Output {
    std::optional<Fingerprint> fingerprint{};
    Json output = Json::object();  ///< ResultRecord::output
    std::vector<Metric> metrics{};
};

/// How the memory and the clocks of a device stand between two blocks.
struct DeviceState {
    std::int64_t allocations = 0;  ///< device allocations and retries so far
    std::int64_t peak_bytes = 0;
    std::optional<double> clock_mhz, default_clock_mhz;
    std::vector<std::string> throttle;  ///< codes of the clock event reasons
    bool memory_spilled = false;        ///< peak above the dedicated memory: not comparable (R-02)
};

/// How a call that takes long hears and tells what cannot wait for its end.
struct CallControl {
    /// To be asked several times a second: whether to leave by StepStopped.
    std::stop_token stop{};
    /// To be called every few seconds at least: the call is at work and does not hang.
    std::function<void()> beat = [] {};
    /// How much of the present stage is done, 0..1. Costs little however often it is called, and is
    /// a beat too.
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

/// What a work has beyond Work when its calls are not repetitions but the way to an end:
/// epochs of a training, steps of the learning-rate finder. Such work is not warmed up, and each
/// call of it is a sample; its output is asked for once, at the end.
class Course {
public:
    virtual ~Course() = default;
    [[nodiscard]] virtual bool isOver() const = 0;
    /// What prepare() and the latest step have found, for the record; their `cell` is filled in.
    [[nodiscard]] virtual std::vector<Record> news() = 0;
    /// The user has stopped: keep what is needed to go on later. Returns what could not be kept.
    [[nodiscard]] virtual Result<void> suspend() { return {}; }
};

/// The work of one cell. It knows nothing of threads, statistics or files.
/// Exceptions may leave any function; Session turns them into a failed cell.
class Work {
public:
    virtual ~Work() = default;
    /// Before prepare().
    virtual void setControl(CallControl) {}
    [[nodiscard]] virtual Course* course() { return nullptr; }
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
    [[nodiscard]] virtual std::optional<DeviceState> deviceState() { return std::nullopt; }
};

}  // namespace duelo
