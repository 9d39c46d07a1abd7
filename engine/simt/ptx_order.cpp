// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_order.h"

#include <algorithm>
#include <cmath>

namespace duelo::simt::ptx {

namespace {

constexpr float kRounding = 1e-4F;  // of the larger number

bool alike(float a, float b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b);
    return a == b || std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

}  // namespace

std::optional<Reason> orderFault(std::span<const float> forwards, std::span<const float> backwards,
                                 const std::string& kernel, const std::string& array) {
    const std::size_t count = std::min(forwards.size(), backwards.size());
    for (std::size_t i = 0; i < count; ++i)
        if (!alike(forwards[i], backwards[i]))
            return Reason{"simt_order",
                          {{"kernel", kernel},
                           {"array", array},
                           {"index", i},
                           {"first", forwards[i]},
                           {"second", backwards[i]}},
                          {}};
    return std::nullopt;
}

}  // namespace duelo::simt::ptx
