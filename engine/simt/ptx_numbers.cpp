// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace duelo::simt::ptx {

double wholeNumber(double number, Round round) {
    const double below = std::floor(number);
    switch (round) {
        case Round::Zero:
            return std::trunc(number);
        case Round::Down:
            return below;
        case Round::Up:
            return std::ceil(number);
        case Round::NearestAway:
            return std::round(number);
        default:
            break;
    }
    const double rest = number - below;
    if (rest == 0.5) return std::copysign(2 * std::round(below / 2), number);
    return std::copysign(rest < 0.5 ? std::abs(below) : std::abs(below + 1), number);
}

double roundedTo(double number, Format format, Round round) {
    if (number == 0 || !std::isfinite(number)) return number;
    const int last = std::max(std::ilogb(number), format.least) - format.fraction;
    const double made = std::ldexp(wholeNumber(std::ldexp(number, -last), round), last);
    const double largest = std::ldexp(2 - std::ldexp(1, -format.fraction), format.most);
    if (std::abs(made) <= largest) return std::copysign(made, number);
    const bool stays = round == Round::Zero || (round == Round::Down && number > 0) ||
                       (round == Round::Up && number < 0);
    return std::copysign(stays ? largest : std::numeric_limits<double>::infinity(), number);
}

float fromHalf(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float value;
    if (exponent == 31)
        value = fraction == 0 ? std::numeric_limits<float>::infinity()
                              : std::numeric_limits<float>::quiet_NaN();
    else if (exponent == 0)
        value = std::ldexp(static_cast<float>(fraction), -24);
    else
        value = std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    return (bits >> 15) != 0 ? -value : value;
}

std::uint16_t toHalf(double number, Round round) {
    if (std::isnan(number)) return 0x7fff;
    const std::uint16_t sign = std::signbit(number) ? 0x8000 : 0;
    const double made = std::abs(roundedTo(number, kHalf, round));
    if (std::isinf(made)) return sign | 0x7c00;
    if (made == 0) return sign;
    const int exponent = std::max(std::ilogb(made), kHalf.least);
    const auto fraction = static_cast<unsigned>(std::ldexp(made, kHalf.fraction - exponent));
    // A whole one adds 1 to the exponent, which a number below the least normal one lacks.
    const auto biased = static_cast<unsigned>(exponent - kHalf.least);
    return static_cast<std::uint16_t>(sign | ((biased << 10) + fraction));
}

std::uint16_t toBrain(double number, Round round) {
    if (std::isnan(number)) return 0x7fff;
    const auto made = static_cast<float>(roundedTo(number, kBrain, round));
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(made) >> 16);
}

}  // namespace duelo::simt::ptx
