// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

/// The time that counts: that of the whole process, or the one that the program itself prints.
enum class ProgramTimed { Wall, Printed };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<ProgramTimed>{"wall", "printed"};

struct ProgramCase {
    std::optional<std::int64_t> n{};  ///< the number that the program is told of its work
    bool same_output = false;         ///< the output of all programs must be equal, byte by byte
};
[[nodiscard]] ProgramCase programCase(const Params& work);

/// The name of the attachment that is run.
[[nodiscard]] std::string commandNameOf(const Params& variant);

}  // namespace duelo
