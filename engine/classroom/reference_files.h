// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "plan/spec.h"
#include "record/provenance.h"

/// Files with times of a GPU, for PCs that have none: a teacher's, those that come with Duelo and
/// those that a user has put beside them. Each is checked, and says where it is from.
namespace duelo {

struct ReferenceFile {
    std::filesystem::path path{};
    std::string gpu{}, started{};            ///< as its header says
    std::vector<std::string> experiments{};  ///< that it has a time of a GPU of, each once
    std::optional<Provenance> provenance{};  ///< set where Duelo did not measure them
    Json plan{};

    [[nodiscard]] bool isFor(std::string_view experiment) const;
};
/// Reasons: those of readRecords(), "class_edited" and "file_open" {file} of one that is not
/// sealed, "class_game" {path}, "pack_no_gpu" {path}.
[[nodiscard]] Result<ReferenceFile> readReference(const std::filesystem::path& file,
                                                  const FindSpec& find);
/// "RTX 3060, 2026-05-04 11:12: Recognise images (gpu.duelo)", with its source where Duelo did not
/// measure it. For people: on one line, whatever stands in the file.
[[nodiscard]] std::string referenceTitle(const ReferenceFile& file, const Text& text);

struct References {
    std::vector<ReferenceFile> files{};
    std::vector<Reason> problems{};  ///< of those that cannot be used
};
/// Reads the `.duelo` files of a folder, not of those in it, in natural order. One that is not
/// there has none. Problems: those of readReference(), "folder_unreadable" {folder},
/// "references_many" {folder, most}.
[[nodiscard]] References referencesIn(const std::filesystem::path& folder, const FindSpec& find);

/// The folder's name: in a pack, among what Duelo ships, beside the weights that a user downloaded.
inline constexpr std::string_view kReferences = "references";
/// The folder for a user's own such files. It may not exist yet.
[[nodiscard]] std::filesystem::path ownReferencesDir();
/// Returns those that come with Duelo, then this user's own.
[[nodiscard]] References knownReferences(const FindSpec& find);

}  // namespace duelo
