// SPDX-License-Identifier: Apache-2.0
#include "record/run_finder.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/json_text.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

/// A header with its plan, labels and machine sheet has some kilobytes.
constexpr std::size_t kMostHeaderBytes = 1 << 20;
/// A folder of a class has more, of other reports: the latest are enough.
constexpr std::size_t kMostFiles = 1000;

}  // namespace

Json firstLineOf(const fs::path& path) {
    auto file = openToRead(path);
    if (!file) return {};
    std::string line(kMostHeaderBytes, '\0');
    file->read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(std::min(static_cast<std::size_t>(file->gcount()), line.find('\n')));
    auto json = parseJson(line);
    return json && json->is_object() ? *std::move(json) : Json();
}

std::vector<fs::path> RunFinder::find(const std::string& run) {
    if (!std::exchange(m_looked, true)) lookThrough();
    std::vector<fs::path> found;
    for (auto [at, end] = m_byRun.equal_range(run); at != end; ++at) found.push_back(at->second);
    return found;
}

void RunFinder::lookThrough() {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (const fs::path& folder : m_folders) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            std::error_code ignored;
            if (entry->path().extension() == ".duelo" && entry->is_regular_file(ignored))
                files.emplace_back(fs::last_write_time(entry->path(), ignored), entry->path());
        }
    }
    std::ranges::sort(files, std::ranges::greater());
    files.resize(std::min(files.size(), kMostFiles));
    for (const auto& [changed, path] : files) {
        const Json header = firstLineOf(path);
        if (!header.is_object()) continue;
        const auto run = header.find("run");
        if (run != header.end() && run->is_string()) m_byRun.emplace(run->get<std::string>(), path);
    }
}

}  // namespace duelo
