// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

/// The part of the machine that a case shows: lines of the cache, the prediction of branches, lines
/// that cores take from each other, numbers that the hardware is slow at.
enum class Effect { Stride, Branches, Sharing, Denormals };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Effect>{"stride", "branches", "sharing",
                                                                 "denormals"};

/// The same two for every effect, because one variant has to be the base of all cases: the way that
/// is hard for the machine, and the easy one.
enum class EffectWay { Hard, Easy };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<EffectWay>{"hard", "easy"};

inline constexpr std::int64_t kElementBytes = 4;  ///< integers and floats alike
inline constexpr std::int64_t kLineBytes = 64;    ///< of the cache, on all common processors

struct EffectCase {
    Effect effect = Effect::Stride;
    std::int64_t bytes = 0;
    std::int64_t stride_bytes = kElementBytes;  ///< of Effect::Stride alone
    int sharers = 1;                            ///< threads; of Effect::Sharing alone

    [[nodiscard]] std::size_t elements() const {
        return static_cast<std::size_t>(bytes / kElementBytes);
    }
};
[[nodiscard]] EffectCase effectCase(const Params& work);

}  // namespace duelo
