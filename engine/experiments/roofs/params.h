// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "base/words.h"

namespace duelo {

/// A limit of a machine: bytes copied, multiplications and additions, the start of several threads,
/// and the launch of a GPU's kernel; and the costs of sharing work out: a process, a copy through a
/// pipe, a lock.
enum class RoofKind { Copy, Fma, Start, Launch, Process, Pipe, Lock };
template <>
inline constexpr std::array<std::string_view, 7> wordsOf<RoofKind>{
    "copy", "fma", "start", "launch", "process", "pipe", "lock"};

/// Threads that wait are woken, or new ones are made for each call.
enum class TeamStart { Wake, Create };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<TeamStart>{"wake", "create"};

}  // namespace duelo
