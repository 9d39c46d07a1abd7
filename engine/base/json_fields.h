// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/words.h"

namespace duelo {

/// Thrown by Fields and caught in the function that decodes; never leaves core. The reason has the
/// codes and args that planFromJson() documents.
struct FieldError : std::exception {
    explicit FieldError(Reason why) : reason(std::move(why)) {}
    [[nodiscard]] const char* what() const noexcept override { return reason.code.c_str(); }
    Reason reason;
};

/// Reads the fields of one JSON object strictly and knows which of them nobody asked for.
/// Functions without "find" throw FieldError for a missing field; all throw it for a wrong type.
/// The object must outlive this, as must the names of the fields.
class Fields {
public:
    Fields(const Json& object, std::string path);

    [[nodiscard]] std::string pathOf(std::string_view key) const;
    /// Nothing when absent. Marks the field as known.
    [[nodiscard]] const Json* find(std::string_view key);
    [[nodiscard]] const Json& at(std::string_view key);
    [[nodiscard]] Fields object(std::string_view key) { return {at(key), pathOf(key)}; }

    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] double number(std::string_view key);
    template <typename E>
    [[nodiscard]] E word(std::string_view key);

    /// These leave `value` as it is when the field is absent.
    void read(std::string_view key, std::string& value);
    void read(std::string_view key, bool& value);
    void read(std::string_view key, double& value);
    template <typename T>
    void readInteger(std::string_view key, T& value);
    template <typename E>
    void readWord(std::string_view key, E& value);
    /// `item(json, path)` makes one element.
    template <typename T, typename F>
    void readList(std::string_view key, std::vector<T>& list, F item);

    /// The fields that were not asked for.
    [[nodiscard]] Json rest() const;
    /// Throws "field_unknown" when there is one.
    void refuseRest() const;

private:
    /// Returns the value of `key`, as `function`, one of those below, reads it. The path of the key
    /// is made only after an error: most fields never need it.
    template <typename F>
    [[nodiscard]] auto valueOf(const Json& json, std::string_view key, F function) const {
        try {
            return function(json, m_path);
        } catch (const FieldError&) {
            return function(json, pathOf(key));
        }
    }

    const Json& m_object;
    std::string m_path;
    std::vector<std::string_view> m_known;  ///< asked for, some of them twice
};

[[nodiscard]] std::string textOf(const Json& json, const std::string& path);
/// null is NaN (see encode()).
[[nodiscard]] double numberOf(const Json& json, const std::string& path);
[[nodiscard]] const Json& listOf(const Json& json, const std::string& path);
[[nodiscard]] std::int64_t integerOf(const Json& json, const std::string& path, std::int64_t min,
                                     std::int64_t max);

template <typename T>
[[nodiscard]] T integerOf(const Json& json, const std::string& path) {
    static_assert(std::numeric_limits<T>::is_signed);
    return static_cast<T>(
        integerOf(json, path, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

template <typename E>
[[nodiscard]] E wordOf(const Json& json, const std::string& path) {
    auto value = wordFrom<E>(textOf(json, path), path);
    if (!value) throw FieldError(value.error());
    return *value;
}

template <typename E>
E Fields::word(std::string_view key) {
    return valueOf(at(key), key, wordOf<E>);
}

template <typename T>
void Fields::readInteger(std::string_view key, T& value) {
    if (const Json* json = find(key)) value = valueOf(*json, key, integerOf<T>);
}

template <typename E>
void Fields::readWord(std::string_view key, E& value) {
    if (const Json* json = find(key)) value = valueOf(*json, key, wordOf<E>);
}

template <typename T, typename F>
void Fields::readList(std::string_view key, std::vector<T>& list, F item) {
    const Json* json = find(key);
    if (json == nullptr) return;
    const std::string path = pathOf(key);
    const auto& items = listOf(*json, path).template get_ref<const Json::array_t&>();
    list.clear();
    list.reserve(items.size());
    for (const Json& one : items) {
        try {
            list.push_back(item(one, path));
        } catch (const FieldError&) {
            // Lists are long: an item is named only where that one is refused.
            list.push_back(item(one, path + '[' + std::to_string(list.size()) + ']'));
        }
    }
}

}  // namespace duelo
