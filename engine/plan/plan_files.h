// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "plan/spec.h"

/// The files and folders that a plan names, so that a plan can travel with them.
namespace duelo {

/// Values of axes of kind Path that are no words of theirs, each once, in their order.
[[nodiscard]] std::vector<std::string> filesOf(const Plan& plan, const Spec& spec);

/// The plan with other places for its files. The first reason of `place` ends it.
using FilePlace = std::function<Result<std::string>(const std::string& file)>;
[[nodiscard]] Result<Plan> withFilesAt(Plan plan, const Spec& spec, const FilePlace& place);

/// A plan from a JSON file, as it stands there. Reasons: "file_missing", "file_unreadable",
/// "plan_not_json" {path}, those of planFromJson().
[[nodiscard]] Result<Plan> planFromFile(const std::filesystem::path& path);
/// Reads the same; where the experiment is known, withFilesFrom() the folder of the plan.
[[nodiscard]] Result<Plan> readPlan(const std::filesystem::path& path, const FindSpec& find);

/// Returns the plan with its relative paths taken from `folder`, for a plan that lies beside its
/// files.
[[nodiscard]] Plan withFilesFrom(Plan plan, const Spec& spec, const std::filesystem::path& folder);

}  // namespace duelo
