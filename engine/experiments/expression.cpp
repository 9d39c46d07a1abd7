// SPDX-License-Identifier: Apache-2.0
#include "experiments/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace duelo {

namespace {

constexpr int kMostNested = 64;
constexpr double kMostWhole = 9e15;  // whole numbers beyond are not exact

struct Damaged {
    int line;
};

struct Binding {
    std::string_view sign;
    int strength;
};
constexpr auto kBindings = std::to_array<Binding>({{"||", 1},
                                                   {"&&", 2},
                                                   {"|", 3},
                                                   {"^", 4},
                                                   {"&", 5},
                                                   {"==", 6},
                                                   {"!=", 6},
                                                   {"<", 7},
                                                   {">", 7},
                                                   {"<=", 7},
                                                   {">=", 7},
                                                   {"<<", 8},
                                                   {">>", 8},
                                                   {"+", 9},
                                                   {"-", 9},
                                                   {"*", 10},
                                                   {"/", 10},
                                                   {"%", 10}});
constexpr auto kTypeWords = std::to_array<std::string_view>(
    {"int", "unsigned", "long", "short", "char", "float", "double", "size_t", "bool", "const",
     "int32_t", "uint32_t", "int64_t", "uint64_t", "uint8_t", "int8_t", "int16_t", "uint16_t",
     "signed"});

bool isType(std::string_view word) {
    return std::ranges::find(kTypeWords, word) != kTypeWords.end();
}

double bytesOfType(std::string_view words) {
    const auto has = [&](std::string_view word) { return words.find(word) != words.npos; };
    if (has("*") || has("double") || has("size_t") || has("64") || has("long")) return 8;
    if (has("char") || has("bool") || has("int8") || has("uint8")) return 1;
    if (has("short") || has("16")) return 2;
    return 4;
}

Amount numberOfToken(const CudaToken& token) {
    std::string text(token.text);
    std::erase(text, '\'');
    const char* end = text.data() + text.size();
    if (text.starts_with("0x") || text.starts_with("0X")) {
        std::uint64_t bits = 0;
        std::from_chars(text.data() + 2, end, bits, 16);
        return {static_cast<double>(bits), true};
    }
    // "33x33", as sizes are written.
    if (const std::size_t by = text.find('x'); by != text.npos && by > 0) {
        Amount all{1, true};
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t to = std::min(text.find('x', at), text.size());
            std::uint64_t one = 0;
            if (std::from_chars(text.data() + at, text.data() + to, one).ptr != text.data() + to)
                throw Damaged{token.line};
            all.value *= static_cast<double>(one);
            at = to + 1;
        }
        return all;
    }
    double value = 0;
    const auto [behind, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc()) throw Damaged{token.line};
    const std::string_view rest(behind, end);
    const bool decimal = text.find_first_of(".eE") != text.npos;
    if (rest.find_first_not_of(decimal ? "fFlL" : "uUlLzZfF") != rest.npos)
        throw Damaged{token.line};
    return {value, !decimal && rest.find_first_of("fF") == rest.npos};
}

class Parser {
public:
    explicit Parser(std::span<const CudaToken> tokens) : m_tokens(tokens) {}

    Expression read() {
        Expression whole = choice();
        if (m_at < m_tokens.size()) damaged();
        return whole;
    }

private:
    [[noreturn]] void damaged() const {
        throw Damaged{m_tokens.empty() ? 0 : m_tokens[std::min(m_at, m_tokens.size() - 1)].line};
    }
    [[nodiscard]] bool at(std::string_view sign) const {
        return m_at < m_tokens.size() && m_tokens[m_at].is(sign);
    }
    bool accept(std::string_view sign) {
        if (!at(sign)) return false;
        ++m_at;
        return true;
    }
    void expect(std::string_view sign) {
        if (!accept(sign)) damaged();
    }

    Expression choice() {
        if (++m_deep > kMostNested) damaged();
        Expression left = binary(1);
        if (at("?")) {
            const int line = m_tokens[m_at++].line;
            Expression all{.kind = Expression::Kind::Choice, .text = "?", .line = line};
            Expression yes = choice();
            expect(":");
            Expression no = choice();
            all.parts = {std::move(left), std::move(yes), std::move(no)};
            left = std::move(all);
        }
        --m_deep;
        return left;
    }

