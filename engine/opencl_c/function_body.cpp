// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "opencl_c/function_writer.h"
#include "opencl_c/words_of_cuda.h"

namespace duelo {

std::string freeName(std::string_view name) {
    return std::string(name) + (isReserved(name) ? "_" : "");
}

void FunctionWriter::refuse(const char* code, std::size_t token, std::string what) const {
    const SourceToken& found = m_tokens[std::min(token, m_tokens.size() - 1)];
    throw TextRefused{code, found.line, what.empty() ? found.text : std::move(what)};
}

bool FunctionWriter::at(std::size_t place, std::string_view word) const {
    return place < m_tokens.size() && m_tokens[place].is(word);
}

const FunctionWriter::Variable* FunctionWriter::find(std::string_view name) const {
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
}

void FunctionWriter::put(std::string before, std::string text, int line) {
    if (std::exchange(m_drops_before, false)) before.clear();
    m_pieces.push_back({std::move(before), std::move(text), line});
}

void FunctionWriter::put(const SourceToken& token) {
    put(token.before, token.text, token.line);
}

std::string FunctionWriter::boundsText(const ValueType& type, std::size_t first) {
    std::string text;
    for (std::size_t i = first; i < type.bounds.size(); ++i) {
        text += '[';
        for (const SourceToken& token : type.bounds[i]) {
            const bool number = token.kind == SourceToken::Kind::Number;
            text += token.before + (number ? openClNumber(token.text) : freeName(token.text));
        }
        text += ']';
    }
    return text;
}

/// A parameter or variable: what leads to a table is a pointer to its first row.
std::string FunctionWriter::declared(const ValueType& type, Space space,
                                     const std::string& name) const {
    std::string text(spaceWord(space));
    text += type.base;
    if (type.is_reference && !type.bounds.empty()) {
        text += type.bounds.size() > 1 ? " (*" + name + ')' : " *" + name;
        return text + boundsText(type, 1);
    }
    const int stars = type.stars + (type.is_reference ? 1 : 0);
    text += std::string(static_cast<std::size_t>(stars), '*');
    if (type.is_restrict) text += " restrict";
    return text + (name.empty() ? "" : ' ' + name) + boundsText(type);
}

void FunctionWriter::parameters(const TextFunction& function, const std::vector<Space>& spaces) {
    std::string text;
    std::size_t leading = 0;
    for (const TextParameter& parameter : function.parameters) {
        ValueType type = parameter.type;
        if (type.stars > 1) refuse("opencl_text_unknown_memory", function.begin, parameter.name);
        Space space = Space::Private;
        if (type.leads()) space = spaces.at(leading++);
        // A kernel is given neither.
        if (function.is_kernel && !type.leads() && type.bare() == "size_t") type.base = "ulong";
        if (function.is_kernel && !type.leads() && type.bare() == "bool") type.base = "int";
        text += (text.empty() ? "" : ", ") + declared(type, space, freeName(parameter.name));
        m_scopes.back()[parameter.name] = {.type = std::move(type), .space = space};
    }
    put("", '(' + text + ')', m_tokens[function.open].line);
}

void FunctionWriter::function(const TextFunction& function, const std::vector<Space>& spaces) {
    if (function.refused) throw TextRefused(*function.refused);
    m_function = &function;
    m_scopes.assign(1, {});
    const SourceToken& first = m_tokens[function.begin];
    const std::string result = function.result.base;
    put(first.before, (function.is_kernel ? "__kernel " : "static ") + result, first.line);
    if (function.is_kernel)
        put(" ", function.name, first.line);
    else
        m_pieces.push_back({" ", "", first.line, FunctionKey(function.name, spaces)});
    parameters(function, spaces);
    put(m_tokens[function.open]);
    statements(function.open + 1, function.close);
    put(m_tokens[function.close]);
}

void FunctionWriter::statements(std::size_t begin, std::size_t end) {
    bool begins = true;
    for (std::size_t i = begin; i < end;) {
        const SourceToken& token = m_tokens[i];
        if (begins && isDeclaration(i)) {
            i = declaration(i);
            continue;
        }
        if (token.is("{")) {
            m_scopes.emplace_back();
        } else if (token.is("}")) {
            m_scopes.pop_back();
        } else if (token.is("for") && at(i + 1, "(")) {
            put(token);
            put(m_tokens[i + 1]);
            i += 2;
            begins = true;
            continue;
        } else if (token.kind != SourceToken::Kind::Directive && !token.is(";")) {
            begins = token.is("else") || token.is("do") || token.is(":");
            i = one(i);
            continue;
        }
        put(token);
        begins = true;
        ++i;
    }
}

void FunctionWriter::item(const TextItem& item) {
    const SourceToken& first = m_tokens[item.begin];
    const auto keeps = [&](std::string text) { put(first.before, std::move(text), first.line); };
    m_scopes.assign(1, {});
    switch (item.kind) {
        case TextItem::Kind::Function:
            return;
        case TextItem::Kind::Line:
            return keeps(item.begin == item.end ? "" : directiveText(first.text));
        case TextItem::Kind::Name:
            return keeps("typedef " + item.type.base + ' ' + freeName(item.name) + ';');
        case TextItem::Kind::Struct:
            keeps("typedef struct " + freeName(item.name));
            for (std::size_t i = item.begin + 2; i + 1 < item.end;) {
                std::size_t after = i;
                const auto type = m_read.types.base(after);
                if (type)
                    put(m_tokens[i].before, type->base, m_tokens[i].line);
                else
                    put(m_tokens[i]);
                i = type ? after : i + 1;
            }
            return put(" ", freeName(item.name) + ';', m_tokens[item.end - 1].line);
        case TextItem::Kind::Number:
            keeps("enum { " + freeName(item.name) + " =");
            expression(item.index, item.end - 1);
            return put("", " };", first.line);
        case TextItem::Kind::Value:
            keeps("#define " + freeName(item.name) + " ((" + item.type.bare() + ")(");
            m_drops_before = true;
            expression(item.index, item.end - 1);
            return put("", "))", first.line);
        case TextItem::Kind::Table:
            keeps(declared(item.type, Space::Constant, freeName(item.name)) + " =");
            expression(item.index, item.end - 1);
            return put("", ";", first.line);
    }
}

}  // namespace duelo
