// SPDX-License-Identifier: Apache-2.0
#include "opencl_c/source_tokens.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace duelo {

namespace {

bool isLetter(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr std::array<std::string_view, 24> kSigns{
    "...", "<<=", ">>=", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
constexpr std::string_view kLicence = "// SPDX-License-Identifier:";

/// Cuts a text into tokens; what stands behind the last one is lost.
class Cutter {
public:
    explicit Cutter(std::string_view text) : m_text(text) {}

    SourceTokens all() {
        SourceTokens tokens;
        while (true) {
            SourceToken token{.before = spaces(), .line = m_line};
            if (m_at == m_text.size()) return tokens;
            const std::size_t begin = m_at;
            take(token, tokens.empty() || token.before.find('\n') != std::string::npos);
            token.text = m_text.substr(begin, m_at - begin);
            m_line += static_cast<int>(std::ranges::count(token.text, '\n'));
            tokens.push_back(std::move(token));
        }
    }

private:
    [[nodiscard]] std::string_view rest() const { return m_text.substr(m_at); }
    [[nodiscard]] char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    /// Takes spaces and remarks, but a licence's.
    std::string spaces() {
        std::string found;
        while (m_at < m_text.size()) {
            std::size_t length = 0;
            bool kept = true;
            if (rest().starts_with("//")) {
                length = std::min(rest().find('\n'), rest().size());
                kept = !rest().starts_with(kLicence);
                if (!kept && length < rest().size()) ++length;
            } else if (rest().starts_with("/*")) {
                const std::size_t end = rest().find("*/", 2);
                length = end == std::string_view::npos ? rest().size() : end + 2;
            } else if (isSpace(here())) {
                length = 1;
                kept = here() != '\r';
            } else {
                break;
            }
            const std::string_view taken = rest().substr(0, length);
            if (kept) found += taken;
            m_line += static_cast<int>(std::ranges::count(taken, '\n'));
            m_at += length;
        }
        return found;
    }

    void take(SourceToken& token, bool begins_line) {
        if (here() == '#' && begins_line) {
            token.kind = SourceToken::Kind::Directive;
            takeDirective();
        } else if (isLetter(here())) {
            token.kind = SourceToken::Kind::Name;
            while (isLetter(here()) || isDigit(here())) ++m_at;
        } else if (isDigit(here()) ||
                   (here() == '.' && m_at + 1 < m_text.size() && isDigit(m_text[m_at + 1]))) {
            token.kind = SourceToken::Kind::Number;
            takeNumber();
        } else if (here() == '"' || here() == '\'') {
            token.kind = SourceToken::Kind::Quoted;
            takeQuoted();
        } else {
            token.kind = SourceToken::Kind::Sign;
            const auto sign = std::ranges::find_if(
                kSigns, [&](std::string_view one) { return rest().starts_with(one); });
            m_at += sign == kSigns.end() ? 1 : sign->size();
        }
    }

    /// Takes the line, with those that a backslash joins to it, but no remark at its end.
    void takeDirective() {
        for (; m_at < m_text.size() && here() != '\n'; ++m_at) {
            if (rest().starts_with("//") || rest().starts_with("/*")) return;
            if (here() == '\\' && m_at + 1 < m_text.size()) ++m_at;
        }
    }

    void takeNumber() {
        while (isLetter(here()) || isDigit(here()) || here() == '.' || here() == '\'' ||
               ((here() == '+' || here() == '-') &&
                std::string_view("eEpP").find(m_text[m_at - 1]) != std::string_view::npos))
            ++m_at;
    }

    void takeQuoted() {
        const char mark = here();
        for (++m_at; m_at < m_text.size() && here() != mark && here() != '\n'; ++m_at)
            if (here() == '\\' && m_at + 1 < m_text.size()) ++m_at;
        if (here() == mark) ++m_at;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
};

/// "include" and what follows it, of "#  include <x>".
std::pair<std::string_view, std::string_view> partsOf(std::string_view directive) {
    directive.remove_prefix(1);
    const auto skip = [&] {
        while (!directive.empty() && isSpace(directive.front())) directive.remove_prefix(1);
    };
    skip();
    std::size_t end = 0;
    while (end < directive.size() && isLetter(directive[end])) ++end;
    const std::string_view word = directive.substr(0, end);
    directive.remove_prefix(end);
    skip();
    while (!directive.empty() && isSpace(directive.back())) directive.remove_suffix(1);
    return {word, directive};
}

/// Puts what is included in its place, and leaves out what is for another compiler.
class Joiner {
public:
    explicit Joiner(std::span<const Resource> headers) : m_headers(headers) {}

    void add(std::string_view text, bool included) {
        for (SourceToken& token : Cutter(text).all()) {
            if (included) token.line = 0;
            if (token.kind == SourceToken::Kind::Directive)
                addDirective(std::move(token), included);
            else if (!isLeftOut())
                m_tokens.push_back(std::move(token));
        }
    }
    [[nodiscard]] SourceTokens take() {
        if (!m_conditions.empty()) throw TextRefused{"opencl_text_brackets", 0, "#endif"};
        return std::move(m_tokens);
    }

private:
    enum class Condition { Kept, LeftOut, NotDecided };

    [[nodiscard]] bool isLeftOut() const {
        return std::ranges::find(m_conditions, Condition::LeftOut) != m_conditions.end();
    }

    void addDirective(SourceToken token, bool included) {
        const auto [word, rest] = partsOf(token.text);
        if (word == "if" || word == "ifdef" || word == "ifndef") {
            m_conditions.push_back(conditionOf(word, rest, token.line));
        } else if (word == "else" || word == "elif" || word == "endif") {
            if (m_conditions.empty())
                throw TextRefused{"opencl_text_brackets", token.line, "#endif"};
            Condition& last = m_conditions.back();
            const bool decided = last != Condition::NotDecided;
            if (decided && word == "elif") throw TextRefused{kNoSuchWord, token.line, "#elif"};
            if (decided && word == "else")
                last = last == Condition::Kept ? Condition::LeftOut : Condition::Kept;
            if (word == "endif") m_conditions.pop_back();
            if (decided) return;
        }
        const bool decides = !m_conditions.empty() && m_conditions.back() != Condition::NotDecided;
        if (decides && word.starts_with("if")) return;
        if (isLeftOut()) return;
        if (word == "include") return include(token, rest, included);
        if (word == "pragma" && rest == "once") return;
        m_tokens.push_back(std::move(token));
    }

    static Condition conditionOf(std::string_view word, std::string_view rest, int line) {
        if (rest.find("__CUDA_ARCH__") != std::string_view::npos)
            throw TextRefused{kNoSuchWord, line, "__CUDA_ARCH__"};
        if (rest == "__CUDACC__" || rest == "defined(__CUDACC__)")
            return word == "ifndef" ? Condition::LeftOut : Condition::Kept;
        return Condition::NotDecided;
    }

    void include(const SourceToken& token, std::string_view rest, bool included) {
        const bool quoted = rest.starts_with('"');
        const std::string_view name = quoted ? rest.substr(1, rest.find('"', 1) - 1) : rest;
        // The remarks before it are the text's.
        if (!included && !token.before.empty()) {
            m_tokens.push_back(token);
            m_tokens.back().text.clear();
        }
        if (!quoted || !m_included.emplace(name).second) return;  // OpenCL C needs no <cmath>
        const auto header = std::ranges::find(m_headers, name, &Resource::name);
        if (header == m_headers.end())
            throw TextRefused{kNoSuchWord, token.line, "#include " + std::string(rest)};
        add(header->bytes, true);
    }

    std::span<const Resource> m_headers;
    std::set<std::string> m_included;
    std::vector<Condition> m_conditions;
    SourceTokens m_tokens;
};

/// Brackets must fit before anything else is asked of them.
void checkBrackets(const SourceTokens& tokens) {
    constexpr std::string_view kOpen = "([{", kClose = ")]}";
    std::string open;
    for (const SourceToken& token : tokens) {
        if (token.kind != SourceToken::Kind::Sign || token.text.size() != 1) continue;
        if (kOpen.find(token.text) != std::string_view::npos) open += token.text;
        const std::size_t closes = kClose.find(token.text);
        if (closes == std::string_view::npos) continue;
        if (open.empty() || open.back() != kOpen[closes])
            throw TextRefused{"opencl_text_brackets", token.line, token.text};
        open.pop_back();
    }
    if (!open.empty()) throw TextRefused{"opencl_text_brackets", 0, open};
}

}  // namespace

SourceTokens cutTokens(std::string_view text) {
    return Cutter(text).all();
}

SourceTokens sourceTokens(std::string_view text, std::span<const Resource> headers) {
    Joiner joiner(headers);
    joiner.add(text, false);
    SourceTokens tokens = joiner.take();
    checkBrackets(tokens);
    return tokens;
}

}  // namespace duelo
