// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "base/result.h"

/// The only way text from outside becomes JSON: plans, records, commands.
namespace duelo {

/// What hostile text may ask for: nlohmann's tree is copied and printed recursively, and looks
/// the keys of an object up one by one.
inline constexpr int kMaxJsonDepth = 64;
inline constexpr int kMaxJsonMembers = 4096;

/// One JSON value. Never depends on the locale: nlohmann-json asks it for the decimal sign and
/// takes only its first byte, which is wrong where the sign has two (ps_AF).
/// Reason: "json_invalid" with the place in the message.
[[nodiscard]] Result<Json> parseJson(std::string_view text);

/// One line; bytes that are not UTF-8 become U+FFFD, numbers that are not finite become null.
[[nodiscard]] std::string jsonText(const Json& json);

/// JSON has no NaN and no infinity.
[[nodiscard]] inline Json finiteOrNull(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace duelo
