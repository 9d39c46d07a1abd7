// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// The word by which an engine starts another one that asks the drivers of OpenCL for their devices
/// and does nothing else.
inline constexpr std::string_view kOpenClTrialCommand = "opencl-trial";

/// Has another process do it. Reasons: "opencl_driver_died" with what it said as the message,
/// "opencl_driver_hangs" {limit_s}, and why no process could be started.
[[nodiscard]] std::optional<Reason> tryOpenClDrivers();

/// The work of that process; returns its exit status.
[[nodiscard]] int openClTrialCommand();

}  // namespace duelo
