// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/reference_files.h"
#include "plan/plan.h"

/// A folder that a teacher gives to the PCs of a class, on a stick or a share. It holds settings,
/// the plan with all files that it names, more photographs, and the times of GPUs for those who
/// have none. Nothing in it refers to a file outside it, so it may be copied anywhere.
namespace duelo {

/// The names in the folder, beside kReferences; all but the first may be missing.
inline constexpr std::string_view kPackDefaults = "duelo.defaults.ini";
inline constexpr std::string_view kPackPlan = "plan.json";
inline constexpr std::string_view kPackReference = "reference.duelo";
inline constexpr std::string_view kPackPhotographs = "photographs";
inline constexpr std::string_view kPackFiles =
    "files";  ///< other files that the plan names: weights, data

/// Settings that a pack may preset; `pack/name` is the name of the pack itself.
inline constexpr std::string_view kPackName = "pack/name";
inline constexpr std::array<std::string_view, 10> kPackKeys{
    "language",       "theme",          "decimal",      "zoom_percent", "results_folder",
    "report/subject", "report/teacher", "report/group", "report/room",  kPackName};

/// The contents of a pack that is to be made.
struct PackRequest {
    std::map<std::string, std::string> defaults{};     ///< by kPackKeys
    std::optional<Plan> plan{};                        ///< absent: that of the first reference
    std::vector<std::filesystem::path> references{};   ///< .duelo files with times of a GPU
    std::vector<std::filesystem::path> photographs{};  ///< files and folders of them
    std::map<std::string, std::filesystem::path>
        weights{};  ///< of networks; where the plan has none
};
struct PackMade {
    std::size_t files = 0;
    std::uint64_t bytes = 0;
};
/// Writes it into a folder that is not there yet or empty; it appears whole or not at all.
/// Reasons: "pack_not_empty" {folder}, "pack_nothing", "pack_key" {value, accepted}, "pack_no_gpu"
/// {path} of a reference without a time of a GPU, "class_edited" and "file_open" {file} of one that
/// is not sealed, "class_game" {path}, "pack_unknown_experiment" {experiment}, "list_empty" {field}
/// of a plan without work, "pack_no_photograph" {path}, "pack_too_large" {most_bytes},
/// "file_missing" and "write_failed" {path}; of the reference those of readRecords() and
/// planFromJson().
[[nodiscard]] Result<PackMade> makePack(const PackRequest& request, const FindSpec& find,
                                        const std::filesystem::path& folder);

/// The contents of a pack, as a PC reads them. A part that cannot be used is a problem; the other
/// parts still can be.
struct TeacherPack {
    std::filesystem::path folder{};
    std::optional<Plan> plan{};  ///< its files are those of the pack, as this PC finds them
    std::vector<std::filesystem::path> photographs{};  ///< in natural order
    /// kPackReference first, then those of kReferences in natural order.
    std::vector<ReferenceFile> references{};
    /// "pack_file_missing" {path}, "pack_unknown_experiment" {experiment}, "list_empty" {field},
    /// those of planFromFile(), and of the references those of referencesIn().
    std::vector<Reason> problems{};
};
/// Tells whether it is one: by its defaults and any other of its parts.
[[nodiscard]] bool isPack(const std::filesystem::path& folder);
/// Reasons: "pack_none" {folder}.
[[nodiscard]] Result<TeacherPack> readPack(const std::filesystem::path& folder,
                                           const FindSpec& find);

}  // namespace duelo
