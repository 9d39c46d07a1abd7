// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine_context.h"

namespace duelo {

/// How long an answer of forecastOf() may begin to time calls (kLongestProbeMs).
inline constexpr double kProbingMs = 1000;

/// What measuring a plan will take, for the button that starts it, and what of it cannot be done,
/// for the places in the form where it was chosen.
///
///     cells          of the plan, impossible ones included
///     duration_ms    {low, expected, high} of the possible ones (forecast_duration.h); 0 without
///                    any
///     calibrated     whether what was measured here is in the duration
///     more           whether it would be known better if calls were timed (again)
///     memory         {bytes, free_bytes} of the possible cell that comes closest to its device's
///                    limit; 0 without any
///     impossible     [{reason, args, message, cells, variant, case}]: cells for the same reason
///                    are one entry, with the first of them
///
/// The cells are those of expand(), the reasons those that a run would give. Measures the rate of
/// the devices at the first call (calibration.h). With `probes` it times calls of the plan's own
/// cells for kProbingMs (call_probes.h); else it makes no work and allocates nothing. `busy`: a run
/// is in progress or wanted. While it is nothing is measured, nor is the GPU asked for its memory,
/// and what is being timed is left.
[[nodiscard]] Json forecastOf(const Plan& plan, EngineContext& context,
                              const std::function<bool()>& busy, bool probes);

/// What is expected of each cell of a run that is about to begin, by its id, for those who tell how
/// far it is. By the arithmetic where nothing is known of this machine: it tells cells apart. Of
/// courses only those that a forecast of this process has counted and timed.
[[nodiscard]] std::map<std::string, double> expectedOf(const std::vector<Cell>& cells, Maker& maker,
                                                       const Protocol& protocol,
                                                       EngineContext& context);

}  // namespace duelo
