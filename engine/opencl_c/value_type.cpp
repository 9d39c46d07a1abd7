// SPDX-License-Identifier: Apache-2.0
#include "opencl_c/value_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "opencl_c/words_of_cuda.h"

namespace duelo {

namespace {

constexpr std::array<std::string_view, 8> kWholeTypes{"char", "uchar", "short", "ushort",
                                                      "int",  "uint",  "long",  "ulong"};

/// "ulong" of "unsigned long long int": C's words for whole numbers, in any order.
std::string wholeName(const std::vector<std::string_view>& words) {
    const auto has = [&](std::string_view word) {
        return std::ranges::find(words, word) != words.end();
    };
    const std::string_view size = has("char")    ? "char"
                                  : has("short") ? "short"
                                  : has("long")  ? "long"
                                                 : "int";
    return (has("unsigned") ? "u" : "") + std::string(size);
}

bool isPartOfWhole(std::string_view word) {
    return word == "unsigned" || word == "signed" || word == "char" || word == "short" ||
           word == "int" || word == "long";
}

}  // namespace

std::string_view spaceWord(Space space) {
    constexpr std::array<std::string_view, 4> kWords{"", "__local ", "__global ", "__constant "};
    return kWords[static_cast<std::size_t>(space)];
}

std::string ValueType::bare() const {
    std::string_view rest = base;
    for (const std::string_view word : {"const ", "volatile "})
        if (rest.starts_with(word)) rest.remove_prefix(word.size());
    return std::string(rest);
}

bool ValueType::isWhole() const {
    return !leads() && std::ranges::find(kWholeTypes, bare()) != kWholeTypes.end();
}

bool ValueType::isVector() const {
    return !leads() && isVectorType(bare());
}

bool TypeReader::isType(std::string_view word) const {
    return !openClType(word).empty() || names.contains(word);
}

std::size_t TypeReader::closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < m_tokens.size(); ++i) {
        const std::string& text = m_tokens[i].text;
        if (text == "(" || text == "[" || text == "{") ++depth;
        if (text == ")" || text == "]" || text == "}") --depth;
        if (depth == 0) return i;
    }
    throw TextRefused{"opencl_text_brackets", m_tokens[open].line, m_tokens[open].text};
}

ValueType TypeReader::named(std::size_t& at, const TypeName& name) const {
    const int line = m_tokens[at].line;
    const std::string word = m_tokens[at++].text;
    ValueType type = name.type;
    if (name.is_kept) type.base = word;
    if (name.parameters.empty()) return type;
    if (at >= m_tokens.size() || !m_tokens[at].is("<")) throw TextRefused{kNoSuchWord, line, word};
    std::vector<SourceTokens> values(1);
    int depth = 0;
    for (++at; at < m_tokens.size() && !(depth == 0 && m_tokens[at].is(">")); ++at) {
        if (m_tokens[at].is("(")) ++depth;
        if (m_tokens[at].is(")")) --depth;
        if (depth == 0 && m_tokens[at].is(","))
            values.emplace_back();
        else
            values.back().push_back(m_tokens[at]);
    }
    ++at;
    if (values.size() != name.parameters.size()) throw TextRefused{kNoSuchWord, line, word};
    for (SourceTokens& bound : type.bounds)
        for (std::size_t i = 0; i < values.size(); ++i)
            if (bound.size() == 1 && bound.front().is(name.parameters[i])) {
                bound = values[i];
                if (!bound.empty()) bound.front().before.clear();
                break;
            }
    return type;
}

std::optional<ValueType> TypeReader::base(std::size_t& at) const {
    bool is_const = false, is_volatile = false, has_type = false;
    ValueType type;
    std::vector<std::string_view> whole;
    std::size_t i = at;
    for (; i < m_tokens.size(); ++i) {
        const std::string& word = m_tokens[i].text;
        if (word == "const")
            is_const = true;
        else if (word == "volatile")
            is_volatile = true;
        else if (word == "constexpr")
            type.is_constant = true;
        else if (word == "static" || word == "register")
            continue;
        else if (isPartOfWhole(word) && (!has_type || !whole.empty())) {
            whole.push_back(word);
            has_type = true;
        } else if (!has_type && isType(word)) {
            const bool is_constant = type.is_constant;
            const auto name = names.find(word);
            if (name != names.end()) {
                type = named(i, name->second);
                --i;
            } else {
                type.base = openClType(word);
            }
            type.is_constant = is_constant;
            has_type = true;
        } else
            break;
    }
    if (!has_type) return std::nullopt;
    at = i;
    if (!whole.empty()) type.base = wholeName(whole);
    if (is_volatile) type.base = "volatile " + type.base;
    if (is_const && type.stars == 0 && !type.base.starts_with("const "))
        type.base = "const " + type.base;
    return type;
}

void TypeReader::stars(std::size_t& at, ValueType& type) const {
    for (; at < m_tokens.size(); ++at) {
        const std::string& text = m_tokens[at].text;
        if (text == "*")
            ++type.stars;
        else if (text == "&")
            type.is_reference = true;
        else if (text == "__restrict__" || text == "__restrict")
            type.is_restrict = true;
        else if (text == "&&")
            throw TextRefused{kNoSuchWord, m_tokens[at].line, text};
        else if (text != "const")
            return;
    }
}

void TypeReader::bounds(std::size_t& at, ValueType& type) const {
    std::vector<SourceTokens> found;
    while (at < m_tokens.size() && m_tokens[at].is("[")) {
        const std::size_t end = closing(at);
        found.emplace_back(m_tokens.begin() + std::ptrdiff_t(at) + 1,
                           m_tokens.begin() + std::ptrdiff_t(end));
        at = end + 1;
    }
    found.insert(found.end(), type.bounds.begin(), type.bounds.end());
    type.bounds = std::move(found);
}

}  // namespace duelo
