// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "opencl_c/function_writer.h"
#include "opencl_c/words_of_cuda.h"

namespace duelo {

using Kind = SourceToken::Kind;

namespace {

constexpr const char* kBarrier = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";

/// "(uint)get_local_id(0)": CUDA counts these in 32 bits.
std::string placeOf(std::string_view word, std::string_view axis) {
    return "(uint)" + std::string(openClPlace(word)) + '(' + std::to_string(axis[0] - 'x') + ')';
}

bool isAxis(std::string_view word) {
    return word == "x" || word == "y" || word == "z";
}

std::string_view atomicFunction(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kAtomic{
        {{"atomicAdd", "atomic_add"},
         {"atomicSub", "atomic_sub"},
         {"atomicExch", "atomic_xchg"},
         {"atomicMin", "atomic_min"},
         {"atomicMax", "atomic_max"},
         {"atomicAnd", "atomic_and"},
         {"atomicOr", "atomic_or"},
         {"atomicXor", "atomic_xor"},
         {"atomicCAS", "atomic_cmpxchg"}}};
    for (const auto& [cuda, opencl] : kAtomic)
        if (cuda == word) return opencl;
    return {};
}

}  // namespace

std::string directiveText(std::string_view directive) {
    if (directive.empty()) return {};
    std::string text = "#";
    const SourceTokens words = cutTokens(directive.substr(1));
    for (std::size_t i = 0; i < words.size(); ++i) {
        const SourceToken& word = words[i];
        text += word.before;
        const bool has_axis =
            i + 2 < words.size() && words[i + 1].is(".") && isAxis(words[i + 2].text);
        if (!openClPlace(word.text).empty() && has_axis) {
            text += placeOf(word.text, words[i + 2].text);
            i += 2;
        } else if (word.is("__syncthreads") && i + 2 < words.size()) {
            text += kBarrier;
            i += 2;
        } else if (const auto other = openClFunction(word.text); !other.empty()) {
            text += other;
        } else {
            text += word.kind == Kind::Number ? openClNumber(word.text) : word.text;
        }
    }
    return text;
}

void FunctionWriter::expression(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) i = one(i);
}

std::size_t FunctionWriter::one(std::size_t i) {
    const SourceToken& token = m_tokens[i];
    if (token.kind == Kind::Name) return name(i);
    if (token.kind == Kind::Number) {
        put(token.before, openClNumber(token.text), token.line);
        return i + 1;
    }
    if (token.is("::")) return i + 1;
    if (token.is("("))
        if (const auto after = bracketCast(i)) return *after;
    const bool begins_value =
        i == 0 || (m_tokens[i - 1].kind == Kind::Sign && !at(i - 1, ")") && !at(i - 1, "]"));
    if (token.is("[") && begins_value) refuse(kNoSuchWord, i, "[ ] { }");
    if (token.is("=") && at(i + 1, "{")) {
        const Variable* const to = i > 0 ? find(m_tokens[i - 1].text) : nullptr;
        if (to == nullptr || !to->type.isVector()) refuse("opencl_text_braces", i + 1);
        put(token);
        vectorOf(to->type, i + 1, m_tokens[i + 1].before);
        return m_read.types.closing(i + 1) + 1;
    }
    put(token);
    return i + 1;
}

std::size_t FunctionWriter::name(std::size_t i) {
    const SourceToken& token = m_tokens[i];
    if (at(i + 1, "::")) {
        m_drops_before = false;
        // The spaces before a name stand before all of it.
        put(token.before, "", token.line);
        m_drops_before = true;
        return i + 2;
    }
    if (find(token.text) != nullptr) {
        variable(i);
        return i + 1;
    }
    if (!openClPlace(token.text).empty()) return place(i);
    const TextFunction* const function = m_read.function(token.text);
    if (function != nullptr && function->refused) throw TextRefused(*function->refused);
    if (token.is("static_cast") || token.is("reinterpret_cast") || token.is("const_cast"))
        return namedCast(i);
    if (token.is("nullptr")) {
        put(token.before, "0", token.line);
        return i + 1;
    }
    if (token.is("constexpr")) return i + 1;  // if constexpr (…)
    if (token.is("return") && at(i + 1, "{") && m_function->result.isVector()) {
        put(token);
        vectorOf(m_function->result, i + 1, m_tokens[i + 1].before);
        return m_read.types.closing(i + 1) + 1;
    }
    if (at(i + 1, "(")) return call(i);
    std::size_t after = i;
    if (const auto type = m_read.types.base(after)) {
        if (!at(after, "{")) refuse(kNoSuchWord, i);
        vectorOf(*type, after, token.before);
        return m_read.types.closing(after) + 1;
    }
    if (isForeign(token.text)) refuse(kNoSuchWord, i);
    put(token.before, freeName(token.text), token.line);
    return i + 1;
}

