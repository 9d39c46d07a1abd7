// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/shown.h"
#include "stats/sanity.h"

namespace duelo {

/// How the time of a column grows from the smallest to the largest value of the one number in which
/// the rows that are shown differ; of times without doubt.
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
