// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiments/cuda_tokens.h"

namespace duelo {

/// A number of an expression; whole ones divide as C++'s do.
struct Amount {
    double value = 0;
    bool whole = false;
};

/// An expression of C++ over numbers, as it stands in a program or in a remark.
struct Expression {
    enum class Kind { Number, Word, Call, Element, Member, Sign, Choice };

    Kind kind = Kind::Number;
    std::string text{};  ///< of a word, a call, an array, a member or a sign
    Amount number{};
    int line = 0;
    std::vector<Expression> parts{};
};

/// Tells what the words of an expression stand for.
struct ExpressionNames {
    std::function<Result<Amount>(const Expression& word)> word{};
    /// Also of Call and Member, where they are no usual function; null: there are none.
    std::function<Result<Amount>(const Expression& call)> call{};
    std::function<Result<Amount>(std::string_view array, std::int64_t index)> element{};
};

/// Reads all of these tokens. Reason: "expression" {line, words} of what is no such expression.
[[nodiscard]] Result<Expression> readExpression(std::span<const CudaToken> tokens);
[[nodiscard]] Result<Expression> readExpression(std::string_view text);

/// Reasons: those of the names; "expression_zero" {line} of a division, "expression_word" {line,
/// word} of a word that stands for nothing.
[[nodiscard]] Result<Amount> valueOf(const Expression& expression, const ExpressionNames& names);

/// Splits tokens at the commas outside of brackets.
[[nodiscard]] std::vector<std::span<const CudaToken>> splitAtCommas(
    std::span<const CudaToken> tokens);

}  // namespace duelo
