// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lab_report/lab_report.h"
#include "report/comparison.h"

/// The files that a report stands on. The next measurement takes the place of the open one, and a
/// report needs both: the handout's tables, and the outcome of a proposal.
namespace duelo {

/// A record file as it lies on the disk.
struct OpenFile {
    std::filesystem::path path{};
    bool measuring = false;
};

/// Files that are compared with each other; `files` in the order of the comparison's.
struct FileGroup {
    const Comparison* comparison = nullptr;  ///< null: of nothing
    std::vector<OpenFile> files{};
};

/// The citations and files that a report stands on, whatever is open.
struct ReportGround {
    std::span<const Citation> cited{};  ///< as EvidenceBook::judge() takes them
    std::span<const KeptGroup> kept{};  ///< LabReport::kept
};

/// A file that a report keeps, and where it may lie.
struct SoughtFile {
    KeptFile kept{};
    std::vector<std::filesystem::path> places{};
};
using SoughtGroup = std::vector<SoughtFile>;
/// A group of which some file was found; files are in the order of the comparison's.
struct ReadGroup {
    Comparison comparison{};
    std::vector<OpenFile> files{};

    [[nodiscard]] FileGroup group() const { return {&comparison, files}; }
};

/// Returns where the files of groups may lie: where those of `known`, by run, do, and under their
/// names in `folders`.
[[nodiscard]] std::vector<SoughtGroup> soughtIn(
    const std::vector<KeptGroup>& groups, const std::map<std::string, std::filesystem::path>& known,
    std::span<const std::filesystem::path> folders);
struct ReadGroups {
    std::vector<ReadGroup> groups{};
    std::vector<KeptFile> missing{};  ///< nowhere to be found, each once
};

/// Reads them: of each file the first place that has its run, else whatever file of `folders` has
/// it, because copies get other names (Y-31). Files that cannot be compared are in no group.
[[nodiscard]] ReadGroups readGroups(std::span<const SoughtGroup> groups,
                                    std::span<const std::filesystem::path> folders, FindSpec find);

/// The files of a comparison in its order, with their roles.
[[nodiscard]] KeptGroup groupOf(const Comparison& comparison);
/// The file of a source in it.
[[nodiscard]] KeptFile fileOf(const Comparison& comparison, const Source& source);
/// Tells whether a group has all files of another.
[[nodiscard]] bool holds(const KeptGroup& group, const KeptGroup& other);

/// Makes the report stand on these files too, also when others are open later. Of groups of which
/// one has all files of the other it keeps the larger, and the other too where a citation shows
/// just that. Returns whether anything has changed; nothing does where the files are more than
/// kMaxKept. A report with as many groups lets go of the oldest, of a cited one only where all are.
bool keepFiles(LabReport& report, const Comparison& open);
/// Returns the kept groups that are not open as a whole, and those that a citation shows but that
/// are not open just so.
[[nodiscard]] std::vector<KeptGroup> closedGroups(const LabReport& report, const Comparison* open);

}  // namespace duelo
