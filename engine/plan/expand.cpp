// SPDX-License-Identifier: Apache-2.0
// From a plan to its cells.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <set>

#include "plan/spec.h"

namespace duelo {

namespace {

/// The same object is the same case, in whatever order its fields were written.
Json ordered(const Json& value) {
    return value.is_object() ? Json(nlohmann::json(value)) : value;
}

/// Returns the cores for each of the workers that axes count: these share the cores, so each of
/// several processes has fewer threads.
int coresLeft(const Spec& spec, const Params& product, const Facts& facts) {
    std::int64_t workers = 1;
    for (const Axis& axis : spec.axes)
        if (axis.zero_is_cores) workers *= std::max<std::int64_t>(1, product.integer(axis.id, 1));
    return static_cast<int>(std::max<std::int64_t>(1, facts.physical_cores / workers));
}

/// All products of a block's axes of one role, the last axis fastest.
std::vector<Params> productOf(const Spec& spec, AxisRole role, const Block& block,
                              const Facts& facts) {
    std::vector<Params> products{Params()};
    for (const Axis& axis : spec.axes) {
        if (axis.role != role) continue;
        const std::vector<Json> values = valuesOf(axis, block);
        if (values.empty()) continue;
        std::vector<Params> next;
        next.reserve(products.size() * values.size());
        for (const Params& product : products)
            for (const Json& value : values) {
                const bool of_cores = axis.zero_is_cores && value == 0;
                next.push_back(product);
                next.back().set(axis.id,
                                of_cores ? Json(coresLeft(spec, product, facts)) : ordered(value));
            }
        products = std::move(next);
    }
    return products;
}

bool allHold(const std::vector<When>& conditions, const Params& params) {
    return std::ranges::all_of(conditions,
                               [&](const When& condition) { return condition.holds(params); });
}

/// Drops axes that do not apply. \returns whether the values of the others do.
bool applies(const Spec& spec, Params& work, Params& variant) {
    Params both = work;
    for (const auto& [axis, value] : variant) both.set(axis, value);
    for (const Axis& axis : spec.axes) {
        if (!both.has(axis.id) || (axis.when.empty() && axis.value_when.empty())) continue;
        if (!allHold(axis.when, both)) {
            both.erase(axis.id);
            (axis.role == AxisRole::Variant ? variant : work).erase(axis.id);
            continue;
        }
        const auto condition = axis.value_when.find(both.text(axis.id));
        if (condition != axis.value_when.end() && !allHold(condition->second, both)) return false;
    }
    return true;
}

std::string idOf(int ordinal) {
    std::array<char, 16> id{};
    std::snprintf(id.data(), id.size(), "c%03d", ordinal);
    return id.data();
}

void attach(Cell& cell, const Spec& spec, const Attachments& attachments) {
    for (const Axis& axis : spec.axes)
        if (isAttached(axis.kind))
            for (const Params* params : {&cell.work, &cell.variant})
                addNamed(params->at(axis.id), attachments, cell.attachments);
}

}  // namespace

std::vector<Cell> expand(const Plan& plan, const Spec& spec, const Facts& facts) {
    std::vector<Params> cases, variants;
    for (const Block& block : plan.cases)
        std::ranges::move(productOf(spec, AxisRole::Case, block, facts), std::back_inserter(cases));
    for (const Block& block : plan.variants)
        std::ranges::move(productOf(spec, AxisRole::Variant, block, facts),
                          std::back_inserter(variants));
    const Attachments attachments = attachmentsOf(plan, spec);
    std::vector<Cell> cells;
    std::set<std::pair<Params, Params>> seen;
    int ordinal = 0;
    for (const Params& work : cases)
        for (const Params& variant : variants) {
            Cell cell{idOf(++ordinal), spec.id, work, variant};
            if (!applies(spec, cell.work, cell.variant) ||
                !seen.emplace(cell.work, cell.variant).second)
                continue;
            attach(cell, spec, attachments);
            cells.push_back(std::move(cell));
        }
    return cells;
}

}  // namespace duelo
