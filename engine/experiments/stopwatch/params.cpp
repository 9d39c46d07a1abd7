// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/params.h"

#include <cmath>
#include <utility>
#include <vector>

#include "experiments/specs.h"

namespace duelo {

std::optional<Cell> timedCell(const Json& work, const Facts& facts) {
    if (!work.is_object()) return std::nullopt;
    const auto inner = planFromJson({{"experiment", work.value("experiment", Json())},
                                     {"cases", Json::array({work.value("case", Json())})},
                                     {"variants", Json::array({work.value("variant", Json())})}});
    const Spec* spec = inner ? findSpec(inner->experiment) : nullptr;
    if (!spec || spec->id == "stopwatch" || spec->steps) return std::nullopt;
    if (!problemsOf(*inner, *spec, facts).empty()) return std::nullopt;
    std::vector<Cell> cells = expand(completed(*inner, *spec), *spec, facts);
    if (cells.size() != 1 || !cells.front().attachments.empty()) return std::nullopt;
    return std::move(cells.front());
}

double coarseMs(double start_ms, double end_ms) {
    const auto ticks = [](double ms) { return std::floor(ms / kCoarseTick_ms); };
    return (ticks(end_ms) - ticks(start_ms)) * kCoarseTick_ms;
}

}  // namespace duelo