    Expression binary(int least) {
        Expression left = unary();
        while (m_at < m_tokens.size()) {
            const CudaToken sign = m_tokens[m_at];
            const auto* found = std::ranges::find(kBindings, sign.text, &Binding::sign);
            if (found == kBindings.end() || found->strength < least) break;
            ++m_at;
            Expression all{.kind = Expression::Kind::Sign, .text = std::string(sign.text)};
            all.line = sign.line;
            Expression right = binary(found->strength + 1);
            all.parts = {std::move(left), std::move(right)};
            left = std::move(all);
        }
        return left;
    }

    /// "(int)", "(size_t) x": behind it where it is one.
    [[nodiscard]] std::size_t behindCast() const {
        std::size_t to = m_at + 1;
        bool any = false;
        for (; to < m_tokens.size() && (isType(m_tokens[to].text) || m_tokens[to].is("*")); ++to)
            any = true;
        return any && to < m_tokens.size() && m_tokens[to].is(")") ? to + 1 : m_at;
    }

    Expression cast(std::string_view type, int line) {
        const bool whole = type.find("float") == type.npos && type.find("double") == type.npos;
        Expression all{.kind = Expression::Kind::Sign, .text = whole ? "(int)" : "(float)"};
        all.line = line;
        return all;
    }

    Expression unary() {
        if (++m_deep > kMostNested) damaged();
        if (m_at >= m_tokens.size()) damaged();
        const CudaToken token = m_tokens[m_at];
        Expression made;
        if (token.is("-") || token.is("+") || token.is("!") || token.is("~")) {
            ++m_at;
            made = {.kind = Expression::Kind::Sign, .text = std::string(token.text)};
            made.line = token.line;
            made.parts.push_back(unary());
        } else if (token.is("(") && behindCast() > m_at) {
            const std::size_t behind = behindCast();
            made = cast(words(m_at, behind), token.line);
            m_at = behind;
            made.parts.push_back(unary());
        } else {
            made = operand();
        }
        --m_deep;
        return made;
    }

    [[nodiscard]] std::string words(std::size_t from, std::size_t to) const {
        std::string all;
        for (; from < to; ++from) all += std::string(m_tokens[from].text) + ' ';
        return all;
    }

    Expression operand() {
        const CudaToken token = m_tokens[m_at++];
        if (token.is("(")) {
            Expression inner = choice();
            expect(")");
            return inner;
        }
        if (token.kind == CudaToken::Kind::Number) {
            Expression made{.number = numberOfToken(token)};
            made.line = token.line;
            return made;
        }
        if (!token.isWord()) {
            --m_at;
            damaged();
        }
        if (token.is("sizeof")) return sizeOf(token.line);
        if (token.is("static_cast")) return staticCast(token.line);
        return word(token);
    }

    Expression sizeOf(int line) {
        expect("(");
        const std::size_t from = m_at;
        while (m_at < m_tokens.size() && !at(")")) ++m_at;
        Expression made{.number = {bytesOfType(words(from, m_at)), true}};
        made.line = line;
        for (std::size_t i = from; i < m_at; ++i)
            if (!isType(m_tokens[i].text) && !m_tokens[i].is("*")) {
                made.kind = Expression::Kind::Member;
                made.text = "sizeof " + std::string(m_tokens[i].text);
            }
        expect(")");
        return made;
    }

    Expression staticCast(int line) {
        expect("<");
        const std::size_t from = m_at;
        while (m_at < m_tokens.size() && !at(">")) ++m_at;
        Expression made = cast(words(from, m_at), line);
        expect(">");
        expect("(");
        made.parts.push_back(choice());
        expect(")");
        return made;
    }

