// SPDX-License-Identifier: Apache-2.0
#include "experiments/found_limits.h"

#include <algorithm>
#include <functional>
#include <system_error>
#include <utility>

#include "experiments/compare.h"
#include "experiments/roofs/limits.h"
#include "record/game.h"
#include "record/provenance.h"
#include "record/record_file.h"
#include "record/run_finder.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExperiment = "roofs";
/// The most measurements that are looked at; older ones count where the latest were all disturbed.
constexpr std::size_t kMostTried = 5;
constexpr const char* kResultsFolder = "duelo-results";

/// Returns a text of an object; empty where there is no such text.
std::string wordIn(const Json& json, const char* name) {
    if (!json.is_object()) return {};
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string wordIn(const Json& json, const char* outer, const char* name) {
    return json.contains(outer) ? wordIn(json.at(outer), name) : std::string();
}

bool hasLimit(const Comparison& comparison) {
    return std::ranges::any_of(comparison.rows, [&](const Row& row) {
        return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
            const MachineRoofs roofs = roofsOf(comparison, cell);
            return roofs.memory || !roofs.flop.empty();
        });
    });
}

std::shared_ptr<const Comparison> limitsIn(const fs::path& path) {
    const auto log = readResults(path);
    // A file that was edited, or is still being written, proves nothing.
    if (!log || log->integrity != Integrity::Sealed) return nullptr;
    auto comparison = compare(std::span(&*log, 1));
    if (!comparison) return nullptr;
    return std::make_shared<const Comparison>(*std::move(comparison));
}

}  // namespace

fs::path FoundLimits::folderOf(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.parent_path().filename() == kResultsFolder ? folder.parent_path() : folder;
}

FoundLimits::Glance FoundLimits::glanceAt(const fs::directory_entry& entry) const {
    std::error_code error;
    Glance glance{.changed = entry.last_write_time(error), .bytes = entry.file_size(error)};
    if (const auto known = m_seen.find(entry.path()); known != m_seen.end() &&
                                                      known->second.changed == glance.changed &&
                                                      known->second.bytes == glance.bytes)
        return known->second;
    const Json header = firstLineOf(entry.path());
    if (wordIn(header, "plan", "experiment") != kExperiment || header.contains(kProvenanceField) ||
        header.contains(kGameField))
        return glance;
    glance.machine = wordIn(header, "machine", "id");
    glance.started = wordIn(header, "started");
    return glance;
}

std::vector<fs::path> FoundLimits::newestFirst(const std::vector<fs::path>& folders,
                                               const std::string& machine) {
    std::vector<fs::path> all = folders;
    for (const fs::path& folder : folders) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            std::error_code ignored;
            if (entry->is_directory(ignored)) all.push_back(entry->path());
        }
    }
    std::map<fs::path, Glance> seen;
    std::vector<std::pair<std::string, fs::path>> own;
    for (const fs::directory_entry& entry : newestRecords(all)) {
        const Glance glance = glanceAt(entry);
        if (!glance.machine.empty() && glance.machine == machine)
            own.emplace_back(glance.started, entry.path());
        seen.emplace(entry.path(), glance);
    }
    m_seen = std::move(seen);
    std::ranges::sort(own, std::ranges::greater{});
    std::vector<fs::path> paths;
    for (auto& [started, path] : own)
        if (std::ranges::find(paths, path) == paths.end()) paths.push_back(std::move(path));
    return paths;
}

std::shared_ptr<const Comparison> FoundLimits::of(const RecordLog& own,
                                                  const std::vector<fs::path>& folders) {
    if (own.records.empty()) return nullptr;
    const auto* header = std::get_if<Header>(&own.records.front());
    if (!header || header->machine.id.empty()) return nullptr;
    if (wordIn(header->plan, "experiment") == kExperiment) return nullptr;
    const std::lock_guard lock(m_mutex);
    m_run = header->run;
    std::vector<fs::path> candidates = newestFirst(folders, header->machine.id);
    if (candidates == m_candidates && m_machine == header->machine.id) return m_found;
    m_candidates = std::move(candidates);
    m_machine = header->machine.id;
    m_found = nullptr;
    for (std::size_t i = 0; i < std::min(m_candidates.size(), kMostTried); ++i) {
        auto limits = limitsIn(m_candidates[i]);
        const bool serves = limits && hasLimit(*limits);
        if (serves || !m_found) m_found = std::move(limits);
        if (serves) break;
    }
    return m_found;
}

std::shared_ptr<const Comparison> FoundLimits::lastOf(const RecordLog& own,
                                                      const std::vector<fs::path>& folders) {
    if (const auto* header =
            own.records.empty() ? nullptr : std::get_if<Header>(&own.records.front())) {
        const std::lock_guard lock(m_mutex);
        if (!header->run.empty() && header->run == m_run) return m_found;
    }
    return of(own, folders);
}

}  // namespace duelo
