// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/reason_json.h"
#include "base/result.h"

/// Sheets: plain values that say what was found out, such as that of a machine. A sheet names its
/// fields once, in a static `fields(sheet, field)` that calls `field("name", member)` for each in
/// the order of the JSON; writing and reading both follow from it:
///
///     struct MemorySheet {
///         std::optional<std::int64_t> total_bytes{};
///         Json extra = Json::object();
///         template <typename Self, typename F>
///         static void fields(Self& self, F&& field) {
///             field("total_bytes", self.total_bytes);
///         }
///     };
///
/// Members are texts, optional numbers, flags and reasons, lists, TextTables and other sheets. What
/// says nothing (empty, without a value) is absent in JSON.
///
/// Reading refuses nothing, because a sheet is shown and compared and never obeyed: a field that is
/// unknown, says nothing or is of another type goes to `extra` as it is and is written back.
namespace duelo {

/// Texts by name, in the order of their file.
using TextTable = std::vector<std::pair<std::string, std::string>>;

namespace sheets {

/// Returns the value as JSON; null where it says nothing.
template <typename T>
[[nodiscard]] Json told(const T& value);
/// Reads `json` into `value`. Returns false and leaves `value` as it was where `json` is of another
/// type or is nothing that told() would write.
template <typename T>
[[nodiscard]] bool take(const Json& json, T& value);

struct AnyField {
    template <typename T>
    void operator()(const char* name, T& value) const;
};

}  // namespace sheets

template <typename S>
concept Sheet = requires(S& sheet) {
    { sheet.extra } -> std::same_as<Json&>;
    S::fields(sheet, sheets::AnyField{});
};

template <Sheet S>
[[nodiscard]] Json toJson(const S& sheet);
template <Sheet S>
[[nodiscard]] S sheetFrom(const Json& json);

template <Sheet S>
Json toJson(const S& sheet) {
    Json json = Json::object();
    S::fields(sheet, [&json](const char* name, const auto& value) {
        if (Json one = sheets::told(value); !one.is_null()) json[name] = std::move(one);
    });
    for (const auto& [name, value] : sheet.extra.items())
        if (!json.contains(name)) json[name] = value;
    return json;
}

/// Returns a sheet without any field where `json` is no object.
template <Sheet S>
S sheetFrom(const Json& json) {
    S sheet;
    if (!json.is_object()) return sheet;
    std::set<std::string_view> taken;
    S::fields(sheet, [&](const char* name, auto& value) {
        const auto found = json.find(name);
        if (found != json.end() && sheets::take(*found, value)) taken.insert(name);
    });
    for (const auto& [name, value] : json.items())
        if (!taken.contains(name)) sheet.extra[name] = value;
    return sheet;
}

}  // namespace duelo

#include "base/sheet_values.h"
