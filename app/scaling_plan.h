// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "arguments.h"
#include "machine/machine_sheet.h"

namespace duelo {

/// The command that measures an experiment with several numbers of threads.
inline constexpr const char* kScalingCommand = "scaling";
/// The word that stands for all of workerNumbers() in that command.
inline constexpr const char* kAllWorkers = "auto";

/// The axes that count workers; none: the experiment has no scaling.
[[nodiscard]] std::vector<const Axis*> workersAxes(const Spec& spec);

/// The plan of `scaling`: that of the experiment's own words, with one worker in it, which speed-up
/// is against. Where no numbers were typed it has those of this machine, and of the axes on which
/// they depend only the values with which they apply, unless others were typed: a GPU has no
/// threads.
/// Reasons: those of planFromWords(), "scaling_without_axis" {experiment, accepted} and
/// "scaling_no_workers" {option, max}.
[[nodiscard]] Result<Plan> scalingPlan(AxisOptions options, const CpuSheet& cpu, const Facts& facts,
                                       std::vector<Reason>& skipped);

}  // namespace duelo
