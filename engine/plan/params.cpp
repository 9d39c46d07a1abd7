// SPDX-License-Identifier: Apache-2.0
#include "plan/params.h"

namespace duelo {

const Json& Params::at(std::string_view axis) const {
    static const Json absent;
    const auto found = m_values.find(axis);
    return found == m_values.end() ? absent : found->second;
}

void Params::erase(std::string_view axis) {
    if (const auto found = m_values.find(axis); found != m_values.end()) m_values.erase(found);
}

std::string Params::text(std::string_view axis, std::string fallback) const {
    const Json& value = at(axis);
    return value.is_string() ? value.get<std::string>() : std::move(fallback);
}

std::int64_t Params::integer(std::string_view axis, std::int64_t fallback) const {
    const Json& value = at(axis);
    return value.is_number_integer() ? value.get<std::int64_t>() : fallback;
}

double Params::real(std::string_view axis, double fallback) const {
    return optionalReal(axis).value_or(fallback);
}

bool Params::flag(std::string_view axis, bool fallback) const {
    const Json& value = at(axis);
    return value.is_boolean() ? value.get<bool>() : fallback;
}

std::optional<double> Params::optionalReal(std::string_view axis) const {
    const Json& value = at(axis);
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

Json Params::json() const {
    Json object = Json::object();
    for (const auto& [axis, value] : m_values) object[axis] = value;
    return object;
}

Params Params::from(const Json& object) {
    Params params;
    if (object.is_object())
        for (const auto& [axis, value] : object.items())
            if (!value.is_null()) params.set(axis, value);
    return params;
}

Device deviceOf(const Params& variant) {
    if (!variant.has(kDeviceAxis)) return {};
    return deviceFrom(variant.text(kDeviceAxis)).value_or(Device{Api::Other});
}

}  // namespace duelo
