// SPDX-License-Identifier: Apache-2.0
#include "data/folder_entries.h"

#include <algorithm>
#include <system_error>

#include "base/natural_order.h"
#include "base/same_name.h"
#include "base/utf8.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 5;

tl::unexpected<Reason> tooMany(const fs::path& folder) {
    return fail("data_too_many_images", {{"folder", pathText(folder)}, {"limit", max_data_images}});
}

/// A link to a folder that holds it would be walked for ever.
bool leadsUp(const fs::path& link) {
    std::error_code error;
    if (!fs::is_symlink(link, error)) return false;
    for (fs::path at = link.parent_path();; at = at.parent_path()) {
        if (fs::equivalent(at, link, error)) return true;
        if (at == at.parent_path()) return false;
    }
}

Result<void> addBelow(const fs::path& folder, const fs::path& root, int deep,
                      std::vector<fs::path>& files, const std::stop_token& stop) {
    auto entries = entriesOf(folder, stop);
    if (!entries) return tl::unexpected(entries.error());
    files.insert(files.end(), entries->files.begin(), entries->files.end());
    if (files.size() > max_data_images) return tooMany(root);
    for (const fs::path& inside : entries->folders) {
        if (deep == max_folders_deep || leadsUp(inside)) continue;
        if (auto done = addBelow(inside, root, deep + 1, files, stop); !done) return done;
    }
    return {};
}

}  // namespace

std::string nameOf(const fs::path& path) {
    return pathText(path.filename());
}

Result<FolderEntries> entriesOf(const fs::path& folder, const std::stop_token& stop) {
    const auto failed = [&folder](const std::error_code& error) {
        return fail("folder_unreadable", {{"folder", pathText(folder)}}, error.message());
    };
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    if (error) return failed(error);
    FolderEntries entries;
    while (entry != fs::directory_iterator()) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        const fs::path& path = entry->path();
        if (!isHiddenName(pathText(path.filename()))) {
            std::error_code ignored;  // a broken link is listed as a file, and then skipped by name
            (entry->is_directory(ignored) ? entries.folders : entries.files).push_back(path);
        }
        if (entries.files.size() + entries.folders.size() > max_data_images) return tooMany(folder);
        entry.increment(error);
        if (error) return failed(error);
    }
    std::ranges::sort(entries.folders, naturallyLess);
    std::ranges::sort(entries.files, naturallyLess);
    return entries;
}

Result<std::vector<fs::path>> filesBelow(const fs::path& folder, const std::stop_token& stop) {
    std::vector<fs::path> files;
    if (auto done = addBelow(folder, folder, 0, files, stop); !done)
        return tl::unexpected(done.error());
    return files;
}

void Unused::add(const std::string& name) {
    if (m_count++ < most_named) m_first.push_back(name);
}

void Unused::add(const std::vector<fs::path>& paths, const fs::path& root) {
    for (const fs::path& path : paths)
        add(pathText(path.lexically_relative(root).generic_u8string()));
}

std::string Unused::names() const {
    std::string text;
    for (const std::string& name : m_first) text += (text.empty() ? "" : ", ") + name;
    return m_count > m_first.size() ? text + ", ..." : text;
}

}  // namespace duelo
