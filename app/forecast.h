// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine_context.h"

namespace duelo {

/// The time within which an answer of forecastOf() may begin to time calls (kLongestProbeMs).
inline constexpr double kProbingMs = 1000;

/// Forecasts the duration and the memory of measuring a plan, for the button that starts it, and
/// lists the cells that cannot be measured, for the places in the form where they were chosen.
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
/// cells for kProbingMs (call_probes.h); else it makes no work and allocates nothing. `busy` tells
/// whether a run is in progress or wanted: then nothing is measured, the GPU is not asked for its
/// memory, and a call that is being timed is abandoned.
[[nodiscard]] Json forecastOf(const Plan& plan, EngineContext& context,
                              const std::function<bool()>& busy, bool probes);

/// Returns the time that each cell of a run which is about to begin is expected to take, by its id,
/// for the display of progress. Where nothing is known of this machine, the arithmetic alone still
/// tells long cells from short ones. Of courses it has only those that a forecast of this process
/// has counted and timed.
[[nodiscard]] std::map<std::string, double> expectedOf(const std::vector<Cell>& cells, Maker& maker,
                                                       const Protocol& protocol,
                                                       EngineContext& context);

}  // namespace duelo
