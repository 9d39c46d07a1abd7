// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "measure/maker.h"
#include "measure/sample_log.h"
#include "measure/stop_rule.h"
#include "plan/protocol.h"
#include "record/record.h"

namespace duelo {

/// One variant of the case being measured, from its first call to its result.
struct Lane {
    explicit Lane(Cell measured) : cell(std::move(measured)), log(cell.id) {}

    Cell cell;
    std::unique_ptr<Work> work;
    Prepared prepared;
    std::optional<std::int64_t> forecast_bytes;
    std::optional<Output> output;
    std::optional<double> max_error;  ///< against the case's base
    bool is_course = false;
    std::optional<Failure> failure;  ///< set: takes no further part
    bool done = false;               ///< its result is written

    double call_ms = 0;   ///< the last estimate of one call
    double spent_ms = 0;  ///< of the last call in all, where its time is only what it tells
    int calls_per_sample = 1;
    Turn turn;
    int warm_up_calls = 0;
    double warm_up_ms = 0;
    std::optional<StopRule> rule;
    SampleLog log;
    Parts apart;                      ///< Work::measureApart()
    std::optional<EnergyUse> energy;  ///< of samples so far, or of the calls after them
    std::size_t emitted = 0;          ///< how many samples are in the record already
    std::set<std::string> flags;
    bool ran_undisturbed = false;            ///< one sample at least was not preempted
    std::optional<std::int64_t> peak_bytes;  ///< in its own blocks
    std::optional<double> others_cpus;       ///< DeviceState
    int cores = 0;                           ///< of this machine; 0: unknown

    bool stopped = false;  ///< left a call because the user stopped

    [[nodiscard]] bool open() const { return work && !failure && !done && !stopped; }
    [[nodiscard]] Device device() const { return deviceOf(cell.variant); }
    /// Asks how the device stands after calls that began with Work::beginBlock(), and keeps what
    /// belongs to the result. Throws what the work throws.
    std::optional<DeviceState> lookAtDevice();
};

/// Drops what samples took (Lane::energy) where all of them together are too short to be counted.
void keepEnergyOfSamples(Lane& lane);

/// The result of a lane that was measured, wholly or in part, or failed: figures of the kept
/// samples, parts, flags, what was produced.
[[nodiscard]] ResultRecord resultOf(const Lane& lane, Status status, std::optional<Reason> reason);

}  // namespace duelo
