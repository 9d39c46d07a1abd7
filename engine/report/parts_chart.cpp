// SPDX-License-Identifier: Apache-2.0
#include "report/parts_chart.h"

#include <algorithm>
#include <cmath>

namespace duelo {

std::string partName(std::string_view part, const Text& text) {
    const std::string key = "results.part_" + std::string(part);
    return text.has(key) ? text(key) : visibleText(part);
}

BarsValue breakdownOf(const Parts& parts, const Text& text) {
    constexpr double kLeastPercent = 0.1;
    BarsValue out;
    BarsValue::Bar bar;
    double total = 0;
    for (const PartTime& part : parts)
        if (part.inside && isPositive(part.ms)) total += part.ms;
    for (const PartTime& part : parts) {
        if (!part.inside || !isPositive(part.ms)) continue;
        const std::string name = partName(part.id, text);
        const double percent =
            std::round(1e9 * part.ms / total) / 1e7;  // 3, not 3.0000000000000004
        const std::string share = (percent < kLeastPercent ? "< " : "") +
                                  text.value("share_percent", std::max(percent, kLeastPercent));
        bar.parts.push_back({part.id, name, part.ms, share});
        out.description += name + ": " + share + ". ";
    }
    if (!bar.parts.empty()) out.bars.push_back(std::move(bar));
    return out;
}

std::string apartText(const Parts& parts, const Labels& labels) {
    std::string list;
    for (const PartTime& part : parts)
        if (!part.inside && isPositive(part.ms))
            list += (list.empty() ? "" : ", ") + partName(part.id, labels.text()) + ' ' +
                    labels.timeText(part.ms);
    return list;
}

}  // namespace duelo
