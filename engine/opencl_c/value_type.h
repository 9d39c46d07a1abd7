// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "opencl_c/source_tokens.h"

namespace duelo {

/// The memories of which OpenCL C wants to know which one a pointer leads to: it has none that
/// leads to any.
enum class Space { Private, Local, Global, Constant };
/// "__global "; nothing for a thread's own.
[[nodiscard]] std::string_view spaceWord(Space space);

/// A type as it is declared: words, stars and bounds.
struct ValueType {
    std::string base{};  ///< "const float", in words of OpenCL C
    int stars = 0;
    bool is_reference = false;
    bool is_restrict = false;
    bool is_constant = false;            ///< constexpr, or const before a value that is no pointer
    std::vector<SourceTokens> bounds{};  ///< of an array, outermost first; an empty one is not said

    /// Tells whether it leads to memory that stands elsewhere, or is such memory.
    [[nodiscard]] bool leads() const { return stars > 0 || is_reference || !bounds.empty(); }
    /// Tells whether a reference is to a value, whose name then stands for what it leads to.
    [[nodiscard]] bool isValueReference() const { return is_reference && bounds.empty(); }
    [[nodiscard]] bool isWhole() const;   ///< of whole numbers, and no pointer
    [[nodiscard]] bool isVector() const;  ///< "float4", and no pointer
    /// Its base without const, as a cast names it.
    [[nodiscard]] std::string bare() const;
};

/// Names of types that a text declares. One may have parameters, which stand in its bounds.
struct TypeName {
    ValueType type{};
    std::vector<std::string> parameters{};
    bool is_kept = false;  ///< it is declared in OpenCL C too, by its name
};

/// Reads types out of the tokens of a text.
class TypeReader {
public:
    explicit TypeReader(const SourceTokens& tokens) : m_tokens(tokens) {}

    /// The names beside those of the language.
    std::map<std::string, TypeName, std::less<>> names{};

    /// Reads the words of a type from `at` on, and moves there behind them; nothing where none
    /// stands there. Stars and the like are not among them.
    [[nodiscard]] std::optional<ValueType> base(std::size_t& at) const;
    /// Reads stars, references and what stands between them.
    void stars(std::size_t& at, ValueType& type) const;
    /// Reads "[3][4]", which come before the bounds that the type has.
    void bounds(std::size_t& at, ValueType& type) const;
    /// Tells whether a word is that of a type.
    [[nodiscard]] bool isType(std::string_view word) const;
    /// Returns the place of the bracket that closes the one at `open`.
    [[nodiscard]] std::size_t closing(std::size_t open) const;

private:
    [[nodiscard]] ValueType named(std::size_t& at, const TypeName& name) const;

    const SourceTokens& m_tokens;
};

}  // namespace duelo