    Expression word(const CudaToken& first) {
        std::string name(first.text);
        while (accept("::")) {
            if (m_at >= m_tokens.size()) damaged();
            name = std::string(m_tokens[m_at++].text);
        }
        Expression made{.kind = Expression::Kind::Word, .text = std::move(name)};
        made.line = first.line;
        if (accept("(")) {
            made.kind = Expression::Kind::Call;
            while (!at(")")) {
                made.parts.push_back(choice());
                if (!at(")")) expect(",");
            }
            expect(")");
            if (isType(made.text) && made.parts.size() == 1) {
                Expression all = cast(made.text, made.line);
                all.parts = std::move(made.parts);
                return all;
            }
        } else if (accept("[")) {
            made.kind = Expression::Kind::Element;
            made.parts.push_back(choice());
            expect("]");
        }
        while (accept(".")) {
            if (m_at >= m_tokens.size() || made.kind != Expression::Kind::Word) damaged();
            made.kind = Expression::Kind::Member;
            made.text += '.' + std::string(m_tokens[m_at++].text);
        }
        return made;
    }

    std::span<const CudaToken> m_tokens;
    std::size_t m_at = 0;
    int m_deep = 0;
};

std::int64_t wholeOf(double value) {
    return static_cast<std::int64_t>(std::clamp(value, -kMostWhole, kMostWhole));
}

Result<Amount> applied(const Expression& of, Amount a, Amount b) {
    const std::string_view sign = of.text;
    const bool whole = a.whole && b.whole;
    const std::int64_t i = wholeOf(a.value), j = wholeOf(b.value);
    if (sign == "+") return Amount{a.value + b.value, whole};
    if (sign == "-") return Amount{a.value - b.value, whole};
    if (sign == "*") return Amount{a.value * b.value, whole};
    if (sign == "/" || sign == "%") {
        if (b.value == 0) return fail("expression_zero", {{"line", of.line}});
        if (sign == "%") return Amount{static_cast<double>(j == 0 ? 0 : i % j), true};
        return whole ? Amount{static_cast<double>(i / j), true} : Amount{a.value / b.value, false};
    }
    const auto truth = [](bool yes) { return Amount{yes ? 1.0 : 0.0, true}; };
    if (sign == "==") return truth(a.value == b.value);
    if (sign == "!=") return truth(a.value != b.value);
    if (sign == "<") return truth(a.value < b.value);
    if (sign == ">") return truth(a.value > b.value);
    if (sign == "<=") return truth(a.value <= b.value);
    if (sign == ">=") return truth(a.value >= b.value);
    if (sign == "&") return Amount{static_cast<double>(i & j), true};
    if (sign == "|") return Amount{static_cast<double>(i | j), true};
    if (sign == "^") return Amount{static_cast<double>(i ^ j), true};
    const std::int64_t by = std::clamp<std::int64_t>(j, 0, 62);
    if (sign == "<<") return Amount{std::ldexp(static_cast<double>(i), static_cast<int>(by)), true};
    return Amount{static_cast<double>(i >> by), true};
}

Amount appliedAlone(std::string_view sign, Amount of) {
    if (sign == "-") return {-of.value, of.whole};
    if (sign == "!") return {of.value == 0 ? 1.0 : 0.0, true};
    if (sign == "~") return {static_cast<double>(~wholeOf(of.value)), true};
    if (sign == "(int)") return {std::trunc(of.value), true};
    if (sign == "(float)") return {of.value, false};
    return of;
}

struct UsualFunction {
    std::string_view name;
    std::size_t count;
    double (*of)(double, double);
    bool whole = false;  ///< where its arguments are
};
constexpr auto kFunctions = std::to_array<UsualFunction>({
    {"ceil", 1, [](double a, double) { return std::ceil(a); }},
    {"ceilf", 1, [](double a, double) { return std::ceil(a); }},
    {"floor", 1, [](double a, double) { return std::floor(a); }},
    {"floorf", 1, [](double a, double) { return std::floor(a); }},
    {"sqrt", 1, [](double a, double) { return std::sqrt(a); }},
    {"sqrtf", 1, [](double a, double) { return std::sqrt(a); }},
    {"exp", 1, [](double a, double) { return std::exp(a); }},
    {"expf", 1, [](double a, double) { return std::exp(a); }},
    {"log2", 1, [](double a, double) { return std::log2(a); }},
    {"abs", 1, [](double a, double) { return std::abs(a); }, true},
    {"fabs", 1, [](double a, double) { return std::abs(a); }},
    {"fabsf", 1, [](double a, double) { return std::abs(a); }},
    {"pow", 2, [](double a, double b) { return std::pow(a, b); }},
    {"min", 2, [](double a, double b) { return std::min(a, b); }, true},
    {"max", 2, [](double a, double b) { return std::max(a, b); }, true},
    {"fminf", 2, [](double a, double b) { return std::min(a, b); }},
    {"fmaxf", 2, [](double a, double b) { return std::max(a, b); }},
});

