// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/device.h"
#include "base/result.h"
#include "base/words.h"

namespace duelo {

/// Values by the id of their axis (plan/axis.h): the parameters of one case, variant or run. A
/// value is a JSON scalar; of an axis of kind Source, Command or Work an object, and of one of kind
/// Path it may be a list of files that are worked on together. What does not apply is absent, never
/// null.
class Params {
public:
    Params() = default;
    Params(std::initializer_list<std::pair<const std::string, Json>> values) : m_values(values) {}

    [[nodiscard]] bool has(std::string_view axis) const { return m_values.contains(axis); }
    [[nodiscard]] bool empty() const { return m_values.empty(); }
    /// Returns the value of an axis; null where it does not apply.
    [[nodiscard]] const Json& at(std::string_view axis) const;
    void set(std::string axis, Json value) { m_values[std::move(axis)] = std::move(value); }
    void erase(std::string_view axis);

    /// The value where there is one of that type, else `fallback`.
    [[nodiscard]] std::string text(std::string_view axis, std::string fallback = {}) const;
    [[nodiscard]] std::int64_t integer(std::string_view axis, std::int64_t fallback = 0) const;
    [[nodiscard]] double real(std::string_view axis, double fallback = 0) const;
    [[nodiscard]] bool flag(std::string_view axis, bool fallback = false) const;
    [[nodiscard]] std::optional<double> optionalReal(std::string_view axis) const;
    template <typename E>
    [[nodiscard]] E word(std::string_view axis, E fallback = {}) const {
        return parseWord<E>(text(axis)).value_or(fallback);
    }

    [[nodiscard]] auto begin() const { return m_values.begin(); }
    [[nodiscard]] auto end() const { return m_values.end(); }
    /// Returns the values in the alphabetical order of the axes: the same parameters are the same
    /// text.
    [[nodiscard]] Json json() const;
    /// Reads what json() made; of anything that is no object nothing.
    [[nodiscard]] static Params from(const Json& object);

    bool operator==(const Params&) const = default;
    bool operator<(const Params& other) const { return m_values < other.m_values; }

private:
    std::map<std::string, Json, std::less<>> m_values;
};

inline constexpr const char* kDeviceAxis = "device";

/// Returns the device of a variant; the CPU where it names none, and where it names what this Duelo
/// cannot read, one of an unknown API.
[[nodiscard]] Device deviceOf(const Params& variant);
/// Returns the word of that device as it stands there; "cpu" where there is none.
[[nodiscard]] inline std::string deviceWord(const Params& variant) {
    return variant.text(kDeviceAxis, word(Device::Cpu));
}

}  // namespace duelo
