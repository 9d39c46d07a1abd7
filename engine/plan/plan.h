// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "plan/attachment.h"
#include "plan/params.h"

namespace duelo {

/// The values of each axis; what is measured is their product. An axis without an entry has its
/// usual value.
using Block = std::map<std::string, std::vector<Json>, std::less<>>;

/// The values that the user picked for an experiment's axes (plan/spec.h). Several blocks, because
/// an axis that one case is swept over may not concern another. Nothing here depends on the
/// machine, so the same plan can be resumed on another one (S0-51); only expand() learns how many
/// cores there are.
struct Plan {
    std::string experiment{};
    std::vector<Block> cases{}, variants{};
    Params run{};   ///< what changes no result
    Params base{};  ///< ratios are against the first variant with these values
    Preset preset = Preset::Standard;
    Attachments attachments{};  ///< what its values of kind Source and Command name

    bool operator==(const Plan&) const = default;
};

/// One case done one way.
struct Cell {
    std::string id{};  ///< "c001", in the order of expand(); the same on every machine
    std::string experiment{};
    Params work{}, variant{};
    Attachments attachments{};  ///< what these name

    bool operator==(const Cell&) const = default;
};

/// The values of a block's axis; empty where it names none.
[[nodiscard]] const std::vector<Json>& valuesIn(const Block& block, std::string_view axis);

/// The plan on this device alone, whatever else was chosen: its variants for that device, or all of
/// them done there where it has none.
[[nodiscard]] Plan onlyOn(Plan plan, const Device& device);

/// A single value stands without its list; empty parts are absent.
[[nodiscard]] Json toJson(const Plan& plan);
/// Reads a plan of any experiment, and strictly, because a misspelt field would measure something
/// else; what axes and values mean is for problemsOf(). Reasons with {field}: "field_missing",
/// "field_unknown" {accepted}, "field_not_list", "field_not_object", "field_not_text" {value},
/// "unknown_value" {value, accepted}.
[[nodiscard]] Result<Plan> planFromJson(const Json& json);

/// First 16 hexadecimal digits of the SHA-256 of a plan as it was parsed, keys sorted: changes with
/// every field, those too that this version does not know, and not with the layout or the order of
/// keys in a file.
[[nodiscard]] std::string planHash(const Json& plan);

}  // namespace duelo
