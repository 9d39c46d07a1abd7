// SPDX-License-Identifier: Apache-2.0
#include "base/json_fields.h"

#include <algorithm>

#include "base/json_text.h"

namespace duelo {

namespace {

/// Enough of a wrong value to recognise it in a sentence.
std::string shortened(const Json& json) {
    constexpr std::size_t longest = 60;
    if (json.is_array()) return "[…]";
    if (json.is_object()) return "{…}";
    std::string text = json.is_string() ? json.get<std::string>() : jsonText(json);
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end) + "…";
}

[[noreturn]] void refuse(const char* code, const Json& json, const std::string& path) {
    throw FieldError({code, {{"field", path}, {"value", shortened(json)}}, {}});
}

}  // namespace

std::string textOf(const Json& json, const std::string& path) {
    if (!json.is_string()) refuse("field_not_text", json, path);
    return json.get<std::string>();
}

double numberOf(const Json& json, const std::string& path) {
    if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!json.is_number()) refuse("field_not_number", json, path);
    return json.get<double>();
}

const Json& listOf(const Json& json, const std::string& path) {
    if (!json.is_array()) refuse("field_not_list", json, path);
    return json;
}

std::int64_t integerOf(const Json& json, const std::string& path, std::int64_t min,
                       std::int64_t max) {
    if (!json.is_number_integer()) refuse("field_not_integer", json, path);
    // Only what does not fit int64 is worth its own type: unsigned values beyond its maximum.
    const bool tooLarge = json.is_number_unsigned() &&
                          json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
    const std::int64_t value = tooLarge ? 0 : json.get<std::int64_t>();
    if (tooLarge || value < min || value > max) refuse("field_out_of_range", json, path);
    return value;
}

Fields::Fields(const Json& object, std::string path) : m_object(object), m_path(std::move(path)) {
    if (!object.is_object()) refuse("field_not_object", object, m_path.empty() ? "{}" : m_path);
    m_known.reserve(2 * object.size());
}

std::string Fields::pathOf(std::string_view key) const {
    return m_path.empty() ? std::string(key) : m_path + '.' + std::string(key);
}

const Json* Fields::find(std::string_view key) {
    m_known.push_back(key);
    const auto& members = m_object.get_ref<const Json::object_t&>();
    const auto found = std::ranges::find(members, key, &Json::object_t::value_type::first);
    return found == members.end() ? nullptr : &found->second;
}

const Json& Fields::at(std::string_view key) {
    const Json* json = find(key);
    if (json == nullptr) throw FieldError({"field_missing", {{"field", pathOf(key)}}, {}});
    return *json;
}

std::string Fields::text(std::string_view key) {
    return valueOf(at(key), key, textOf);
}

double Fields::number(std::string_view key) {
    return valueOf(at(key), key, numberOf);
}

void Fields::read(std::string_view key, std::string& value) {
    if (const Json* json = find(key)) value = valueOf(*json, key, textOf);
}

void Fields::read(std::string_view key, bool& value) {
    const Json* json = find(key);
    if (json == nullptr) return;
    if (!json->is_boolean()) refuse("field_not_boolean", *json, pathOf(key));
    value = json->get<bool>();
}

void Fields::read(std::string_view key, double& value) {
    if (const Json* json = find(key)) value = valueOf(*json, key, numberOf);
}

Json Fields::rest() const {
    Json unknown = Json::object();
    for (const auto& [key, value] : m_object.items())
        if (std::ranges::find(m_known, key) == m_known.end()) unknown[key] = value;
    return unknown;
}

void Fields::refuseRest() const {
    const Json unknown = rest();
    if (unknown.empty()) return;
    std::vector<std::string_view> accepted;
    for (const std::string_view key : m_known)
        if (std::ranges::find(accepted, key) == accepted.end()) accepted.push_back(key);
    throw FieldError(
        {"field_unknown", {{"field", pathOf(unknown.begin().key())}, {"accepted", accepted}}, {}});
}

}  // namespace duelo
