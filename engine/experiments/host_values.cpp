// SPDX-License-Identifier: Apache-2.0
#include "experiments/host_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "experiments/number_type.h"

namespace duelo {

namespace {

constexpr int kMostDeep = 32;
constexpr std::size_t kMostLooked = 20'000'000;

/// `named`: the word is a name to which a number can be given.
tl::unexpected<Reason> unknown(int line, std::string_view word, bool named = false) {
    return fail("own_value_unknown", {{"line", line}, {"word", word}, {"named", named}});
}

CudaMacro macroOf(const CudaToken& directive) {
    if (directive.kind != CudaToken::Kind::Directive) return {};
    std::vector<CudaToken> words = cudaTokens(directive.text.substr(1));
    std::erase_if(words, [](const CudaToken& token) { return token.is("\\"); });
    if (words.size() < 2 || !words[0].is("define") || !words[1].isWord()) return {};
    CudaMacro macro{.name = words[1].text};
    std::size_t from = 2;
    if (words.size() > 2 && words[2].is("(") && words[2].at == words[1].at + words[1].text.size()) {
        macro.called = true;
        for (++from; from < words.size() && !words[from].is(")"); ++from)
            if (words[from].isWord()) macro.parameters.emplace_back(words[from].text);
        from = std::min(from + 1, words.size());
    }
    for (CudaToken& token : words) token.line = directive.line;
    macro.body.assign(words.begin() + static_cast<std::ptrdiff_t>(from), words.end());
    return macro;
}

}  // namespace

HostValues::HostValues(const CudaFile& file, SetValues set) : m_file(file), m_set(std::move(set)) {
    for (const CudaToken& token : file.tokens())
        if (CudaMacro macro = macroOf(token); !macro.name.empty())
            m_macros.push_back(std::move(macro));
}

std::size_t HostValues::placeOf(Tokens words) const {
    const auto& all = tokens();
    if (words.empty() || words.data() < all.data() || words.data() >= all.data() + all.size())
        return all.size();
    return static_cast<std::size_t>(words.data() - all.data());
}

const CudaFunction* HostValues::functionAt(std::size_t place) const {
    for (const CudaFunction& one : m_file.functions())
        if (place >= one.begin && place < one.end) return &one;
    return nullptr;
}

void HostValues::spend(std::size_t count) const {
    m_looked += count;
}

Result<Amount> HostValues::value(Tokens words) const {
    return evaluate(words, {.place = placeOf(words)});
}

Result<Amount> HostValues::value(const Expression& expression) const {
    return evaluate(expression, {.place = tokens().size()});
}

Result<LaunchSize> HostValues::size(Tokens words) const {
    return sizeAt(words, {.place = placeOf(words)});
}

Result<Amount> HostValues::evaluate(Tokens words, const Scope& scope) const {
    const auto expression = readExpression(words);
    if (!expression)
        return unknown(words.empty() ? 0 : words.front().line,
                       expression.error().args.value("words", ""));
    return evaluate(*expression, scope);
}

Result<Amount> HostValues::evaluate(const Expression& expression, const Scope& scope) const {
    const ExpressionNames names{.word = [&](const Expression& one) { return word(one, scope); },
                                .call = [&](const Expression& one) { return called(one, scope); }};
    auto value = valueOf(expression, names);
    if (value || value.error().code == "own_value_unknown") return value;
    return unknown(value.error().args.value("line", expression.line),
                   value.error().args.value("word", expression.text),
                   expression.kind == Expression::Kind::Word);
}

Result<Amount> HostValues::word(const Expression& word, const Scope& scope) const {
    const std::string_view name = word.text;
    if (scope.bound != nullptr)
        if (const auto known = scope.bound->find(name); known != scope.bound->end())
            return known->second;
    if (const auto known = m_set.find(name); known != m_set.end())
        return Amount{known->second, known->second == std::trunc(known->second)};
    if (scope.depth > kMostDeep || m_looked > kMostLooked) return unknown(word.line, name);
    const CudaFunction* function = functionAt(scope.place);
    const Scope inner{.place = scope.place, .depth = scope.depth + 1};
    if (function != nullptr) {
        auto found = assigned(name, word.line, function->body, scope.place, inner);
        if (found || found.error().code != "own_value_none") return found;
        if (const auto given = argumentOf(*function, name))
            return evaluate(given->first, {.place = given->second, .depth = inner.depth});
    }
    spend(m_macros.size() + 16);
    for (const CudaMacro& macro : m_macros)
        if (macro.name == name && !macro.called && !macro.body.empty())
            return evaluate(Tokens(macro.body), inner);
    auto found = assigned(name, word.line, 0, tokens().size(), inner);
    if (found || found.error().code != "own_value_none") return found;
    if (name == "argc") return Amount{1, true};
    if (name == "true" || name == "false") return Amount{name == "true" ? 1.0 : 0.0, true};
    return unknown(word.line, name, true);
}

/// The last assignment that can be told, in a function before `to`, or outside of all functions.
/// Reason: "own_value_none" where there is none at all.
Result<Amount> HostValues::assigned(std::string_view name, int line, std::size_t from,
                                    std::size_t to, const Scope& scope) const {
    spend(to - from);
    Result<Amount> first = fail("own_value_none");
    for (std::size_t at = to; at-- > from;) {
        if (tokens()[at].text != name) continue;
        if (from == 0 && functionAt(at) != nullptr) continue;
        if (isTypedIn(at)) return unknown(line, name, true);
        const auto words = assignedAt(at, to);
        if (!words) continue;
        auto value = evaluate(*words, {.place = at, .bound = scope.bound, .depth = scope.depth});
        if (value) return value;
        if (first.error().code != "own_value_none") continue;
        // Of "n = atoi(argv[1])" it is n that can be told.
        first = value.error().args.value("named", false)
                    ? std::move(value)
                    : Result<Amount>(unknown(tokens()[at].line, name, true));
    }
    return first;
}

/// "std::cin >> n", "scanf("%d", &n)".
bool HostValues::isTypedIn(std::size_t at) const {
    if (at == 0 || !(tokens()[at - 1].is(">>") || tokens()[at - 1].is("&"))) return false;
    for (std::size_t back = at - 1; back-- > 0;) {
        const CudaToken& token = tokens()[back];
        if (token.is(";") || token.is("{") || token.is("}")) return false;
        if (token.is("cin") || token.text.ends_with("scanf")) return true;
    }
    return false;
}

/// The words behind "n =", or in the brackets of "int n(3)".
std::optional<HostValues::Tokens> HostValues::assignedAt(std::size_t at, std::size_t end) const {
    const auto& all = tokens();
    if (at + 2 >= end) return std::nullopt;
    const CudaToken& next = all[at + 1];
    if (at > 0 && (all[at - 1].is(".") || all[at - 1].is("->"))) return std::nullopt;
    const Tokens whole(all);
    if (next.is("(") || next.is("{")) {
        const bool declared =
            at > 0 && (all[at - 1].isWord() || all[at - 1].is(">") || all[at - 1].is(",")) &&
            !all[at - 1].is("return");
        const std::size_t behind = behindBracket(all, at + 1, all.size());
        if (!declared || behind >= all.size() || behind < at + 4 ||
            !(all[behind].is(";") || all[behind].is(",")))
            return std::nullopt;
        return whole.subspan(at + 2, behind - at - 3);
    }
    if (!next.is("=")) return std::nullopt;
    std::size_t to = at + 2;
    int open = 0;
    for (; to < all.size(); ++to) {
        const CudaToken& token = all[to];
        if (token.is("(") || token.is("{") || token.is("[")) ++open;
        if ((token.is(")") || token.is("}") || token.is("]")) && --open < 0) break;
        if (open == 0 && (token.is(";") || token.is(","))) break;
    }
    return whole.subspan(at + 2, to - at - 2);
}

/// Finds what the first call of a function of the program passes for one of its parameters.
std::optional<std::pair<HostValues::Tokens, std::size_t>> HostValues::argumentOf(
    const CudaFunction& function, std::string_view parameter) const {
    const auto found = std::ranges::find(function.parameters, parameter, &CudaParameter::name);
    if (found == function.parameters.end()) return std::nullopt;
    const auto number = static_cast<std::size_t>(found - function.parameters.begin());
    const auto& all = tokens();
    spend(all.size());
    for (std::size_t at = 0; at + 1 < all.size(); ++at) {
        const CudaFunction* within = functionAt(at);
        if (!all[at].is(function.name) || !all[at + 1].is("(") || within == nullptr ||
            within == &function || at <= within->body)
            continue;
        const std::size_t behind = behindBracket(all, at + 1, all.size());
        if (behind < at + 3) continue;
        const auto given = splitAtCommas(Tokens(all).subspan(at + 2, behind - at - 3));
        if (number < given.size()) return std::pair(given[number], at);
    }
    return std::nullopt;
}

/// A member of a dim3, a macro with parameters, or a function that returns an expression of them.
Result<Amount> HostValues::called(const Expression& call, const Scope& scope) const {
    if (scope.depth > kMostDeep || m_looked > kMostLooked) return unknown(call.line, call.text);
    const Scope inner{.place = scope.place, .depth = scope.depth + 1};
    if (call.kind == Expression::Kind::Member) {
        constexpr std::string_view kSizeOf = "sizeof ";
        if (call.text.starts_with(kSizeOf)) {
            const auto type = numberType(m_file, {}, {}, call.text.substr(kSizeOf.size()));
            if (!type) return unknown(call.line, call.text);
            return Amount{static_cast<double>(type->bytes) * type->lanes, true};
        }
        const std::size_t dot = call.text.find('.');
        if (dot == call.text.npos) return unknown(call.line, call.text);
        const std::vector<CudaToken> name = cudaTokens(std::string_view(call.text).substr(0, dot));
        const auto size = sizeAt(Tokens(name), inner);
        const std::string_view part = std::string_view(call.text).substr(dot + 1);
        if (!size || (part != "x" && part != "y" && part != "z"))
            return unknown(call.line, call.text);
        return Amount{part == "x" ? size->x : part == "y" ? size->y : size->z, true};
    }
    Bindings bound;
    const auto bind = [&](const std::string& name, std::size_t number) -> Result<void> {
        if (number >= call.parts.size()) return unknown(call.line, call.text);
        auto value = evaluate(call.parts[number],
                              {.place = scope.place, .bound = scope.bound, .depth = inner.depth});
        if (!value) return tl::unexpected(value.error());
        bound[name] = *value;
        return {};
    };
    spend(m_macros.size() + 16);
    for (const CudaMacro& macro : m_macros) {
        if (macro.name != call.text || !macro.called) continue;
        for (std::size_t i = 0; i < macro.parameters.size(); ++i)
            if (auto done = bind(macro.parameters[i], i); !done)
                return tl::unexpected(done.error());
        return evaluate(Tokens(macro.body), {scope.place, &bound, inner.depth});
    }
    for (const CudaFunction& function : m_file.functions()) {
        if (function.name != call.text || function.kernel) continue;
        std::size_t from = function.body;
        while (from < function.end && !tokens()[from].is("return")) ++from;
        std::size_t to = from;
        while (to < function.end && !tokens()[to].is(";")) ++to;
        if (from >= to) break;
        for (std::size_t i = 0; i < function.parameters.size(); ++i)
            if (auto done = bind(function.parameters[i].name, i); !done)
                return tl::unexpected(done.error());
        return evaluate(Tokens(tokens()).subspan(from + 1, to - from - 1),
                        {from, &bound, inner.depth});
    }
    return fail("expression_word", {{"line", call.line}, {"word", call.text}});
}

Result<LaunchSize> HostValues::sizeOf(const std::vector<Tokens>& parts, const Scope& scope) const {
    LaunchSize size;
    double* const fields[] = {&size.x, &size.y, &size.z};
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i) {
        const auto value = evaluate(parts[i], scope);
        if (!value) return tl::unexpected(value.error());
        *fields[i] = std::trunc(value->value);
    }
    return size;
}

