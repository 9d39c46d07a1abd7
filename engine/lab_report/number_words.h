// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duelo {

/// A number of a text with what it counts. A decimal sign is a point or a comma.
struct NumberWords {
    [[nodiscard]] static constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
    enum class Unit { None, Second, Millisecond, Microsecond, Times, Percent };

    double value = 0;
    double half_step = 0;  ///< half of its last digit: as exactly it was meant
    Unit unit = Unit::None;
    std::size_t begin = 0, end = 0;  ///< of its digits
    /// Returns the factor that makes the value seconds; 1 for times, percent and no unit.
    [[nodiscard]] double perUnit() const {
        return unit == Unit::Millisecond ? 1e-3 : unit == Unit::Microsecond ? 1e-6 : 1;
    }
    [[nodiscard]] bool isTime() const {
        return unit == Unit::Second || unit == Unit::Millisecond || unit == Unit::Microsecond;
    }
};

/// Returns the numbers of a text in their order. A part of a word ("ResNet18") is none, nor is a
/// word with several signs (a date).
[[nodiscard]] std::vector<NumberWords> numbersIn(std::string_view text);

}  // namespace duelo