/// A reference's name stands for what it leads to.
void FunctionWriter::variable(std::size_t i) {
    const SourceToken& token = m_tokens[i];
    const Variable& known = *find(token.text);
    const std::string name = freeName(token.text);
    if (known.type.stars > 0 && at(i + 1, "=")) {
        std::size_t end = i + 2;
        while (end < m_tokens.size() && !at(end, ";") && !at(end, ")")) ++end;
        if (const auto space = spaceOf(i + 2, end); space && *space != known.space)
            refuse("opencl_text_two_memories", i);
    }
    const bool is_member = i > 0 && (at(i - 1, ".") || at(i - 1, "->"));
    const bool leads = known.type.isValueReference() && !is_member;
    put(token.before, leads ? "(*" + name + ')' : is_member ? token.text : name, token.line);
}

std::size_t FunctionWriter::place(std::size_t i) {
    if (!at(i + 1, ".") || i + 2 >= m_tokens.size() || !isAxis(m_tokens[i + 2].text))
        refuse(kNoSuchWord, i);
    put(m_tokens[i].before, placeOf(m_tokens[i].text, m_tokens[i + 2].text), m_tokens[i].line);
    return i + 3;
}

std::size_t FunctionWriter::namedCast(std::size_t i) {
    const SourceToken& token = m_tokens[i];
    std::size_t after = i + 2;
    auto type = m_read.types.base(after);
    if (!type) refuse(kNoSuchWord, i + 2);
    m_read.types.stars(after, *type);
    if (!at(after, ">") || !at(after + 1, "(") || type->stars > 1) refuse(kNoSuchWord, i);
    const std::size_t open = after + 1, close = m_read.types.closing(open);
    if (!type->leads()) {
        put(token.before, '(' + type->bare() + ")(", token.line);
    } else {
        const auto space = spaceOf(open + 1, close, type->is_reference);
        if (!space) refuse("opencl_text_unknown_memory", i);
        const std::string to = '(' + std::string(spaceWord(*space)) + type->base + "*)";
        put(token.before, type->is_reference ? "(*" + to + "&(" : to + '(', token.line);
    }
    m_drops_before = true;
    expression(open + 1, close);
    put("", type->is_reference ? "))" : ")", token.line);
    return close + 1;
}

/// "(float)x", "(const float4*)(row + i)"; nothing where the brackets hold no type.
std::optional<std::size_t> FunctionWriter::bracketCast(std::size_t i) {
    std::size_t after = i + 1;
    if (at(after, ")") || find(m_tokens[after].text) != nullptr) return std::nullopt;
    auto type = m_read.types.base(after);
    if (!type) return std::nullopt;
    m_read.types.stars(after, *type);
    if (!at(after, ")")) return std::nullopt;
    std::string space;
    const bool is_size = i > 0 && at(i - 1, "sizeof");
    if (type->leads() && !is_size) {
        // What the cast is of ends where the next sign joins it to something else.
        std::size_t end = after + 1;
        while (at(end, "&") || at(end, "*")) ++end;
        end = at(end, "(") ? m_read.types.closing(end) + 1 : end + 1;
        while (at(end, "[")) end = m_read.types.closing(end) + 1;
        const auto found = spaceOf(after + 1, end);
        if (!found || type->stars > 1) refuse("opencl_text_unknown_memory", i);
        space = spaceWord(*found);
    }
    const std::string words = type->leads() ? type->base : type->bare();
    put(m_tokens[i].before,
        '(' + space + words + std::string(static_cast<std::size_t>(type->stars), '*') + ')',
        m_tokens[i].line);
    return after + 1;
}

std::vector<std::pair<std::size_t, std::size_t>> FunctionWriter::arguments(std::size_t open) const {
    const std::size_t close = m_read.types.closing(open);
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t i = open + 1, begin = i; i <= close; ++i) {
        if (i < close && (at(i, "(") || at(i, "[") || at(i, "{"))) i = m_read.types.closing(i);
        if (i != close && !at(i, ",")) continue;
        if (i > begin) all.emplace_back(begin, i);
        begin = i + 1;
    }
    return all;
}

void FunctionWriter::vectorOf(const ValueType& type, std::size_t open, std::string before) {
    const int line = m_tokens[open].line;
    if (!type.isVector()) refuse("opencl_text_braces", open);
    const std::string bare = type.bare();
    const auto parts = arguments(open);
    put(std::move(before), '(' + bare + ")(", line);
    m_drops_before = true;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (k > 0) put("", ",", line);
        expression(parts[k].first, parts[k].second);
    }
    // What C++ does not find in the brackets is 0.
    const auto count = static_cast<std::size_t>(bare.back() - '0');
    m_drops_before = false;
    for (std::size_t k = parts.size(); k < count && at(open, "{"); ++k)
        put("", k == 0 ? "0" : ", 0", line);
    put("", ")", line);
}

