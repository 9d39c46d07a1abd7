// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

/// What of the machine a case shows: lines of the cache, the prediction of branches, lines that
/// cores take from each other, numbers that the hardware is slow at.
enum class Effect { Stride, Branches, Sharing, Denormals };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Effect>{"stride", "branches", "sharing",
                                                                 "denormals"};

/// Two ways for each effect, in its order: the one that the machine is bad at stands first.
enum class EffectWay { Strided, InOrder, Unsorted, Sorted, Neighbours, Apart, Denormal, Normal };
template <>
inline constexpr std::array<std::string_view, 8> wordsOf<EffectWay>{
    "strided", "in_order", "unsorted", "sorted", "neighbours", "apart", "denormal", "normal"};

[[nodiscard]] constexpr Effect effectOf(EffectWay way) {
    return static_cast<Effect>(static_cast<int>(way) / 2);
}
[[nodiscard]] constexpr EffectWay costlyWay(Effect effect) {
    return static_cast<EffectWay>(2 * static_cast<int>(effect));
}
[[nodiscard]] constexpr EffectWay easyWay(Effect effect) {
    return static_cast<EffectWay>(2 * static_cast<int>(effect) + 1);
}

inline constexpr std::int64_t kElementBytes = 4;  ///< integers and floats alike
inline constexpr std::int64_t kLineBytes = 64;    ///< of the cache, on all common processors

struct EffectCase {
    Effect effect = Effect::Stride;
    std::int64_t bytes = 0;
    std::int64_t stride_bytes = kElementBytes;  ///< of Effect::Stride alone

    [[nodiscard]] std::size_t elements() const {
        return static_cast<std::size_t>(bytes / kElementBytes);
    }
};
[[nodiscard]] EffectCase effectCase(const Params& work);

}  // namespace duelo
