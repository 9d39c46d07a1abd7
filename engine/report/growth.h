// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/shown.h"
#include "stats/sanity.h"

namespace duelo {

/// Growth of a column's time from the smallest to the largest value of the one number in which the
/// shown rows differ. Only times without doubt count.
struct Growth {
    std::string axis{};
    double from = 0, to = 0;
    std::string from_text{}, to_text{};  ///< "224 px"
    double factor = 0;                   ///< of the times
    std::optional<GrowthFit> fit{};
};
/// Returns nothing where the rows differ in anything else, where they have one value, and of times
/// that somebody brought.
[[nodiscard]] std::optional<Growth> growthOf(const Shown& shown, std::size_t column);

}  // namespace duelo
