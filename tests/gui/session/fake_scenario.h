// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace duelo::fake {

/// The words of a scenario (fake_engine.cpp lists them): "gpu+abort@c002+late=300".
class Scenario {
public:
    /// Nothing for a word that the fake does not know: a misspelt scenario must not pass a test.
    [[nodiscard]] static std::optional<Scenario> parse(std::string_view text);

    [[nodiscard]] bool has(const std::string& word) const { return m_words.contains(word); }
    /// The text after "="; `fallback` without one.
    [[nodiscard]] std::string value(const std::string& word, const std::string& fallback) const;
    [[nodiscard]] int number(const std::string& word, int fallback) const;
    /// Whether the word is there and its place is this cell (default c002; "@any" is every cell).
    [[nodiscard]] bool strikes(const std::string& word, const std::string& cell) const;

private:
    struct Word {
        std::string value, cell;
    };
    std::map<std::string, Word> m_words;
};

}  // namespace duelo::fake
