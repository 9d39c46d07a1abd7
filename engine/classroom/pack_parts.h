// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "classroom/class_file.h"
#include "plan/plan.h"

/// Shared by making and reading a teacher's pack.
namespace duelo {

/// By its name: whether it can be decoded is told where it is used.
[[nodiscard]] bool isPhotograph(const std::filesystem::path& path);
/// Returns the photographs of a folder, not of those in it, in natural order.
[[nodiscard]] std::vector<std::filesystem::path> photographsIn(const std::filesystem::path& folder);

/// Why a plan measures nothing: "list_empty" {field}.
[[nodiscard]] std::optional<Reason> whyNothing(const Plan& plan);

/// A file with times of a GPU, as it is told of.
struct PackReference {
    Json plan{};
    std::string gpu{}, started{};
    std::optional<Provenance> provenance{};  ///< set where Duelo did not measure them
};
/// Reasons: those of readRecords(), "class_edited" and "file_open" {file}, "pack_no_gpu" {path}.
[[nodiscard]] Result<PackReference> packReference(const std::filesystem::path& file,
                                                  const FindSpec& find);

}  // namespace duelo
