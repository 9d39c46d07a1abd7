// SPDX-License-Identifier: Apache-2.0
#include "record/run_finder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/json_text.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

/// A header with its plan, labels and machine sheet has some kilobytes; a long one has many cells.
constexpr std::size_t kPieceBytes = std::size_t{16} << 10, kMostHeaderBytes = std::size_t{1} << 20;
/// A folder of a class has more, of other reports and machines: the latest are enough.
constexpr std::size_t kMostFiles = 1000;

}  // namespace

Json firstLineOf(const fs::path& path) {
    auto file = openToRead(path);
    if (!file) return {};
    std::string line;
    std::array<char, kPieceBytes> piece{};
    bool ended = false;
    while (!ended && *file && line.size() < kMostHeaderBytes) {
        file->read(piece.data(), piece.size());
        const std::string_view read(piece.data(), static_cast<std::size_t>(file->gcount()));
        const std::size_t end = read.find('\n');
        ended = end != std::string_view::npos;
        line += read.substr(0, end);
    }
    auto json = parseJson(line);
    return json && json->is_object() ? *std::move(json) : Json();
}

std::vector<fs::directory_entry> newestRecords(std::span<const fs::path> folders) {
    // Each time is asked for once: files that are written meanwhile would change the order while it
    // is made, and sorting by an order that changes reads and writes beyond the list.
    std::vector<std::pair<fs::file_time_type, fs::directory_entry>> files;
    for (const fs::path& folder : folders) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            std::error_code ignored;
            if (entry->path().extension() == ".duelo" && entry->is_regular_file(ignored))
                files.emplace_back(fs::last_write_time(entry->path(), ignored), *entry);
        }
    }
    std::ranges::sort(files, std::ranges::greater());
    files.resize(std::min(files.size(), kMostFiles));
    std::vector<fs::directory_entry> newest;
    newest.reserve(files.size());
    for (auto& [changed, entry] : files) newest.push_back(std::move(entry));
    return newest;
}

std::vector<fs::path> RunFinder::find(const std::string& run) {
    if (!std::exchange(m_looked, true)) lookThrough();
    std::vector<fs::path> found;
    for (auto [at, end] = m_byRun.equal_range(run); at != end; ++at) found.push_back(at->second);
    return found;
}

void RunFinder::lookThrough() {
    for (const fs::directory_entry& entry : newestRecords(m_folders)) {
        const Json header = firstLineOf(entry.path());
        if (!header.is_object()) continue;
        const auto run = header.find("run");
        if (run != header.end() && run->is_string())
            m_byRun.emplace(run->get<std::string>(), entry.path());
    }
}

}  // namespace duelo
