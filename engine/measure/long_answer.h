// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// Connects the answer to a long question with its caller, for what cannot wait for its end.
struct AnswerControl {
    std::stop_token stop{};
    /// Told as often as one likes; `total` is 0 where it is not known.
    std::function<void(std::uint64_t done_bytes, std::uint64_t total_bytes)> progress =
        [](std::uint64_t, std::uint64_t) {};
};

/// Answers a question or an order of the window that takes longer than a reply may, such as a
/// download; returns the fields of the reply. Runs on a thread of its own, so it shares nothing
/// with a maker.
using LongAnswer = Result<Json> (*)(const Json& args, const AnswerControl& control);

struct LongQuestion {
    std::string_view query;
    LongAnswer answer;
};

}  // namespace duelo
