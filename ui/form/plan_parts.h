// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "plan/spec.h"
#include "ui/form/field.h"

namespace duelo::ui {

/// What a form shows as one: blocks of cases that differ only in the values of the axis that others
/// belong to (Axis::per), and in what each of those has of its own.
struct PlanPart {
    Block block{};  ///< of all of them
    Owned owned{};

    bool operator==(const PlanPart&) const = default;
};

/// The axis whose values have some of others; null: none. An experiment has one at most.
[[nodiscard]] const Axis* ownerAxis(const Spec& spec);
/// A value with others of its own has a block of its own in a plan; in the form it stands beside
/// the others.
[[nodiscard]] std::vector<PlanPart> partsOf(const std::vector<Block>& cases, const Spec& spec);
[[nodiscard]] std::vector<Block> casesOf(const std::vector<PlanPart>& parts, const Spec& spec);

/// What the form says of the axis `owner` in a part: what a value has of its own holds in all parts
/// with that value, and one that is chosen anew takes what it has in another part.
void takeOwner(std::vector<PlanPart>& parts, std::size_t part, const Axis& owner,
               const std::vector<Json>& values, const Owned& told);

}  // namespace duelo::ui
