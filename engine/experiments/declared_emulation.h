// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "experiments/own_launch.h"
#include "experiments/own_source.h"

namespace duelo {

/// An array of a launch: what was in it before, and what the kernel has left.
struct LeftArray {
    const LaunchBuffer* of = nullptr;
    std::vector<double> before{}, after{};
    std::size_t unwritten = 0;  ///< the first number that nobody has written; its size: none
};

/// Tells whether what a launch has left is right; nothing where that is not known. The reason says
/// what is wrong.
using LeftJudge = std::function<Result<std::optional<bool>>(std::span<const LeftArray>)>;

/// Emulates a kernel as its text says that it is launched (OwnLaunch), twice, the second time with
/// the threads in the other order. What a remark "// result" says is compared, else what `judge`
/// knows. \returns a kernel's part of the reply of Emulation, as OwnEmulation::run(), with `right`
/// only where that is known, and {launch: {kernel, grid: [x, y, z], block: [x, y, z]}, left:
/// [{name, count, written, first: the first numbers}]}. Reasons: those of ownLaunch() and
/// OwnEmulation::made(), "own_launch_large" {name, kernel, threads, max}.
[[nodiscard]] Result<Json> emulateDeclared(const OwnSource& source, const LeftJudge& judge,
                                           const std::stop_token& stop);
/// The same with the launch of another text, whatever the source says of it.
[[nodiscard]] Result<Json> emulateLaunched(const OwnSource& source, const OwnLaunch& launch,
                                           const HostValues& values, const LeftJudge& judge,
                                           const std::stop_token& stop);

}  // namespace duelo
