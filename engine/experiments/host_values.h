// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cuda_file.h"
#include "experiments/expression.h"

namespace duelo {

/// Blocks of a launch, or threads of a block.
struct LaunchSize {
    double x = 1, y = 1, z = 1;
};

/// Numbers by the names that a text has for them.
using SetValues = std::map<std::string, double, std::less<>>;

/// A line "#define NAME body" or "#define NAME(parameters) body".
struct CudaMacro {
    std::string_view name{};
    std::vector<std::string> parameters{};
    std::vector<CudaToken> body{};
    bool called = false;  ///< it has parameters, or at least their brackets
};

/// Tells what names stand for in the program around a kernel, as far as its text alone tells: the
/// assignment before, the macro, the constant, the argument of the call. Nothing is run.
class HostValues {
public:
    using Tokens = std::span<const CudaToken>;

    /// `file` outlives it. What is set holds whatever the text says.
    HostValues(const CudaFile& file, SetValues set);

    [[nodiscard]] const CudaFile& file() const { return m_file; }
    [[nodiscard]] const SetValues& set() const { return m_set; }

    /// Returns the number that some words of the text are, where they stand. Reason:
    /// "own_value_unknown" {line, word} of a word that the text does not tell.
    [[nodiscard]] Result<Amount> value(Tokens words) const;
    /// Returns the same of words from elsewhere, as they would stand at the end of the text.
    [[nodiscard]] Result<Amount> value(const Expression& expression) const;
    /// Returns what a dim3 or a number is.
    [[nodiscard]] Result<LaunchSize> size(Tokens words) const;
    /// Returns the name that a pointer has where it was made: that of the argument of a call, if it
    /// is a parameter.
    [[nodiscard]] std::string origin(std::string_view name, std::size_t place) const;

private:
    using Bindings = std::map<std::string, Amount, std::less<>>;
    struct Scope {
        std::size_t place = 0;
        const Bindings* bound = nullptr;
        int depth = 0;
    };

    [[nodiscard]] const std::vector<CudaToken>& tokens() const { return m_file.tokens(); }
    [[nodiscard]] std::size_t placeOf(Tokens words) const;
    [[nodiscard]] const CudaFunction* functionAt(std::size_t place) const;
    [[nodiscard]] Result<Amount> evaluate(Tokens words, const Scope& scope) const;
    [[nodiscard]] Result<Amount> evaluate(const Expression& expression, const Scope& scope) const;
    [[nodiscard]] Result<Amount> word(const Expression& word, const Scope& scope) const;
    [[nodiscard]] Result<Amount> called(const Expression& call, const Scope& scope) const;
    [[nodiscard]] Result<Amount> assigned(std::string_view name, int line, std::size_t from,
                                          std::size_t to, const Scope& scope) const;
    [[nodiscard]] Result<LaunchSize> sizeAt(Tokens words, const Scope& scope) const;
    [[nodiscard]] Result<LaunchSize> sizeOf(const std::vector<Tokens>& parts,
                                            const Scope& scope) const;
    [[nodiscard]] Result<LaunchSize> withParts(LaunchSize size, std::string_view name,
                                               std::size_t from, Scope scope, std::size_t to) const;
    [[nodiscard]] std::optional<Tokens> assignedAt(std::size_t at, std::size_t end) const;
    [[nodiscard]] bool isTypedIn(std::size_t at) const;
    [[nodiscard]] std::optional<std::pair<Tokens, std::size_t>> argumentOf(
        const CudaFunction& function, std::string_view parameter) const;
    void spend(std::size_t tokens) const;

    const CudaFile& m_file;
    const SetValues m_set;
    std::vector<CudaMacro> m_macros;
    mutable std::size_t m_looked = 0;  ///< tokens; no text takes for ever
};

/// Returns the text with a number for a macro or a constant, at their lines; what is no such thing
/// in it leaves it as it is.
[[nodiscard]] std::string withValue(const std::string& text, std::string_view name, double value);

}  // namespace duelo
