// SPDX-License-Identifier: Apache-2.0
#include "classroom/folder_walk.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/places.h"
#include "base/same_name.h"

namespace duelo {

namespace fs = std::filesystem;

void FolderWalk::take(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        folder(path, 1);
    else if (fs::is_regular_file(status))
        m_files.insert(path);
    else
        lose(path, {"class_folder_gone", {{"folder", utf8(path.filename())}}, {}});
}

std::vector<fs::path> FolderWalk::files() const {
    std::vector<fs::path> sorted(m_files.begin(), m_files.end());
    std::ranges::sort(sorted, naturallyLess);
    return sorted;
}

bool FolderWalk::isLost(const fs::path& file) const {
    return std::ranges::any_of(m_lost, [&](const fs::path& lost) {
        return std::ranges::mismatch(lost, file).in1 == lost.end();
    });
}

void FolderWalk::lose(const fs::path& path, Reason reason) {
    m_lost.insert(path);
    m_leftOut.push_back({{path, {}}, std::move(reason)});
}

void FolderWalk::folder(const fs::path& path, int depth) {
    std::error_code error;
    fs::directory_iterator at(path, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        const fs::path& entry = at->path();
        std::error_code gone;
        if (isHiddenName(utf8(entry.filename()))) continue;
        if (at->is_directory(gone)) {
            // A link may lead back here.
            if (!at->is_symlink(gone) && depth < m_limits.folders_deep) folder(entry, depth + 1);
        } else if (at->is_regular_file(gone)) {
            if (m_files.size() >= m_limits.files) return tooMany(path);
            m_files.insert(entry);
        }
    }
    if (!error) return;
    const bool vanished = error == std::errc::no_such_file_or_directory;
    lose(path, {vanished ? "class_folder_gone" : "folder_unreadable",
                {{"folder", utf8(path.filename())}},
                error.message()});
}

void FolderWalk::tooMany(const fs::path& path) {
    lose(path, {"class_too_many", {{"most", m_limits.files}}, {}});
}

}  // namespace duelo