std::size_t FunctionWriter::call(std::size_t i) {
    const SourceToken& token = m_tokens[i];
    const std::size_t close = m_read.types.closing(i + 1);
    if (const TextFunction* function = m_read.function(token.text)) return ownCall(i, *function);
    if (token.is("__syncthreads")) {
        put(token.before, kBarrier, token.line);
        return close + 1;
    }
    if (token.is("__ldg")) {
        put(token.before, "(*", token.line);
        expression(i + 1, close + 1);
        put("", ")", token.line);
        return close + 1;
    }
    if (token.text.starts_with("atomic")) return atomicCall(i);
    if (const auto made = madeVector(token.text); !made.empty()) {
        vectorOf({.base = std::string(made)}, i + 1, token.before);
        return close + 1;
    }
    std::size_t after = i;
    if (const auto type = m_read.types.base(after)) {
        if (type->leads()) refuse(kNoSuchWord, i);
        put(token.before, '(' + type->bare() + ')', token.line);
        if (after + 1 == m_read.types.closing(after)) {  // float() is 0
            put("", "0", token.line);
            return close + 1;
        }
        return after;
    }
    const std::string_view other = openClFunction(token.text);
    if (other.empty() && isForeign(token.text)) refuse(kNoSuchWord, i);
    put(token.before, std::string(other.empty() ? std::string_view(token.text) : other),
        token.line);
    return i + 1;
}

/// OpenCL 1.2 has them of whole numbers with 32 bits.
std::size_t FunctionWriter::atomicCall(std::size_t i) {
    const std::string_view function = atomicFunction(m_tokens[i].text);
    const auto parts = arguments(i + 1);
    if (function.empty() || parts.empty()) refuse(kNoSuchWord, i);
    const Variable* to = nullptr;
    for (std::size_t k = parts.front().first; k < parts.front().second && to == nullptr; ++k)
        to = find(m_tokens[k].text);
    const std::string type = to == nullptr ? "" : to->type.bare();
    if (type != "int" && type != "uint")
        refuse("opencl_text_atomic", i, m_tokens[i].text + "(" + type + "*, …)");
    put(m_tokens[i].before, std::string(function), m_tokens[i].line);
    return i + 1;
}

void FunctionWriter::argument(const TextParameter& parameter, std::size_t begin, std::size_t end) {
    const SourceToken& first = m_tokens[begin];
    if (parameter.type.isValueReference()) {
        put(first.before, "&(", first.line);
        m_drops_before = true;
        expression(begin, end);
        return put("", ")", first.line);
    }
    if (first.is("{")) return vectorOf(parameter.type, begin, first.before);
    expression(begin, end);
}

std::size_t FunctionWriter::ownCall(std::size_t i, const TextFunction& function) {
    const auto given = arguments(i + 1);
    if (given.size() != function.parameters.size()) refuse("opencl_text_arguments", i);
    FunctionKey key{function.name, {}};
    for (std::size_t k = 0; k < given.size(); ++k) {
        const ValueType& type = function.parameters[k].type;
        if (!type.leads()) continue;
        const auto space = spaceOf(given[k].first, given[k].second, type.isValueReference());
        if (!space) refuse("opencl_text_unknown_memory", given[k].first);
        key.second.push_back(*space);
    }
    m_called.insert(key);
    put(m_tokens[i].before, "", m_tokens[i].line);
    m_pieces.back().callee = std::move(key);
    put(m_tokens[i + 1]);
    for (std::size_t k = 0; k < given.size(); ++k) {
        if (k > 0) put(m_tokens[given[k].first - 1]);
        argument(function.parameters[k], given[k].first, given[k].second);
    }
    const std::size_t close = m_read.types.closing(i + 1);
    put(m_tokens[close]);
    return close + 1;
}

std::optional<Space> FunctionWriter::spaceOf(std::size_t begin, std::size_t end,
                                             bool of_value) const {
    std::optional<Space> found;
    for (std::size_t i = begin; i < end; ++i) {
        if (at(i, "[")) {
            i = m_read.types.closing(i);
            continue;
        }
        if (m_tokens[i].kind != Kind::Name) continue;
        const Variable* const known = find(m_tokens[i].text);
        const bool is_call = known == nullptr && at(i + 1, "(") &&
                             !m_read.types.isType(m_tokens[i].text) && !at(i, "sizeof");
        if (is_call) {
            i = m_read.types.closing(i + 1);
            continue;
        }
        if (known == nullptr || !(known->type.leads() || of_value)) continue;
        if (found && *found != known->space) refuse("opencl_text_two_memories", i);
        found = known->space;
        if (of_value) return found;
    }
    return found;
}

}  // namespace duelo