Result<Amount> calledUsual(const Expression& call, const ExpressionNames& names) {
    const auto* found = std::ranges::find_if(kFunctions, [&](const UsualFunction& one) {
        return one.name == call.text && one.count == call.parts.size();
    });
    if (found == kFunctions.end())
        return fail("expression_word", {{"line", call.line}, {"word", call.text}});
    Amount values[2]{{}, {0, true}};
    for (std::size_t i = 0; i < found->count; ++i) {
        const auto value = valueOf(call.parts[i], names);
        if (!value) return value;
        values[i] = *value;
    }
    return Amount{found->of(values[0].value, values[1].value),
                  found->whole && values[0].whole && values[1].whole};
}

Result<Amount> valueOfSign(const Expression& expression, const ExpressionNames& names) {
    const auto left = valueOf(expression.parts.front(), names);
    if (!left) return left;
    if (expression.parts.size() == 1) return appliedAlone(expression.text, *left);
    // What follows "&&" and "||" may be wrong where it does not count.
    const bool both = expression.text == "&&", either = expression.text == "||";
    if ((both && left->value == 0) || (either && left->value != 0))
        return Amount{either ? 1.0 : 0.0, true};
    const auto right = valueOf(expression.parts.back(), names);
    if (!right) return right;
    if (both || either) return Amount{right->value != 0 ? 1.0 : 0.0, true};
    return applied(expression, *left, *right);
}

}  // namespace

Result<Expression> readExpression(std::span<const CudaToken> tokens) {
    try {
        return Parser(tokens).read();
    } catch (const Damaged& damaged) {
        std::string words;
        for (const CudaToken& token : tokens.first(std::min<std::size_t>(tokens.size(), 24)))
            words += (words.empty() ? "" : " ") + std::string(token.text);
        return fail("expression", {{"line", damaged.line}, {"words", words}});
    }
}

Result<Expression> readExpression(std::string_view text) {
    return readExpression(std::span<const CudaToken>(cudaTokens(text)));
}

Result<Amount> valueOf(const Expression& expression, const ExpressionNames& names) {
    using Kind = Expression::Kind;
    switch (expression.kind) {
        case Kind::Number:
            return expression.number;
        case Kind::Sign:
            return valueOfSign(expression, names);
        case Kind::Choice: {
            const auto which = valueOf(expression.parts[0], names);
            return which ? valueOf(expression.parts[which->value != 0 ? 1 : 2], names) : which;
        }
        case Kind::Element:
            if (names.element) {
                const auto index = valueOf(expression.parts.front(), names);
                return index ? names.element(expression.text, wholeOf(index->value)) : index;
            }
            break;
        case Kind::Word:
            if (names.word) return names.word(expression);
            break;
        case Kind::Member:
            if (names.call) return names.call(expression);
            break;
        case Kind::Call:
            if (names.call) {
                auto value = names.call(expression);
                if (value || value.error().code != "expression_word") return value;
            }
            return calledUsual(expression, names);
    }
    return fail("expression_word", {{"line", expression.line}, {"word", expression.text}});
}

std::vector<std::span<const CudaToken>> splitAtCommas(std::span<const CudaToken> tokens) {
    std::vector<std::span<const CudaToken>> found;
    std::size_t from = 0;
    int open = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const CudaToken& token = tokens[at];
        if (token.is("(") || token.is("[") || token.is("{")) ++open;
        if (token.is(")") || token.is("]") || token.is("}")) --open;
        if (!token.is(",") || open > 0) continue;
        found.push_back(tokens.subspan(from, at - from));
        from = at + 1;
    }
    if (from < tokens.size()) found.push_back(tokens.subspan(from));
    return found;
}

}  // namespace duelo
