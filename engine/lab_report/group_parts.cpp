// SPDX-License-Identifier: Apache-2.0
#include "lab_report/group_parts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "lab_report/asked_cases.h"
#include "report/misleading.h"

namespace duelo {
namespace {

/// The facts by which one group comes before another.
struct Known {
    KeptGroup files{};
    std::string experiment{}, started{}, run{};
    AskedCases asked{};
    bool is_stood_on = false;  ///< by the report: kept, or open and cited
    bool is_hidden = false;    ///< another group has all of its files
};

bool cites(const Citation& citation, const KeptGroup& files) {
    if (isOfGroup(citation.kind)) return isSameGroup(citation.files, files);
    return std::ranges::find(files, citation.of.run, &KeptFile::run) != files.end();
}

Known knownOf(const FileGroup& group, bool is_kept, const ReportGround& ground) {
    const Comparison& comparison = *group.comparison;
    Known known{.files = groupOf(comparison),
                .started = comparison.sources.front().header.started,
                .run = comparison.sources.front().header.run,
                .asked = askedCasesOf(comparison)};
    if (!comparison.rows.empty()) known.experiment = comparison.rows.front().experiment;
    known.is_stood_on =
        is_kept ||
        std::ranges::any_of(ground.kept,
                            [&](const KeptGroup& one) { return holds(one, known.files); }) ||
        std::ranges::any_of(ground.cited,
                            [&](const Citation& one) { return cites(one, known.files); });
    return known;
}

/// Hides what another group has too: of two with the same files the later one.
void hideParts(std::vector<Known>& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (std::size_t other = 0; other < groups.size() && !groups[i].files.empty(); ++other) {
            if (other == i || !holds(groups[other].files, groups[i].files)) continue;
            if (other > i && holds(groups[i].files, groups[other].files)) continue;
            groups[i].is_hidden = true;
            groups[other].is_stood_on |= groups[i].is_stood_on;
        }
}

}  // namespace

std::vector<GroupPart> groupPartsOf(std::span<const FileGroup> groups, const ReportGround& ground) {
    std::vector<GroupPart> parts(groups.size());
    std::vector<Known> known(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const Comparison* comparison = groups[i].comparison;
        parts[i].is_read =
            comparison != nullptr && !comparison->sources.empty() && !hasGame(*comparison);
        if (parts[i].is_read) known[i] = knownOf(groups[i], i > 0, ground);
    }
    hideParts(known);
    const auto isBefore = [&](std::size_t a, std::size_t b) {
        const Known &one = known[a], &other = known[b];
        const auto key = [](const Known& of) {
            // The latest of those alike: it was measured again.
            return std::tie(of.asked.usual, of.asked.devices, of.is_stood_on, of.asked, of.started,
                            of.run);
        };
        return key(one) > key(other);
    };
    std::map<std::string, std::size_t> mains;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!parts[i].is_read || known[i].is_hidden) continue;
        const auto [main, isFirst] = mains.try_emplace(known[i].experiment, i);
        if (!isFirst && isBefore(i, main->second)) main->second = i;
    }
    for (const auto& [experiment, i] : mains) parts[i].is_main = true;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < groups.size(); ++i) order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (parts[a].is_main != parts[b].is_main) return parts[a].is_main;
        return parts[a].is_main ? isBefore(a, b) : known[a].started < known[b].started;
    });
    for (std::size_t place = 0; place < order.size(); ++place) parts[order[place]].place = place;
    for (std::size_t i = 0; i < groups.size(); ++i)
        parts[i].is_told = parts[i].is_main || (known[i].is_stood_on && !known[i].is_hidden);
    return parts;
}

}  // namespace duelo
