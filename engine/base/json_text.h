// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

/// The only way text from outside becomes JSON: plans, records, commands.
namespace duelo {

/// The limits for hostile text: nlohmann's tree is made, copied and printed recursively, and looks
/// the keys of an object up one by one.
inline constexpr int kMaxJsonDepth = 64;
inline constexpr int kMaxJsonMembers = 4096;

/// One JSON value, read by simdjson: five times as fast as nlohmann-json, and never by the locale.
/// Of equal keys the last counts. Reason: "json_invalid" with the place in the message; also of
/// whole numbers beyond 64 bits.
[[nodiscard]] Result<Json> parseJson(std::string_view text);

/// Receives each member of an object of texts and lists of numbers, as most lines of a record file
/// are. `values`: null is NaN; `whole`: each is written as a whole number. The arguments are valid
/// during the call only; returning false ends the reading.
struct NumberListsReader {
    std::function<bool(std::string_view name, std::string_view text)> text;
    std::function<bool(std::string_view name, std::span<const double> values, bool whole)> list;
};
/// Reads such an object without the tree that parseJson() makes, in a tenth of its time. Returns
/// false where the text is anything else or the reader says so.
[[nodiscard]] bool readNumberLists(std::string_view text, const NumberListsReader& reader);

/// One line; bytes that are not UTF-8 become U+FFFD, numbers that are not finite become null.
[[nodiscard]] std::string jsonText(const Json& json);

/// JSON has no NaN and no infinity.
[[nodiscard]] inline Json finiteOrNull(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace duelo
