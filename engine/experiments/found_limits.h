// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "report/comparison.h"

namespace duelo {

/// Finds what the limits of a machine were when they were last measured, in the files that lie
/// beside a run, for Comparison::beside. From any thread.
class FoundLimits {
public:
    /// Returns the limits of the own file's machine: of its sealed files of `roofs` the latest with
    /// a limit that is not doubtful, else the latest, so that it can be said why it does not serve.
    /// Null where there is none, or where the own file is one of limits itself. Looks at the latest
    /// files in the folders and in the folders right in them; reads nothing again that has not
    /// changed since the last call.
    [[nodiscard]] std::shared_ptr<const Comparison> of(
        const RecordLog& own, const std::vector<std::filesystem::path>& folders);
    /// Returns what of() found last for this run; looks only where it has not yet. For whoever
    /// compares several times a second while something is measured.
    [[nodiscard]] std::shared_ptr<const Comparison> lastOf(
        const RecordLog& own, const std::vector<std::filesystem::path>& folders);

    /// Returns the folder where the files of the command line and of the window lie that belong to
    /// this one.
    [[nodiscard]] static std::filesystem::path folderOf(const std::filesystem::path& file);

private:
    struct Glance {
        std::filesystem::file_time_type changed{};
        std::uintmax_t bytes = 0;
        std::string machine{}, started{};  ///< empty: no file of limits
    };
    [[nodiscard]] Glance glanceAt(const std::filesystem::directory_entry& entry) const;
    [[nodiscard]] std::vector<std::filesystem::path> newestFirst(
        const std::vector<std::filesystem::path>& folders, const std::string& machine);

    std::mutex m_mutex;
    std::map<std::filesystem::path, Glance> m_seen;
    std::vector<std::filesystem::path> m_candidates;  ///< the files that m_found was chosen from
    std::string m_machine, m_run;
    std::shared_ptr<const Comparison> m_found;
};

}  // namespace duelo
