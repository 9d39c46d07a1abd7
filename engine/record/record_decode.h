// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>

#include "base/json_fields.h"
#include "record/record.h"

/// Functions that decode records and what is made of the same pieces; all of them throw FieldError.
namespace duelo::decoding {

/// Leaves `value` as it is when the field is absent.
template <typename T>
void read(Fields& fields, std::string_view key, std::optional<T>& value) {
    if (fields.find(key) == nullptr) return;
    T& told = value.emplace();
    if constexpr (std::is_same_v<T, double>)
        fields.read(key, told);
    else
        fields.readInteger(key, told);
}

/// The object under `key`; null when absent.
[[nodiscard]] Json objectOr(Fields& fields, std::string_view key);
/// The fields "reason", "args" and "message"; nothing without the first.
[[nodiscard]] std::optional<Reason> reasonOf(Fields& fields);
[[nodiscard]] Reason neededReason(Fields& fields);
/// An element of a list of reasons.
[[nodiscard]] Reason noteOf(const Json& json, const std::string& path);

/// The values of an object; null says nothing.
[[nodiscard]] Params paramsOf(Fields& fields, std::string_view key);

[[nodiscard]] PartTime partOf(const Json& json, const std::string& path);
[[nodiscard]] Metric metricOf(const Json& json, const std::string& path);
[[nodiscard]] Identity identityOf(const Json& json, const std::string& path);
[[nodiscard]] Fingerprint fingerprintOf(Fields& fields);

void readBody(Fields& fields, ResultRecord& result);

}  // namespace duelo::decoding
