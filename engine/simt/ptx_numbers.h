// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "simt/ptx_module.h"

namespace duelo::simt::ptx {

inline constexpr unsigned kLanes = 32;

/// Calls `use(lane)` for each bit that is set.
template <typename Use>
void eachLane(std::uint32_t lanes, const Use& use) {
    if (lanes == ~0U) {
        for (unsigned lane = 0; lane < kLanes; ++lane) use(lane);
        return;
    }
    for (; lanes != 0; lanes &= lanes - 1) use(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// A register holds 64 bits; those that a type does not have are 0.
template <typename Number>
[[nodiscard]] Number numberIn(std::uint64_t bits) {
    if constexpr (std::is_same_v<Number, float>) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else if constexpr (std::is_same_v<Number, double>) {
        return std::bit_cast<double>(bits);
    } else {
        return static_cast<Number>(bits);
    }
}
template <typename Number>
[[nodiscard]] std::uint64_t bitsOf(Number number) {
    if constexpr (std::is_same_v<Number, float>) {
        // There is one NaN in single precision.
        return number != number ? 0x7fffffffU : std::bit_cast<std::uint32_t>(number);
    } else if constexpr (std::is_same_v<Number, double>) {
        return std::bit_cast<std::uint64_t>(number);
    } else {
        return static_cast<std::make_unsigned_t<Number>>(number);
    }
}

/// A format of numbers: the bits of its fraction, and its smallest and largest exponents.
struct Format {
    int fraction, least, most;
};
inline constexpr Format kHalf{10, -14, 15}, kBrain{7, -126, 127}, kTensor{10, -126, 127},
    kSingle{23, -126, 127};

/// The number of a format that follows by the rounding; too large a one is infinite or the largest.
[[nodiscard]] double roundedTo(double number, Format format, Round round);
/// Rounds to a whole number.
[[nodiscard]] double wholeNumber(double number, Round round);
[[nodiscard]] float fromHalf(std::uint16_t bits);
[[nodiscard]] std::uint16_t toHalf(double number, Round round = Round::Nearest);
[[nodiscard]] inline float fromBrain(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}
[[nodiscard]] std::uint16_t toBrain(double number, Round round = Round::Nearest);

}  // namespace duelo::simt::ptx
