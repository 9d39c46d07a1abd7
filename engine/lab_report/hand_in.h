// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/zip_file.h"
#include "lab_report/evidence.h"
#include "lab_report/kept_files.h"
#include "lab_report/report_form.h"

/// A student's work as one file: what stands in it, and what there is to know of that first. Facts
/// are told and listed in the archive; none keeps it from being handed in.
namespace duelo {

/// A record file that a report cites or shows, as it is on the disk now.
struct HandInFile {
    enum class State { Here, Changed, Edited, Unclosed, Measuring, Missing };

    std::string name{};  ///< in the archive; of a missing one as the report calls it
    std::filesystem::path path{};
    State state = State::Here;
    std::string bytes{};  ///< of a missing one none
};
template <>
inline constexpr std::array<std::string_view, 6> wordsOf<HandInFile::State>{
    "here", "changed", "edited", "unclosed", "measuring", "missing"};

/// Returns the files of the groups and those that the report keeps, where the form shows tables of
/// them, and those that the answers cite. Kept and cited ones are looked for in `folder` too. Each
/// comes once, by run and contents, with a name of its own.
[[nodiscard]] std::vector<HandInFile> handInFiles(const LabReport& report, const ReportForm& form,
                                                  const EvidenceBook& book,
                                                  std::span<const FileGroup> groups,
                                                  const std::filesystem::path& folder);
/// Says what is to be known of them: one sentence for each that is not what the report says.
[[nodiscard]] std::vector<std::string> factsOf(std::span<const HandInFile> files, const Text& text);

/// "Núñez_Peña_Ana-4B-12", of which file names are made. Several names are parted by semicolons.
[[nodiscard]] std::string handInName(const HandIn& as, const std::string& group);
/// Returns the people of a cover as they are filed (names.h), each as they were handed in last
/// where they were. A cover without names has those that were handed in last.
[[nodiscard]] std::string filedNames(const LabReport& report);

/// Returns the report as it is handed in: the names stand on the cover too.
[[nodiscard]] LabReport asHandedIn(LabReport report, const HandIn& as, const std::string& group);
/// PDF, report, record files, and a text in the language of `text` that lists them with their
/// SHA-256 and the facts. `report` is one of asHandedIn().
[[nodiscard]] std::vector<ZipItem> handInItems(const LabReport& report, std::string pdf,
                                               std::vector<HandInFile> files,
                                               std::span<const std::string> facts,
                                               const Text& text);

/// Other PCs' files with times of a GPU, to take home: there is no GPU there.
[[nodiscard]] std::vector<std::filesystem::path> gpuFilesOf(const Comparison* comparison,
                                                            std::span<const OpenFile> open);

}  // namespace duelo
