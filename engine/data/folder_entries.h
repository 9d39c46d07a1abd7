// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

inline constexpr std::size_t max_data_images = 100'000;
inline constexpr int max_folders_deep = 16;

/// Returns the last name of a path as text.
[[nodiscard]] std::string nameOf(const std::filesystem::path& path);

/// Lists what one folder holds, in natural order, without what systems put there (isHiddenName).
struct FolderEntries {
    std::vector<std::filesystem::path> folders;
    std::vector<std::filesystem::path> files;
};

/// Errors: folder_unreadable {folder}; data_too_many_images {folder, limit} for more entries than
/// max_data_images; cancelled_by_user.
Result<FolderEntries> entriesOf(const std::filesystem::path& folder, const std::stop_token& stop);

/// Returns the files of a folder and of all folders below it, those of a folder before those of
/// its subfolders. A link to a folder that holds it is not followed. Errors: as entriesOf().
Result<std::vector<std::filesystem::path>> filesBelow(const std::filesystem::path& folder,
                                                      const std::stop_token& stop);

/// Files and folders that are left out, for one line to the student.
class Unused {
public:
    void add(const std::string& name);
    void add(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& root);
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// The first names, with "..." behind them where there are more.
    [[nodiscard]] std::string names() const;

private:
    std::size_t m_count = 0;
    std::vector<std::string> m_first;
};

}  // namespace duelo
