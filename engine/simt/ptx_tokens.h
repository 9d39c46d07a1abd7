// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace duelo::simt::ptx {

/// Thrown within the reader where the text is no PTX.
struct Damaged {
    std::uint32_t line = 0;
};
/// Thrown within the reader where the text is larger than any kernel here.
struct TooLarge {};

/// The words of a text, one after the other, without its remarks. A name keeps its dots.
class Tokens {
public:
    explicit Tokens(std::string_view text) : m_text(text) { advance(); }

    /// The word that is next; empty at the end. A string has its first quotation mark.
    [[nodiscard]] std::string_view word() const { return m_word; }
    [[nodiscard]] bool ended() const { return m_word.empty(); }
    [[nodiscard]] bool at(std::string_view word) const { return m_word == word; }
    std::string_view take();
    /// Takes it where it is the next one.
    bool accept(std::string_view word);
    void expect(std::string_view word);
    [[nodiscard]] std::int64_t takeInteger();
    /// The bits of a number: an integer, or "0f3F800000", "0d…". \returns nothing where there is
    /// none.
    [[nodiscard]] std::optional<std::uint64_t> acceptNumber();
    /// Skips all up to `last`, and that too.
    void skipPast(std::string_view last);
    /// Skips "{ … }", in which others may stand.
    void skipBraces();
    [[noreturn]] void fail() const { throw Damaged{m_line}; }

private:
    void advance();

    std::string_view m_text, m_word{};
    std::size_t m_at = 0;
    std::uint32_t m_line = 1;
};

}  // namespace duelo::simt::ptx