/// Takes in what "block.x = 16;" between two places makes of it.
Result<LaunchSize> HostValues::withParts(LaunchSize size, std::string_view name, std::size_t from,
                                         Scope scope, std::size_t to) const {
    const auto& all = tokens();
    double* const fields[] = {&size.x, &size.y, &size.z};
    for (std::size_t at = from; at + 4 < std::min(to, all.size()); ++at) {
        if (all[at].text != name || !all[at + 1].is(".") || !all[at + 3].is("=")) continue;
        const std::size_t field = std::string_view("xyz").find(all[at + 2].text);
        std::size_t end = at + 4;
        while (end < all.size() && !all[end].is(";")) ++end;
        scope.place = at;
        const auto value = evaluate(Tokens(all).subspan(at + 4, end - at - 4), scope);
        if (!value) return tl::unexpected(value.error());
        if (field < std::size(fields)) *fields[field] = std::trunc(value->value);
    }
    return size;
}

Result<LaunchSize> HostValues::sizeAt(Tokens words, const Scope& scope) const {
    if (scope.depth > kMostDeep || m_looked > kMostLooked || words.empty())
        return unknown(words.empty() ? 0 : words.front().line,
                       words.empty() ? "" : words.front().text);
    const Scope inner{.place = scope.place, .bound = scope.bound, .depth = scope.depth + 1};
    if (words.size() >= 3 && words[0].is("dim3"))
        return sizeOf(splitAtCommas(words.subspan(2, words.size() - 3)), inner);
    const CudaFunction* function = functionAt(scope.place);
    if (words.size() != 1 || !words[0].isWord()) return sizeOf({words}, inner);
    const std::string_view name = words[0].text;
    if (m_set.contains(name)) return sizeOf({words}, inner);
    const std::size_t from = function != nullptr ? function->body : 0;
    spend(scope.place - std::min(from, scope.place));
    const auto& all = tokens();
    for (std::size_t at = std::min(scope.place, all.size()); at-- > from;) {
        if (all[at].text != name || at + 1 >= all.size()) continue;
        const auto assigned = assignedAt(at, all.size());
        const bool bare = all[at + 1].is(";") && at > 0 && all[at - 1].is("dim3");
        if (!assigned && !bare) continue;
        const Scope here{.place = at, .bound = inner.bound, .depth = inner.depth};
        auto size = bare                  ? Result<LaunchSize>(LaunchSize{})
                    : all[at + 1].is("=") ? sizeAt(*assigned, here)
                                          : sizeOf(splitAtCommas(*assigned), here);
        return size ? withParts(*size, name, at + 1, here, scope.place) : size;
    }
    if (function != nullptr)
        if (const auto given = argumentOf(*function, name))
            return sizeAt(given->first, {.place = given->second, .depth = inner.depth});
    return sizeOf({words}, inner);
}

