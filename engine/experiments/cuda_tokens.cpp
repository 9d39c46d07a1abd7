// SPDX-License-Identifier: Apache-2.0
#include "experiments/cuda_tokens.h"

#include <algorithm>
#include <array>

namespace duelo {

namespace {

bool begins(char letter) {
    return letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           static_cast<unsigned char>(letter) >= 0x80;
}

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

constexpr auto kLongSigns = std::to_array<std::string_view>(
    {"<<<", ">>>", "<<=", ">>=", "...", "->", "::", "<<", ">>", "<=", ">=", "==", "!=",
     "&&",  "||",  "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="});

class TokenReader {
public:
    explicit TokenReader(std::string_view text) : m_text(text) {}

    std::vector<CudaToken> read() {
        while (m_at < m_text.size()) {
            const char letter = m_text[m_at];
            if (letter == '\n' || letter == ' ' || letter == '\t' || letter == '\r') {
                skip(1);
            } else if (starts("//")) {
                skip(lineEnd() - m_at);
            } else if (starts("/*")) {
                const std::size_t end = m_text.find("*/", m_at + 2);
                skip(end == m_text.npos ? m_text.size() - m_at : end + 2 - m_at);
            } else if (letter == '#' && m_fresh) {
                take(CudaToken::Kind::Directive, directiveEnd() - m_at);
            } else if (letter == '"' || letter == '\'') {
                take(CudaToken::Kind::Quoted, quotedEnd(letter) - m_at);
            } else if (begins(letter)) {
                take(CudaToken::Kind::Word, runEnd() - m_at);
            } else if (isDigit(letter) || (letter == '.' && isDigit(next()))) {
                take(CudaToken::Kind::Number, numberEnd() - m_at);
            } else {
                take(CudaToken::Kind::Sign, signLength());
            }
        }
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] bool starts(std::string_view with) const {
        return m_text.substr(m_at).starts_with(with);
    }
    [[nodiscard]] char next() const { return m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0'; }

    void skip(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            if (m_text[m_at + i] == '\n') {
                ++m_line;
                m_fresh = true;
            }
        m_at += count;
    }

    void take(CudaToken::Kind kind, std::size_t count) {
        m_tokens.push_back({kind, m_text.substr(m_at, count), m_at, m_line});
        m_fresh = false;
        skip(count);
    }

    [[nodiscard]] std::size_t lineEnd() const {
        return std::min(m_text.find('\n', m_at), m_text.size());
    }

    /// A backslash at the end of a line takes the next one in; a remark ends it.
    [[nodiscard]] std::size_t directiveEnd() const {
        std::size_t at = m_at;
        for (;;) {
            const std::size_t end = std::min(m_text.find('\n', at), m_text.size());
            std::string_view line = m_text.substr(at, end - at);
            const std::size_t remark = std::min(line.find("//"), line.find("/*"));
            if (remark != line.npos) return at + remark;
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (!line.ends_with('\\') || end == m_text.size()) return end;
            at = end + 1;
        }
    }

    [[nodiscard]] std::size_t quotedEnd(char quote) const {
        std::size_t at = m_at + 1;
        while (at < m_text.size() && m_text[at] != quote && m_text[at] != '\n')
            at += m_text[at] == '\\' && at + 1 < m_text.size() ? 2 : 1;
        return std::min(at < m_text.size() && m_text[at] == quote ? at + 1 : at, m_text.size());
    }

    [[nodiscard]] std::size_t runEnd() const {
        std::size_t at = m_at;
        while (at < m_text.size() && (begins(m_text[at]) || isDigit(m_text[at]))) ++at;
        return at;
    }

    [[nodiscard]] std::size_t numberEnd() const {
        std::size_t at = m_at;
        const bool hexadecimal = starts("0x") || starts("0X");
        for (; at < m_text.size(); ++at) {
            const char letter = m_text[at];
            const bool sign = (letter == '+' || letter == '-') && at > m_at && !hexadecimal &&
                              (m_text[at - 1] == 'e' || m_text[at - 1] == 'E');
            const bool separator =
                letter == '\'' && at + 1 < m_text.size() && isDigit(m_text[at + 1]);
            if (!isDigit(letter) && !begins(letter) && letter != '.' && !sign && !separator) break;
        }
        return at;
    }

    [[nodiscard]] std::size_t signLength() const {
        const auto* found = std::ranges::find_if(
            kLongSigns, [this](std::string_view sign) { return starts(sign); });
        return found == kLongSigns.end() ? 1 : found->size();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_fresh = true;  ///< nothing stands before it in its line
    std::vector<CudaToken> m_tokens;
};

}  // namespace

std::vector<CudaToken> cudaTokens(std::string_view text) {
    return TokenReader(text).read();
}

std::size_t behindBracket(const std::vector<CudaToken>& tokens, std::size_t open, std::size_t end) {
    int depth = 0;
    for (std::size_t at = open; at < end; ++at) {
        const CudaToken& token = tokens[at];
        if (token.kind != CudaToken::Kind::Sign) continue;
        if (token.is("(") || token.is("[") || token.is("{")) ++depth;
        if ((token.is(")") || token.is("]") || token.is("}")) && --depth <= 0) return at + 1;
    }
    return end;
}

}  // namespace duelo
