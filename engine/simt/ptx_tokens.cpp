// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_tokens.h"

#include <algorithm>
#include <charconv>

namespace duelo::simt::ptx {

namespace {

bool inWord(char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') || letter == '_' || letter == '$' || letter == '%' ||
           letter == '.';
}

std::optional<std::uint64_t> digitsIn(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [read, error] = std::from_chars(digits.data(), end, value, base);
    if (error != std::errc() || read != end) return std::nullopt;
    return value;
}

/// Returns the bits of a number without its sign.
std::optional<std::uint64_t> literalBits(std::string_view word) {
    if (word.ends_with('U')) word.remove_suffix(1);
    const std::string_view start = word.substr(0, 2);
    if (start == "0f" || start == "0F") {
        if (word.size() == 10) return digitsIn(word.substr(2), 16);
        return std::nullopt;
    }
    if (start == "0d" || start == "0D") {
        if (word.size() == 18) return digitsIn(word.substr(2), 16);
        return std::nullopt;
    }
    if (start == "0x" || start == "0X") return digitsIn(word.substr(2), 16);
    return digitsIn(word, 10);
}

}  // namespace

void Tokens::advance() {
    const auto at = [this](std::size_t place) {
        return place < m_text.size() ? m_text[place] : '\0';
    };
    while (m_at < m_text.size()) {
        const char letter = m_text[m_at];
        if (letter == '\n') ++m_line;
        if (letter == '/' && at(m_at + 1) == '/') {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        } else if (letter == '/' && at(m_at + 1) == '*') {
            const std::size_t end = std::min(m_text.find("*/", m_at + 2), m_text.size() - 2) + 2;
            m_line += static_cast<std::uint32_t>(
                std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_at),
                           m_text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
            m_at = end;
        } else if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n') {
            ++m_at;
        } else {
            break;
        }
    }
    std::size_t end = m_at;
    while (end < m_text.size()) {
        const bool pair = at(end) == ':' && at(end + 1) == ':' && end > m_at;
        if (!pair && !inWord(at(end))) break;
        end += pair ? 2 : 1;
    }
    if (end == m_at && at(m_at) == '"')
        end = std::min(m_text.find('"', m_at + 1), m_text.size() - 1) + 1;
    if (end == m_at && m_at < m_text.size()) ++end;
    m_word = m_text.substr(m_at, end - m_at);
    m_at = end;
}

std::string_view Tokens::take() {
    const std::string_view word = m_word;
    if (word.empty()) fail();
    advance();
    return word;
}

bool Tokens::accept(std::string_view word) {
    if (m_word != word) return false;
    advance();
    return true;
}

void Tokens::expect(std::string_view word) {
    if (!accept(word)) fail();
}

std::optional<std::uint64_t> Tokens::acceptNumber() {
    const Tokens before = *this;
    const bool negative = accept("-");
    const std::optional<std::uint64_t> bits = literalBits(m_word);
    if (!bits) {
        *this = before;
        return std::nullopt;
    }
    advance();
    return negative ? std::uint64_t{0} - *bits : *bits;
}

std::int64_t Tokens::takeInteger() {
    const auto number = acceptNumber();
    if (!number) fail();
    return static_cast<std::int64_t>(*number);
}

void Tokens::skipPast(std::string_view last) {
    while (!accept(last)) static_cast<void>(take());
}

void Tokens::skipBraces() {
    expect("{");
    for (unsigned open = 1; open > 0;) {
        const std::string_view word = take();
        if (word == "{") ++open;
        if (word == "}") --open;
    }
}

}  // namespace duelo::simt::ptx
