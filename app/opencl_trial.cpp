// SPDX-License-Identifier: Apache-2.0
#include "opencl_trial.h"

#include <iostream>
#include <string>

#include "base/places.h"
#include "base/timed_child.h"
#include "commands.h"
#include "gpu/gpu_loader.h"
#include "gpu/opencl_devices.h"

namespace duelo {

namespace {

/// A driver answers within a second; on a PC that has just started it is read from the disk first.
constexpr int kLimit_s = 20;
/// The last word of a process that came to its end: a driver may end one with the status of
/// success.
constexpr std::string_view kListed = "listed";

}  // namespace

std::optional<Reason> tryOpenClDrivers() {
    const auto ended = runTimed({.program = executablePath(),
                                 .arguments = {std::string(kOpenClTrialCommand)},
                                 .limit_ms = 1e3 * kLimit_s},
                                [] { return true; });
    if (!ended) return ended.error();
    if (ended->how == TimedExit::How::OutOfTime)
        return Reason{"opencl_driver_hangs", {{"limit_s", kLimit_s}}};
    // Drivers write to the standard output too.
    if (ended->output.find(kListed) == std::string::npos)
        return Reason{"opencl_driver_died", Json::object(), ended->errors};
    return std::nullopt;
}

int openClTrialCommand() {
    const GpuPaths paths = GpuPaths::standard();
    const OpenClDevices devices(paths.opencl, paths.opencl_software);
    std::cout << kListed << std::endl;
    return kAllDone;
}

}  // namespace duelo
