// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/plan_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace duelo::ui {

namespace {

bool isAmong(const Json& value, const std::vector<Json>& values) {
    return std::ranges::find(values, value) != values.end();
}

/// Whether two blocks have all but the values of the axis in common, and none of those.
bool joins(Block a, Block b, const std::string& axis) {
    const std::vector<Json> some = std::exchange(a[axis], {});
    const std::vector<Json> others = std::exchange(b[axis], {});
    return a == b &&
           std::ranges::none_of(others, [&](const Json& value) { return isAmong(value, some); });
}

}  // namespace

const Axis* ownerAxis(const Spec& spec) {
    const auto owned =
        std::ranges::find_if(spec.axes, [](const Axis& axis) { return !axis.per.empty(); });
    return owned == spec.axes.end() ? nullptr : spec.find(owned->per);
}

std::vector<PlanPart> partsOf(const std::vector<Block>& cases, const Spec& spec) {
    const Axis* owner = ownerAxis(spec);
    std::vector<PlanPart> parts;
    for (const Block& block : cases) {
        PlanPart part{block, {}};
        const std::vector<Json> owners = owner ? valuesIn(block, owner->id) : std::vector<Json>();
        if (owners.size() == 1)
            for (const Axis& axis : spec.axes)
                if (axis.per == owner->id && !valuesIn(block, axis.id).empty())
                    part.owned[owners.front()].insert(part.block.extract(axis.id));
        if (owner && !parts.empty() && joins(parts.back().block, part.block, owner->id) &&
            !(parts.back().owned.empty() && part.owned.empty())) {
            std::ranges::copy(owners, std::back_inserter(parts.back().block[owner->id]));
            parts.back().owned.merge(part.owned);
        } else {
            parts.push_back(std::move(part));
        }
    }
    return parts;
}

std::vector<Block> casesOf(const std::vector<PlanPart>& parts, const Spec& spec) {
    const Axis* owner = ownerAxis(spec);
    std::vector<Block> cases;
    for (const PlanPart& part : parts) {
        std::vector<Json> without;
        std::vector<Block> own;
        for (const Json& value : owner ? valuesIn(part.block, owner->id) : std::vector<Json>()) {
            const auto owned = part.owned.find(value);
            if (owned == part.owned.end()) {
                without.push_back(value);
                continue;
            }
            own.push_back(part.block);
            own.back()[owner->id] = {value};
            for (const auto& [axis, values] : owned->second) own.back()[axis] = values;
        }
        if (own.empty()) {
            cases.push_back(part.block);
        } else if (!without.empty()) {
            cases.push_back(part.block);
            cases.back()[owner->id] = std::move(without);
        }
        std::ranges::move(own, std::back_inserter(cases));
    }
    return cases;
}

void takeOwner(std::vector<PlanPart>& parts, std::size_t part, const Axis& owner,
               const std::vector<Json>& values, const Owned& told) {
    PlanPart& shown = parts[part];
    const std::vector<Json> before = valuesIn(shown.block, owner.id);
    Owned owned;
    for (const Json& value : values) {
        const auto own = told.find(value);
        if (own != told.end()) owned.insert(*own);
        const auto old = shown.owned.find(value);
        const bool same = own == told.end()
                              ? old == shown.owned.end()
                              : old != shown.owned.end() && old->second == own->second;
        for (PlanPart& other : parts) {
            if (&other == &shown || !isAmong(value, valuesIn(other.block, owner.id))) continue;
            if (!isAmong(value, before) && own == told.end()) {
                if (const auto there = other.owned.find(value); there != other.owned.end())
                    owned.insert(*there);
            } else if (!same) {
                other.owned.erase(value);
                if (own != told.end()) other.owned.insert(*own);
            }
        }
    }
    shown.block[owner.id] = values;
    shown.owned = std::move(owned);
}

}  // namespace duelo::ui
