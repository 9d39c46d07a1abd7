// SPDX-License-Identifier: Apache-2.0
#include "opencl_c/text_items.h"

#include <algorithm>
#include <utility>

#include "opencl_c/words_of_cuda.h"

namespace duelo {

namespace {

using Kind = SourceToken::Kind;

/// Words before a function or a variable that say nothing in OpenCL C, or something that is said in
/// another way.
bool isQualifier(std::string_view word) {
    constexpr std::string_view kWords[] = {
        "extern",          "inline",       "static",     "__device__",   "__host__", "__global__",
        "__forceinline__", "__noinline__", "__inline__", "__constant__", "\"C\""};
    return std::ranges::find(kWords, word) != std::end(kWords);
}

}  // namespace

ReadText::ReadText(SourceTokens read_tokens) : tokens(std::move(read_tokens)), types(tokens) {
    read(0, tokens.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (functions[i].name == functions[k].name)
                functions[i].refused = functions[k].refused = TextRefused{
                    "opencl_text_overloaded", tokens[functions[i].begin].line, functions[i].name};
}

bool ReadText::at(std::size_t place, std::string_view word) const {
    return place < tokens.size() && tokens[place].is(word);
}

const TextFunction* ReadText::function(std::string_view name) const {
    const auto found = std::ranges::find(functions, name, &TextFunction::name);
    return found == functions.end() ? nullptr : &*found;
}

bool ReadText::areNumbers(std::span<const SourceToken> words,
                          const std::set<std::string, std::less<>>& more) const {
    return !words.empty() && std::ranges::all_of(words, [&](const SourceToken& token) {
        if (token.kind == Kind::Name)
            return numbers.contains(token.text) || more.contains(token.text);
        if (token.kind == Kind::Number)
            return token.text.starts_with("0x") ||
                   token.text.find_first_of(".eEfF") == std::string::npos;
        return token.kind == Kind::Sign &&
               std::string_view("()+-*/%<<>>&|").find(token.text) != std::string_view::npos;
    });
}

bool ReadText::isNumber(std::size_t begin, std::size_t end,
                        const std::set<std::string, std::less<>>& more) const {
    return begin < end && areNumbers(std::span(tokens).subspan(begin, end - begin), more);
}

std::size_t ReadText::endOfStatement(std::size_t from) const {
    for (std::size_t i = from; i < tokens.size(); ++i) {
        if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) i = types.closing(i);
        if (tokens[i].is(";")) return i + 1;
    }
    throw TextRefused{"opencl_text_brackets", tokens[from].line, ";"};
}

void ReadText::read(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
        const SourceToken& token = tokens[i];
        if (token.kind == Kind::Directive) {
            readDefinition(token.text);
            items.push_back({TextItem::Kind::Line, i, i + 1});
            ++i;
        } else if (token.is(";")) {
            ++i;
        } else if (token.is("namespace")) {
            i = readNamespace(i);
        } else if (token.is("template")) {
            i = readTemplate(i);
        } else if (token.is("typedef")) {
            i = readTypedef(i);
        } else if (token.is("using")) {
            i = readUsing(i);
        } else if (token.is("struct")) {
            i = readStruct(i);
        } else if (token.is("extern") && at(i + 1, "\"C\"") && at(i + 2, "{")) {
            const std::size_t close = types.closing(i + 2);
            read(i + 3, close);
            i = close + 1;
        } else {
            i = readDeclared(i);
        }
    }
}

void ReadText::readDefinition(std::string_view directive) {
    const SourceTokens words = cutTokens(directive.substr(directive.empty() ? 0 : 1));
    if (words.size() < 3 || !words[0].is("define")) return;
    if (areNumbers(std::span(words).subspan(2))) numbers.insert(words[1].text);
}

std::size_t ReadText::readNamespace(std::size_t place) {
    std::size_t open = place;
    while (open < tokens.size() && !tokens[open].is("{") && !tokens[open].is(";")) ++open;
    if (!at(open, "{")) throw TextRefused{kNoSuchWord, tokens[place].line, "namespace"};
    const std::size_t close = types.closing(open);
    read(open + 1, close);
    return close + 1;
}

