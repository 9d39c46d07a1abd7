// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "measure/warm_up.h"
#include "plan/protocol.h"
#include "stats/statistics.h"

/// How long a measurement will take, before it begins. Pure: what the rules of DMP-1 make of what
/// one call will take.
namespace duelo {

/// What a device does in a millisecond, as measured on this machine.
struct ComputeRate {
    double flop_per_ms = 0;
    double bytes_per_ms = 0;  ///< read and written, one after the other
    int threads = 1;          ///< of the CPU, while it was measured
};

/// The work of one call.
struct CallWork {
    double flop = 0;
    double bytes = 0;       ///< read and written, every layer by itself
    int threads = 0;        ///< of the CPU; 0: as many as the rate was measured with
    bool emulated = false;  ///< in a precision for which the CPU has no instructions
};

/// Between which bounds one call will lie. A network is neither all arithmetic nor all traffic, so
/// the times of both are added; models, modes and precisions then lie around that sum (by which
/// factors, and where they come from: .cpp). Fewer threads than the rate was measured with are
/// slower, at worst in proportion.
/// Nothing where rate or work is not a positive number.
[[nodiscard]] std::optional<Interval> forecastCallMs(const CallWork& work, const ComputeRate& rate);

/// How long one variant of a case takes from its first line to its result: prepared, cold call,
/// warm-up, rounds. From a call that never varies, which is precise with the least of
/// everything, to one that is never steady, which uses up all its limits.
/// Without `call_ms` the limits alone stand, which is right for calls that are much shorter.
[[nodiscard]] Interval forecastDuration(const Protocol& protocol, const WarmUpLimits& warm_up,
                                        const std::optional<Interval>& call_ms);

}  // namespace duelo
