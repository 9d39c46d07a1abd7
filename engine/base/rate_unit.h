// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace duelo {

/// The unit in which rates are said: "GB/s" of byte/s, "GFLOP/s" of flop/s, in powers of 1000; any
/// other as it is.
struct RateUnit {
    double per_s = 1;  ///< one of it, in what is counted per second: a rate is divided by this
    std::string symbol{};
    bool operator==(const RateUnit&) const = default;
};

/// Returns the unit in which that rate has one to three digits before the sign.
[[nodiscard]] RateUnit rateUnitFor(double per_s, std::string_view unit);

}  // namespace duelo
