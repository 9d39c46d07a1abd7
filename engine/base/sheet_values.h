// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/sheet.h"

/// The values of sheets and their JSON; the second half of base/sheet.h, which includes it.
namespace duelo {

namespace sheets {

template <typename T>
inline constexpr bool isList = false;
template <typename T>
inline constexpr bool isList<std::vector<T>> = true;
template <typename T>
inline constexpr bool isOptional = false;
template <typename T>
inline constexpr bool isOptional<std::optional<T>> = true;

template <typename T>
Json told(const T& value) {
    if constexpr (isOptional<T>) {
        return value ? told(*value) : Json();
    } else if constexpr (std::is_same_v<T, Json> || std::is_arithmetic_v<T>) {
        return value;
    } else if constexpr (std::is_same_v<T, Reason>) {
        return toJson(value);
    } else if constexpr (Sheet<T>) {
        Json json = toJson(value);
        return json.empty() ? Json() : json;
    } else {
        if (value.empty()) return {};
        if constexpr (std::is_same_v<T, std::string>) {
            return value;
        } else if constexpr (std::is_same_v<T, TextTable>) {
            Json table = Json::object();
            for (const auto& [name, text] : value) table[name] = text;
            return table;
        } else {
            Json list = Json::array();
            for (const auto& item : value) list.push_back(told(item));
            return list;
        }
    }
}

template <typename T>
bool take(const Json& json, T& value) {
    if constexpr (isOptional<T>) {
        typename T::value_type item{};
        if (!take(json, item)) return false;
        value = std::move(item);
    } else if constexpr (std::is_same_v<T, Json>) {
        if (json.is_null()) return false;
        value = json;
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!json.is_boolean()) return false;
        value = json.get<bool>();
    } else if constexpr (std::is_floating_point_v<T>) {
        if (!json.is_number()) return false;
        value = json.get<T>();
    } else if constexpr (std::is_integral_v<T>) {
        static_assert(std::is_signed_v<T>);
        // No sheet counts beyond half of what 64 bits hold without a sign.
        if (!json.is_number_integer()) return false;
        const auto whole = json.get<std::int64_t>();
        if (json.is_number_unsigned() && whole < 0) return false;
        if (whole < std::numeric_limits<T>::min() || whole > std::numeric_limits<T>::max())
            return false;
        value = static_cast<T>(whole);
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (!json.is_string() || json.get_ref<const std::string&>().empty()) return false;
        value = json.get<std::string>();
    } else if constexpr (std::is_same_v<T, Reason>) {
        Reason reason = reasonFromJson(json);
        if (reason.code.empty()) return false;
        value = std::move(reason);
    } else if constexpr (std::is_same_v<T, TextTable>) {
        if (!json.is_object() || json.empty()) return false;
        TextTable table;
        for (const auto& [name, text] : json.items()) {
            if (!text.is_string()) return false;
            table.emplace_back(name, text.template get<std::string>());
        }
        value = std::move(table);
    } else if constexpr (isList<T>) {
        if (!json.is_array() || json.empty()) return false;
        T list;
        for (const Json& item : json)
            if (!take(item, list.emplace_back())) return false;
        value = std::move(list);
    } else {
        if (!json.is_object() || json.empty()) return false;
        value = sheetFrom<T>(json);
    }
    return true;
}

}  // namespace sheets

}  // namespace duelo
