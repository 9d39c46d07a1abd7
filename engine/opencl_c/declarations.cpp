// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "opencl_c/function_writer.h"
#include "opencl_c/words_of_cuda.h"

namespace duelo {

using Kind = SourceToken::Kind;

bool FunctionWriter::isDeclaration(std::size_t place) const {
    const std::string& word = m_tokens[place].text;
    for (const std::string_view known :
         {"__shared__", "const", "constexpr", "static", "volatile", "register", "extern"})
        if (word == known) return true;
    if (find(word) != nullptr || !m_read.types.isType(word)) return false;
    std::size_t next = place;
    if (!m_read.types.base(next) || next >= m_tokens.size()) return false;
    const SourceToken& after = m_tokens[next];
    return after.kind == Kind::Name || after.is("*") || after.is("&");
}

FunctionWriter::Declarator FunctionWriter::declarator(std::size_t& i, const ValueType& base) const {
    Declarator one{.type = base};
    m_read.types.stars(i, one.type);
    const bool in_brackets = at(i, "(");  // float (&row)[4]
    if (in_brackets) m_read.types.stars(++i, one.type);
    if (i >= m_tokens.size() || m_tokens[i].kind != Kind::Name) refuse(kNoSuchWord, i);
    one.name = i++;
    if (in_brackets && at(i, ")")) ++i;
    m_read.types.bounds(i, one.type);
    if (at(i, "=")) {
        one.init = ++i;
        one.is_braced = at(i, "{");
        for (int choices = 0; i < m_function->close && !at(i, ",") && !at(i, ";"); ++i) {
            if (at(i, "(") || at(i, "[") || at(i, "{")) i = m_read.types.closing(i);
            if (at(i, "?")) ++choices;
            if (at(i, ":") && choices-- == 0) break;
        }
        one.end = i;
    } else if (at(i, "(") || at(i, "{")) {
        const std::size_t close = m_read.types.closing(i);
        one.is_braced = true;
        one.init = i;
        one.end = i = close + 1;
    }
    if (at(i, ":")) refuse("opencl_text_range_for", i, "for (… : …)");
    return one;
}

bool FunctionWriter::isNumbers(const std::vector<Declarator>& all) const {
    std::set<std::string, std::less<>> known;
    for (const auto& scope : m_scopes)
        for (const auto& [name, variable] : scope)
            if (variable.is_number) known.insert(name);
    return std::ranges::all_of(all, [&](const Declarator& one) {
        const bool constant = one.type.is_constant || one.type.base.starts_with("const ");
        if (!constant || !one.type.isWhole() || one.is_braced ||
            !m_read.isNumber(one.init, one.end, known))
            return false;
        known.insert(m_tokens[one.name].text);
        return true;
    });
}

/// OpenCL C takes an enumerator as a table's bound, and no variable.
void FunctionWriter::numbers(const std::vector<Declarator>& all, const SourceToken& first) {
    put(first.before, "enum {", first.line);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const SourceToken& name = m_tokens[all[i].name];
        put(i == 0 ? " " : ", ", freeName(name.text) + " =", name.line);
        expression(all[i].init, all[i].end);
        m_scopes.back()[name.text] = {.type = all[i].type, .is_number = true};
    }
    put("", " };", first.line);
}

std::optional<Space> FunctionWriter::assigned(std::string_view name, std::size_t from) const {
    for (std::size_t i = from; i + 1 < m_function->close; ++i) {
        if (!m_tokens[i].is(name) || !m_tokens[i + 1].is("=")) continue;
        std::size_t end = i + 2;
        while (end < m_function->close && !m_tokens[end].is(";")) ++end;
        return spaceOf(i + 2, end);
    }
    return std::nullopt;
}

Space FunctionWriter::spaceOfVariable(const Declarator& one) const {
    const SourceToken& name = m_tokens[one.name];
    if (one.type.stars > 1) refuse("opencl_text_unknown_memory", one.name);
    const bool leads = one.type.stars > 0 || one.type.is_reference;
    if (!leads) return Space::Private;
    const bool has_value =
        one.init < one.end && !(one.end == one.init + 1 && at(one.init, "nullptr"));
    const auto space = has_value ? spaceOf(one.init, one.end, one.type.is_reference)
                                 : assigned(name.text, one.end + 1);
    if (!space) refuse("opencl_text_unknown_memory", one.name);
    return *space;
}

void FunctionWriter::initial(const Declarator& one) {
    if (one.init == one.end) return;
    const std::string before = m_tokens[one.init].before.empty() ? " " : m_tokens[one.init].before;
    put(" ", "=", m_tokens[one.init].line);
    if (one.type.is_reference) {
        const bool is_table = !one.type.bounds.empty();
        put(before, is_table ? "" : "&(", m_tokens[one.init].line);
        m_drops_before = true;
        expression(one.init, one.end);
        return put("", is_table ? "" : ")", m_tokens[one.init].line);
    }
    if (!one.is_braced) return expression(one.init, one.end);
    const bool is_empty = one.end == one.init + 2;
    if (!one.type.bounds.empty()) {
        if (is_empty) return put(before, "{0}", m_tokens[one.init].line);
        return expression(one.init, one.end);
    }
    const auto parts = arguments(one.init);
    if (one.type.isVector() && (is_empty || parts.size() > 1))
        return vectorOf(one.type, one.init, before);
    if (is_empty) return put(before, "0", m_tokens[one.init].line);
    put(before, "(", m_tokens[one.init].line);
    expression(one.init + 1, one.end - 1);
    put("", ")", m_tokens[one.init].line);
}

std::size_t FunctionWriter::declaration(std::size_t i) {
    const SourceToken& first = m_tokens[i];
    bool is_shared = false;
    for (; at(i, "__shared__") || at(i, "static") || at(i, "extern") || at(i, "volatile"); ++i) {
        if (at(i, "extern")) refuse("opencl_text_dynamic_shared", i, "extern __shared__");
        is_shared = is_shared || at(i, "__shared__");
    }
    if (is_shared && !m_function->is_kernel)
        refuse("opencl_text_shared_outside", i, m_function->name);
    const std::size_t type_at = i;
    const auto type = m_read.types.base(i);
    if (!type) refuse(kNoSuchWord, type_at);
    std::vector<Declarator> all;
    do {
        if (!all.empty()) ++i;
        all.push_back(declarator(i, *type));
    } while (at(i, ","));
    if (!at(i, ";")) refuse(kNoSuchWord, i);
    if (!is_shared && isNumbers(all)) {
        numbers(all, first);
        return i + 1;
    }
    std::optional<Space> space;
    for (const Declarator& one : all) {
        if (is_shared && one.type.leads() && one.type.bounds.empty())
            refuse("opencl_text_unknown_memory", one.name);
        const Space own = is_shared ? Space::Local : spaceOfVariable(one);
        if (space && *space != own) refuse("opencl_text_two_memories", one.name);
        space = own;
    }
    put(first.before, std::string(spaceWord(*space)) + type->base, first.line);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Declarator& one = all[k];
        const SourceToken& name = m_tokens[one.name];
        // The words before the name stand there already.
        ValueType own = one.type;
        own.base.clear();
        std::string text = declared(own, Space::Private, freeName(name.text));
        text.erase(0, text.find_first_not_of(' '));
        put(k > 0 ? ", " : text.starts_with('*') ? "" : " ", text, name.line);
        m_scopes.back()[name.text] = {.type = one.type, .space = *space};
        initial(one);
    }
    put("", ";", m_tokens[i].line);
    return i + 1;
}

}  // namespace duelo
