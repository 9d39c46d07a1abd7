// SPDX-License-Identifier: Apache-2.0
#include "record/file_plans.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "plan/plan.h"
#include "plan/spec.h"

namespace duelo {

std::vector<FilePlan> plansOf(const RecordLog& log) {
    std::vector<FilePlan> plans;
    std::unordered_map<std::string, std::size_t> indexOf;
    const auto known = [&](const std::string& hash) -> FilePlan& {
        const auto [index, added] = indexOf.try_emplace(hash, plans.size());
        if (added) plans.push_back({.hash = hash});
        return plans[index->second];
    };
    const Header& first = log.header();
    known(first.plan_hash).plan = first.plan;
    for (const Json& later : first.extra.value(kLaterPlans, Json::array())) {
        // The file may have been edited: what is no plan is none of its plans.
        if (!later.is_object() || !later.contains("plan")) continue;
        FilePlan& plan = known(planHash(later["plan"]));
        plan.plan = later["plan"];
        const Json cells = later.value("cells", Json());
        if (cells.is_number_integer())
            plan.cells = static_cast<int>(
                std::clamp(cells.get<std::int64_t>(), std::int64_t{0}, std::int64_t{kMaxCells}));
    }
    std::size_t place = 0;
    for (const Record& record : log.records)
        if (const auto* header = std::get_if<Header>(&record)) {
            ++place;
            FilePlan& plan = known(header->plan_hash);
            plan.plan = header->plan;
            plan.cells = header->cells;
            if (plan.place == 0) plan.place = place;
        }
    return plans;
}

std::size_t placeOfPlan(const RecordLog& log, const std::string& hash) {
    const std::vector<FilePlan> plans = plansOf(log);
    const auto found = std::ranges::find(plans, hash, &FilePlan::hash);
    return found == plans.end() ? 0 : found->place;
}

std::string cellPrefix(std::size_t place) {
    return place == 1 ? std::string() : "p" + std::to_string(place) + "-";
}

std::string_view prefixOf(std::string_view cell) {
    const std::size_t dash = cell.find('-');
    return dash == std::string_view::npos ? std::string_view() : cell.substr(0, dash + 1);
}

int openCells(const RecordLog& log) {
    std::int64_t open = -static_cast<std::int64_t>(log.finishedCells().size());
    for (const FilePlan& plan : plansOf(log)) open += plan.cells;
    return static_cast<int>(std::clamp<std::int64_t>(open, 0, std::numeric_limits<int>::max()));
}

}  // namespace duelo
