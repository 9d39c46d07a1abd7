// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

/// The first line of a record file, which is its header; null where it is none.
[[nodiscard]] Json firstLineOf(const std::filesystem::path& path);

/// Returns the record files right in these folders, the latest first; of a folder of a whole class
/// only so many of them as anybody waits for.
[[nodiscard]] std::vector<std::filesystem::directory_entry> newestRecords(
    std::span<const std::filesystem::path> folders);

/// Finds record files by the run in them, whatever they are called and wherever else they have been
/// (Y-31). Its folders, and none in them, are looked through once, when a run is first sought.
class RunFinder {
public:
    explicit RunFinder(std::span<const std::filesystem::path> folders)
        : m_folders(folders.begin(), folders.end()) {}

    /// Returns the files whose first header is of this run, the latest first.
    [[nodiscard]] std::vector<std::filesystem::path> find(const std::string& run);

private:
    void lookThrough();

    std::vector<std::filesystem::path> m_folders;
    std::multimap<std::string, std::filesystem::path> m_byRun;
    bool m_looked = false;
};

}  // namespace duelo