std::string HostValues::origin(std::string_view name, std::size_t place) const {
    std::string found(name);
    for (int depth = 0; depth < kMostDeep; ++depth) {
        const CudaFunction* function = functionAt(place);
        const auto given = function != nullptr ? argumentOf(*function, found) : std::nullopt;
        if (!given || given->first.empty() || !given->first.back().isWord()) break;
        found = std::string(given->first.back().text);
        place = given->second;
    }
    return found;
}

std::string withValue(const std::string& text, std::string_view name, double value) {
    const std::string number = formatExact(value);
    const std::vector<CudaToken> tokens = cudaTokens(text);
    std::string changed = text;
    for (std::size_t at = tokens.size(); at-- > 0;) {
        const CudaToken& token = tokens[at];
        const CudaMacro macro = macroOf(token);
        if (macro.name == name && !macro.called && !macro.body.empty()) {
            const std::size_t from = token.at + 1 + macro.body.front().at;
            std::string instead = number;
            const std::string_view old =
                std::string_view(text).substr(from, token.at + token.text.size() - from);
            // Lines that a backslash takes in stay lines.
            for (const char letter : old)
                if (letter == '\n') instead += "\\\n";
            changed.replace(from, old.size(), instead);
        }
        if (!token.isWord() || token.text != name || at + 2 >= tokens.size() ||
            !tokens[at + 1].is("="))
            continue;
        bool constant = false;
        for (std::size_t back = at; back-- > 0 && at - back < 8;) {
            if (tokens[back].is(";") || tokens[back].is("{") || tokens[back].is("}")) break;
            constant = constant || tokens[back].is("const") || tokens[back].is("constexpr");
        }
        std::size_t to = at + 2;
        while (to < tokens.size() && !tokens[to].is(";") && !tokens[to].is(",")) ++to;
        if (!constant || to >= tokens.size()) continue;
        changed.replace(tokens[at + 2].at, tokens[to].at - tokens[at + 2].at, number);
    }
    return changed;
}

}  // namespace duelo
