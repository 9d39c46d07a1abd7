// SPDX-License-Identifier: Apache-2.0
#include "lab_report/kept_files.h"

#include <algorithm>

#include "base/text.h"

namespace duelo {
namespace {

KeptGroup groupOf(const Comparison& open) {
    KeptGroup group;
    for (std::size_t i = 0; i < open.sources.size(); ++i) {
        const Source& source = open.sources[i];
        if (i == 0 || source.file != open.sources[i - 1].file)
            group.push_back({visibleText(source.file_name), source.header.run, source.role});
    }
    return group;
}

bool holds(const KeptGroup& group, const KeptGroup& other) {
    return std::ranges::all_of(other, [&](const KeptFile& one) {
        return std::ranges::find(group, one.run, &KeptFile::run) != group.end();
    });
}

}  // namespace

bool keepFiles(LabReport& report, const Comparison& open) {
    KeptGroup group = groupOf(open);
    if (group.empty() || group.size() > kMaxKept) return false;
    std::vector<KeptGroup>& kept = report.kept;
    if (std::ranges::any_of(kept, [&](const KeptGroup& one) { return holds(one, group); }))
        return false;
    std::erase_if(kept, [&](const KeptGroup& one) { return holds(group, one); });
    if (kept.size() == kMaxKept) kept.erase(kept.begin());
    kept.push_back(std::move(group));
    return true;
}

std::vector<KeptGroup> closedGroups(const LabReport& report, const Comparison* open) {
    std::vector<KeptGroup> closed = report.kept;
    if (open != nullptr)
        std::erase_if(closed,
                      [now = groupOf(*open)](const KeptGroup& one) { return holds(now, one); });
    return closed;
}

}  // namespace duelo
