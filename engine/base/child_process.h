// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/line_channel.h"
#include "base/result.h"

namespace duelo {

/// Runs a program without a shell and waits for it. Its standard output is appended to the file
/// `output`, which is created where missing and locked meanwhile: two children never write into it
/// together. `tick` is called about ten times a second; false ends the child.
/// Reasons: "child_not_found" {program}, "child_output" {path}, "child_output_busy" {path}.
[[nodiscard]] Result<ChildExit> runChild(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments,
                                         const std::filesystem::path& output,
                                         const std::function<bool()>& tick);

}  // namespace duelo
