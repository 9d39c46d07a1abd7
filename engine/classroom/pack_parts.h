// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "plan/plan.h"

/// Shared by making and reading a teacher's pack.
namespace duelo {

/// By its name: whether it can be decoded is told where it is used.
[[nodiscard]] bool isPhotograph(const std::filesystem::path& path);
/// Returns the files of a folder that are such by their names, not of those in it, in natural
/// order; those that were found before an error.
[[nodiscard]] std::vector<std::filesystem::path> filesIn(
    const std::filesystem::path& folder, bool (*isSuch)(const std::filesystem::path&),
    std::error_code& error);
/// Returns its photographs; of a folder that cannot be read none.
[[nodiscard]] std::vector<std::filesystem::path> photographsIn(const std::filesystem::path& folder);

/// Why a plan measures nothing: "list_empty" {field}.
[[nodiscard]] std::optional<Reason> whyNothing(const Plan& plan);

}  // namespace duelo
