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
/// What is repeated is timed by a child engine, so that no first call of a run in this process
/// finds anything of it, and so that a call may be left that takes long. A course is timed here,
/// where its data are read already.
/// \returns whether there is more that is worth it.
bool probeCalls(const PlanDuration& duration, const Plan& plan, EngineContext& context,
                const std::function<bool()>& busy);

}  // namespace duelo
