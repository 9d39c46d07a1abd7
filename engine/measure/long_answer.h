// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// How the answer to a question that takes long hears and tells what cannot wait for its end.
struct AnswerControl {
    std::stop_token stop{};
    /// Told as often as one likes; `total` is 0 where it is not known.
    std::function<void(std::uint64_t done_bytes, std::uint64_t total_bytes)> progress =
        [](std::uint64_t, std::uint64_t) {};
};

/// What the window wants to know or to have and what takes longer than a reply may, such as a
/// download: the fields of the reply. On a thread of its own, so it shares nothing with a maker.
using LongAnswer = Result<Json> (*)(const Json& args, const AnswerControl& control);

struct LongQuestion {
    std::string_view query;
    LongAnswer answer;
};

}  // namespace duelo
