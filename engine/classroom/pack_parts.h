// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "plan/plan.h"

/// Shared by making and reading a teacher's pack.
namespace duelo {

/// Tells by its name whether a file is a photograph; whether it can be decoded is told where it is
/// used.
[[nodiscard]] bool isPhotograph(const std::filesystem::path& path);
/// Returns the folder's files for which isSuch() is true, not those of its sub-folders, in natural
/// order; after an error, the files found before it.
[[nodiscard]] std::vector<std::filesystem::path> filesIn(
    const std::filesystem::path& folder, bool (*isSuch)(const std::filesystem::path&),
    std::error_code& error);
/// Returns the folder's photographs; none where it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> photographsIn(const std::filesystem::path& folder);

/// Returns why a plan measures nothing: "list_empty" {field}. Nothing where it measures something.
[[nodiscard]] std::optional<Reason> whyNothing(const Plan& plan);

}  // namespace duelo