std::size_t ReadText::readTemplate(std::size_t place) {
    std::size_t i = place + 1;
    std::vector<std::string> parameters;
    for (; i < tokens.size() && !tokens[i].is(">"); ++i)
        if (at(i + 1, ",") || at(i + 1, ">")) parameters.push_back(tokens[i].text);
    ++i;
    if (at(i, "using")) return readUsing(i, std::move(parameters));
    // A function that nobody calls does not matter.
    TextFunction function{.begin = place,
                          .refused = TextRefused{kNoSuchWord, tokens[place].line, "template"}};
    for (; i < tokens.size(); ++i) {
        if (tokens[i].is("(") && tokens[i - 1].kind == Kind::Name && function.name.empty())
            function.name = tokens[i - 1].text;
        if (tokens[i].is("(")) i = types.closing(i);
        if (tokens[i].is(";")) return i + 1;
        if (!tokens[i].is("{")) continue;
        functions.push_back(std::move(function));
        i = types.closing(i);
        return at(i + 1, ";") ? i + 2 : i + 1;
    }
    return i;
}

void ReadText::addName(const std::string& name, TypeName type, std::size_t begin, std::size_t end) {
    type.is_kept = !type.type.leads() && type.parameters.empty();
    if (type.is_kept) items.push_back({TextItem::Kind::Name, begin, end, 0, name, type.type});
    types.names.insert_or_assign(name, std::move(type));
}

std::size_t ReadText::readTypedef(std::size_t place) {
    std::size_t i = place + 1;
    auto type = types.base(i);
    if (!type)
        throw TextRefused{kNoSuchWord, tokens[place].line,
                          tokens[place].text + ' ' + tokens[place + 1].text};
    types.stars(i, *type);
    const std::string name = tokens[i].text;
    types.bounds(++i, *type);
    if (!at(i, ";")) throw TextRefused{kNoSuchWord, tokens[place].line, "typedef " + name};
    addName(name, {.type = std::move(*type)}, place, i + 1);
    return i + 1;
}

std::size_t ReadText::readUsing(std::size_t place, std::vector<std::string> parameters) {
    const std::size_t end = endOfStatement(place);
    if (at(place + 1, "namespace") || !at(place + 2, "=")) {
        items.push_back({TextItem::Kind::Line, place, place});  // its remarks alone
        return end;
    }
    const std::string name = tokens[place + 1].text;
    std::size_t i = place + 3;
    // The element of a table may be a parameter, which none of Duelo's own texts has.
    auto type = types.base(i);
    if (!type) throw TextRefused{kNoSuchWord, tokens[place].line, "using " + name};
    types.stars(i, *type);
    types.bounds(i, *type);
    if (i + 1 != end) throw TextRefused{kNoSuchWord, tokens[place].line, "using " + name};
    addName(name, {.type = std::move(*type), .parameters = std::move(parameters)}, place, end);
    return end;
}

std::size_t ReadText::readStruct(std::size_t place) {
    const std::string name = place + 1 < tokens.size() ? tokens[place + 1].text : std::string();
    if (!at(place + 2, "{")) throw TextRefused{kNoSuchWord, tokens[place].line, "struct " + name};
    const std::size_t close = types.closing(place + 2), end = endOfStatement(close);
    for (std::size_t i = place + 3; i < close; ++i)
        if (tokens[i].is("(") || tokens[i].is("*") || tokens[i].is("&") || tokens[i].is("="))
            throw TextRefused{"opencl_text_struct", tokens[i].line, name};
    if (end != close + 2) throw TextRefused{kNoSuchWord, tokens[place].line, "struct " + name};
    items.push_back({TextItem::Kind::Struct, place, end, 0, name});
    types.names.insert_or_assign(name, TypeName{.type = {.base = name}, .is_kept = true});
    return end;
}

TextParameter ReadText::readParameter(std::size_t begin, std::size_t end) {
    std::size_t i = begin;
    auto type = types.base(i);
    if (!type) throw TextRefused{kNoSuchWord, tokens[begin].line, tokens[begin].text};
    types.stars(i, *type);
    TextParameter parameter{.type = std::move(*type)};
    // A reference to a table: "float (&t)[4][4]".
    const bool in_brackets = at(i, "(");
    if (in_brackets) types.stars(++i, parameter.type);
    if (i < end && tokens[i].kind == Kind::Name) parameter.name = tokens[i++].text;
    if (in_brackets && at(i, ")")) ++i;
    types.bounds(i, parameter.type);
    if (i != end) throw TextRefused{kNoSuchWord, tokens[begin].line, tokens[i].text};
    return parameter;
}

