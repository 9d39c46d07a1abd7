// SPDX-License-Identifier: Apache-2.0
#include "lab_report/kept_files.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/file_name.h"
#include "base/places.h"
#include "base/text.h"
#include "record/run_finder.h"

namespace duelo {
namespace {

/// Tells whether a citation shows exactly this comparison.
bool isCited(const LabReport& report, const KeptGroup& group) {
    return std::ranges::any_of(report.citations, [&](const Citation& one) {
        return isOfGroup(one.kind) && isSameGroup(one.files, group);
    });
}

std::optional<RecordLog> logOf(const SoughtFile& file, RunFinder& finder) {
    const auto firstOf = [&](std::span<const std::filesystem::path> paths) {
        std::optional<RecordLog> found;
        for (std::size_t i = 0; i < paths.size() && !found; ++i)
            if (auto log = readResults(paths[i]); log && log->header().run == file.kept.run)
                found = std::move(*log);
        return found;
    };
    auto log = firstOf(file.places);
    return log ? std::move(log) : firstOf(finder.find(file.kept.run));
}

}  // namespace

KeptGroup groupOf(const Comparison& comparison) {
    KeptGroup group;
    const std::vector<Source>& sources = comparison.sources;
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (i == 0 || sources[i].file != sources[i - 1].file)
            group.push_back(fileOf(comparison, sources[i]));
    return group;
}

KeptFile fileOf(const Comparison& comparison, const Source& source) {
    // A file that was resumed has several.
    const Source& first = *std::ranges::find(comparison.sources, source.file, &Source::file);
    return {visibleText(first.file_name), first.header.run, first.role};
}

bool holds(const KeptGroup& group, const KeptGroup& other) {
    return std::ranges::all_of(other, [&](const KeptFile& one) {
        return std::ranges::find(group, one.run, &KeptFile::run) != group.end();
    });
}

std::vector<SoughtGroup> soughtIn(const std::vector<KeptGroup>& groups,
                                  const std::map<std::string, std::filesystem::path>& known,
                                  std::span<const std::filesystem::path> folders) {
    std::vector<SoughtGroup> sought;
    for (const KeptGroup& group : groups) {
        SoughtGroup& files = sought.emplace_back();
        for (const KeptFile& kept : group) {
            SoughtFile& file = files.emplace_back(SoughtFile{kept, {}});
            if (const auto at = known.find(kept.run); at != known.end())
                file.places.push_back(at->second);
            for (const std::filesystem::path& folder : folders)
                file.places.push_back(folder / fromUtf8(safeFileName(kept.file)));
        }
    }
    return sought;
}

ReadGroups readGroups(std::span<const SoughtGroup> groups,
                      std::span<const std::filesystem::path> folders, FindSpec find) {
    ReadGroups read;
    RunFinder finder(folders);
    for (const SoughtGroup& group : groups) {
        std::vector<RecordLog> logs;
        ComparisonOptions options;
        std::vector<OpenFile> files;
        for (const SoughtFile& file : group) {
            auto log = logOf(file, finder);
            if (!log) {
                if (std::ranges::find(read.missing, file.kept.run, &KeptFile::run) ==
                    read.missing.end())
                    read.missing.push_back(file.kept);
                continue;
            }
            files.push_back({log->path});
            options.roles.push_back(file.kept.role);
            logs.push_back(std::move(*log));
        }
        if (logs.empty()) continue;
        if (auto compared = compare(logs, find, options))
            read.groups.push_back({std::move(*compared), std::move(files)});
    }
    return read;
}

bool keepFiles(LabReport& report, const Comparison& open) {
    KeptGroup group = groupOf(open);
    if (group.empty() || group.size() > kMaxKept) return false;
    std::vector<KeptGroup>& kept = report.kept;
    const bool cited = isCited(report, group);
    if (std::ranges::any_of(kept, [&](const KeptGroup& one) {
            return isSameGroup(one, group) || (!cited && holds(one, group));
        }))
        return false;
    std::erase_if(kept,
                  [&](const KeptGroup& one) { return holds(group, one) && !isCited(report, one); });
    if (kept.size() == kMaxKept) {
        const auto silent =
            std::ranges::find_if(kept, [&](const KeptGroup& one) { return !isCited(report, one); });
        kept.erase(silent == kept.end() ? kept.begin() : silent);
    }
    kept.push_back(std::move(group));
    return true;
}

std::vector<KeptGroup> closedGroups(const LabReport& report, const Comparison* open) {
    std::vector<KeptGroup> closed = report.kept;
    if (open != nullptr)
        std::erase_if(closed, [&, now = groupOf(*open)](const KeptGroup& one) {
            return isSameGroup(now, one) || (holds(now, one) && !isCited(report, one));
        });
    return closed;
}

}  // namespace duelo
