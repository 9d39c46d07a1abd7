// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "plan/params.h"

namespace duelo {

/// The axis of variants that says how many processes do the whole work of a cell at the same time,
/// each with data of its own (measure/side_by_side.h). A cell without it is done by one as ever.
inline constexpr std::string_view kInstancesAxis = "instances";

/// 0 for a cell without that axis.
[[nodiscard]] inline int instancesOf(const Params& variant) {
    return static_cast<int>(variant.integer(kInstancesAxis, 0));
}

}  // namespace duelo