std::size_t ReadText::readFunction(TextFunction function, std::size_t open) {
    const std::size_t close = types.closing(open);
    try {
        for (std::size_t i = open + 1; i < close;) {
            std::size_t end = i;
            while (end < close && !tokens[end].is(","))
                end = tokens[end].is("(") || tokens[end].is("[") ? types.closing(end) + 1 : end + 1;
            if (end != i + 1 || !tokens[i].is("void"))
                function.parameters.push_back(readParameter(i, end));
            i = end + 1;
        }
        if (function.result.leads())
            throw TextRefused{"opencl_text_returns_pointer", tokens[open].line, function.name};
    } catch (const TextRefused& why) {
        function.refused = why;
    }
    std::size_t end = close + 1;
    if (at(end, "const") || at(end, "noexcept")) ++end;
    if (at(end, ";")) return end + 1;  // the function itself comes later
    if (!at(end, "{")) throw TextRefused{kNoSuchWord, tokens[open].line, function.name};
    function.open = end;
    function.close = types.closing(end);
    end = function.close + 1;
    items.push_back({TextItem::Kind::Function, function.begin, end, functions.size()});
    functions.push_back(std::move(function));
    return end;
}

std::size_t ReadText::readDeclared(std::size_t begin) {
    TextFunction function{.begin = begin};
    bool is_table = false, on_device = false, is_constant = false;
    std::size_t i = begin;
    for (; i < tokens.size(); ++i) {
        const SourceToken& token = tokens[i];
        function.is_kernel = function.is_kernel || token.is("__global__");
        is_table = is_table || token.is("__constant__");
        on_device = on_device || token.is("__device__");
        is_constant = is_constant || token.is("constexpr");
        if (token.is("__launch_bounds__") && at(i + 1, "("))
            i = types.closing(i + 1);
        else if (!isQualifier(token.text) && !token.is("constexpr"))
            break;
    }
    if (i == tokens.size()) throw TextRefused{kNoSuchWord, tokens[begin].line, tokens[begin].text};
    auto type = types.base(i);
    if (!type || i >= tokens.size())
        throw TextRefused{kNoSuchWord, tokens[std::min(i, tokens.size() - 1)].line,
                          tokens[std::min(i, tokens.size() - 1)].text};
    type->is_constant = type->is_constant || is_constant;
    const std::size_t declarator = i;
    types.stars(i, *type);
    if (at(i, "__launch_bounds__") && at(i + 1, "(")) i = types.closing(i + 1) + 1;
    if (i + 1 < tokens.size() && tokens[i].kind == Kind::Name && tokens[i + 1].is("(")) {
        function.name = tokens[i].text;
        function.result = std::move(*type);
        return readFunction(std::move(function), i + 1);
    }
    if (on_device && !type->is_constant)
        throw TextRefused{"opencl_text_device_variable", tokens[begin].line, tokens[i].text};
    readVariable(begin, declarator, std::move(*type), is_table);
    return endOfStatement(begin);
}

void ReadText::readVariable(std::size_t begin, std::size_t place, ValueType type, bool is_table) {
    const std::size_t end = endOfStatement(begin);
    const std::size_t name = place;
    if (tokens[name].kind != Kind::Name || type.leads())
        throw TextRefused{"opencl_text_outside", tokens[begin].line, tokens[name].text};
    std::size_t i = name + 1;
    types.bounds(i, type);
    const bool is_constant = type.is_constant || type.base.starts_with("const ") || is_table;
    if (!is_constant || !at(i, "="))
        throw TextRefused{"opencl_text_outside", tokens[name].line, tokens[name].text};
    TextItem item{TextItem::Kind::Value, begin, end, i + 1, tokens[name].text, type};
    if (is_table || type.leads())
        item.kind = TextItem::Kind::Table;
    else if (type.isWhole() && isNumber(i + 1, end - 1))
        item.kind = TextItem::Kind::Number;
    if (item.kind == TextItem::Kind::Number) numbers.insert(item.name);
    items.push_back(std::move(item));
}

}  // namespace duelo
