// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "plan/spec.h"
#include "ui/form/field.h"

namespace duelo::ui {

/// A part of a plan that the form shows as one: blocks of cases that differ only in the values of
/// one axis, to which values of others belong (Axis::per), and in those others.
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

/// Puts the form's values of the axis `owner` into a part. `told`: the values of other axes that
/// belong to them; these hold in all parts with that value, and a value that is newly chosen takes
/// them over from another part.
void takeOwner(std::vector<PlanPart>& parts, std::size_t part, const Axis& owner,
               const std::vector<Json>& values, const Owned& told);

}  // namespace duelo::ui
