// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "engine_context.h"
#include "measure/call_times.h"

namespace duelo {

/// The longest time that a probe may be expected to take; calls that need more are not probed.
inline constexpr double kLongestProbeMs = 2000;

/// Times calls of the cells that a plan's duration depends on most, until it is known well enough
/// or kProbingMs are over, and keeps the times in EngineContext::callTimes(). `busy` is asked
/// meanwhile; once it returns true, the call at work is abandoned.
///
/// A child engine times the calls of work that is repeated. So the first call of a run in this
/// process finds nothing warmed up by them, and a call that takes long can be abandoned. A course
/// is timed here, where its data are read already.
/// \returns whether there is more that is worth probing.
bool probeCalls(const PlanDuration& duration, const Plan& plan, EngineContext& context,
                const std::function<bool()>& busy);

}  // namespace duelo
