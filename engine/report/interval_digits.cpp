// SPDX-License-Identifier: Apache-2.0
#include "report/interval_digits.h"

#include "report/measured_text.h"

namespace duelo {

int decimalsApart(double value, const Interval& ci) {
    constexpr int kMost = 12;  // a double has no more at the size of any time
    int decimals = decimalsFor(value, ci);
    const auto isTold = [&](double end) {
        return end == value || formatFixed(end, decimals, {}) != formatFixed(value, decimals, {});
    };
    while (decimals < kMost && !(isTold(ci.low) && isTold(ci.high))) ++decimals;
    return decimals;
}

}  // namespace duelo
