// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/words.h"

namespace CLI {
class App;
}

namespace duelo {

/// Declares an option whose values may be repeated or separated by commas.
void addListOption(CLI::App& command, const char* name, std::vector<std::string>& values,
                   const char* help);

/// Turns words of the command line into values and keeps the first reason why one could not be.
/// A field whose words are empty keeps what it has.
class ArgumentReader {
public:
    /// Set after the first refusal; the fields that follow are left alone.
    [[nodiscard]] const std::optional<Reason>& refused() const { return m_refused; }

    /// Reason: "not_a_whole_number" {option, value}.
    template <typename Number>
    void number(const std::string& text, const char* option, Number& field) {
        if (!text.empty()) take(numberFrom<Number>(text, option, "not_a_whole_number"), field);
    }
    template <typename Number>
    void numbers(const std::vector<std::string>& texts, const char* option,
                 std::vector<Number>& field) {
        takeAll(texts, field, [option](const std::string& text) {
            return numberFrom<Number>(text, option, "not_a_whole_number");
        });
    }
    /// Reason: "not_a_number" {option, value}.
    void decimal(const std::string& text, const char* option, double& field) {
        if (!text.empty()) take(numberFrom<double>(text, option, "not_a_number"), field);
    }
    void optional(const std::string& text, const char* option, std::optional<double>& field) {
        if (!text.empty()) decimal(text, option, field.emplace());
    }
    /// Reason: "unknown_value" as wordFrom() has it.
    template <typename E>
    void word(const std::string& text, const char* option, E& field) {
        if (!text.empty()) take(wordFrom<E>(text, option), field);
    }
    template <typename E>
    void words(const std::vector<std::string>& texts, const char* option, std::vector<E>& field) {
        takeAll(texts, field,
                [option](const std::string& text) { return wordFrom<E>(text, option); });
    }
    /// Moves a parsed value into its field or keeps the reason.
    template <typename T>
    void take(Result<T> parsed, T& field) {
        if (m_refused) return;
        if (parsed)
            field = std::move(*parsed);
        else
            m_refused = parsed.error();
    }

private:
    template <typename Number>
    static Result<Number> numberFrom(const std::string& text, const char* option,
                                     const char* reason) {
        Number value{};
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc() || stop != end)
            return fail(reason, {{"option", option}, {"value", text}});
        return value;
    }

    template <typename T, typename F>
    void takeAll(const std::vector<std::string>& texts, std::vector<T>& field, F parse) {
        if (texts.empty()) return;
        std::vector<T> values(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) take(parse(texts[i]), values[i]);
        if (!m_refused) field = std::move(values);
    }

    std::optional<Reason> m_refused;
};

}  // namespace duelo
