// SPDX-License-Identifier: Apache-2.0
#include "base/power_text.h"

#include <cmath>
#include <string_view>

namespace duelo {

std::string powerText(double value) {
    if (!std::isfinite(value) || value <= 0) return "-";
    constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    // A power of ten has a logarithm a hair beside its whole number.
    int power = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    auto digit = std::lround(value / std::pow(10, power));
    if (digit == 10) {
        digit = 1;
        ++power;
    }
    std::string out = digit == 1 ? "10" : std::to_string(digit) + "·10";
    if (power < 0) out += "⁻";
    for (const char c : std::to_string(std::abs(power))) out += raised[c - '0'];
    return out;
}

std::string readableText(double value, NumberStyle style, int digits) {
    // What rounds to the next power of ten is written as that.
    const double rounds = 1 - 0.5 * std::pow(10, -digits);
    const double kReadable = rounds * 1e-3, kManyDigits = rounds * 1e6, kNextPower = 10 * rounds;
    if (!(value > 0) || (value >= kReadable && value < kManyDigits) || !std::isfinite(value))
        return formatSignificant(value, digits, style);
    double power = std::pow(10, std::floor(std::log10(value)));
    if (value / power >= kNextPower) power *= 10;
    return formatFixed(value / power, digits - 1, style) + "·" + powerText(power);
}

}  // namespace duelo
