// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "measure/maker.h"
#include "plan/spec.h"
#include "record/progress.h"

/// An experiment that no file of Duelo knows: what adds one costs is what stands in this folder.
namespace duelo {

[[nodiscard]] Spec toySpec();
/// Lays its results out by data alone; toySpec() goes without, as an experiment may.
[[nodiscard]] const View& toyLayout();
[[nodiscard]] std::unique_ptr<Maker> makeToy();

/// Three sizes on one and two threads of a CPU, and on a GPU that is not there.
[[nodiscard]] Plan toyPlan();
/// Runs that plan into a file, or goes on with it; \returns the cells that work was made for.
std::vector<std::string> measureToy(const std::filesystem::path& file, bool resume,
                                    Progress* progress = nullptr);

}  // namespace duelo
