// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/line_channel.h"
#include "base/result.h"

namespace duelo {

/// The place of this process among those that somebody has started together (torchrun, mpirun), on
/// this PC or on several, as an experiment reads it that shares its work out to them: the first
/// measures, and the others do what it asks of them.
struct StartedTogether {
    int rank = 0;        ///< 0: the first
    int local_rank = 0;  ///< among those on this PC
    /// Opens the way to the first. It says "SESSION LINE", each session a work of its own, with
    /// kSessionOver as its last line, and kDismissed when nothing more is wanted.
    std::function<Result<std::unique_ptr<LineChannel>>()> channel{};
    /// Tells all others, when it is the first, that nothing more is wanted of them.
    std::function<void()> dismiss{};
};

inline constexpr std::string_view kDismissed = "{\"do\":\"leave\"}";
inline constexpr std::string_view kSessionOver = "{\"do\":\"over\"}";

}  // namespace duelo
