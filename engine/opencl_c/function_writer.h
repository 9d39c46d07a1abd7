// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "opencl_c/text_items.h"

namespace duelo {

/// A function by its name, and the memories that its parameters lead to, in their order.
using FunctionKey = std::pair<std::string, std::vector<Space>>;

/// Words of OpenCL C with the line that they come from; a call has the function's key instead of
/// its name, because how many of that function there are shows at the end.
struct CodePiece {
    std::string before{}, text{};
    int line = 0;
    std::optional<FunctionKey> callee{};
};
using CodePieces = std::vector<CodePiece>;

/// Writes parts of a text in OpenCL C, word by word, so that what is the same in both keeps its
/// place and its remarks. All of it may throw TextRefused.
class FunctionWriter {
public:
    explicit FunctionWriter(const ReadText& read) : m_read(read), m_tokens(read.tokens) {}

    /// Writes a function whose parameters lead to these memories.
    void function(const TextFunction& function, const std::vector<Space>& spaces);
    /// Writes what is no function.
    void item(const TextItem& item);

    [[nodiscard]] CodePieces take() { return std::move(m_pieces); }
    /// The functions that are called.
    [[nodiscard]] const std::set<FunctionKey>& called() const { return m_called; }

private:
    struct Variable {
        ValueType type{};
        Space space = Space::Private;
        bool is_number = false;  ///< that the compiler knows
    };
    struct Declarator {
        ValueType type{};
        std::size_t name = 0;           ///< token
        std::size_t init = 0, end = 0;  ///< tokens of its value; equal: it has none
        bool is_braced = false;         ///< these stand in curly brackets
    };

    // function_body.cpp
    void parameters(const TextFunction& function, const std::vector<Space>& spaces);
    void statements(std::size_t begin, std::size_t end);
    void put(std::string before, std::string text, int line);
    void put(const SourceToken& token);
    [[nodiscard]] static std::string boundsText(const ValueType& type, std::size_t first = 0);
    [[nodiscard]] std::string declared(const ValueType& type, Space space,
                                       const std::string& name) const;

    // declarations.cpp
    [[nodiscard]] bool isDeclaration(std::size_t at) const;
    [[nodiscard]] std::size_t declaration(std::size_t at);
    [[nodiscard]] Declarator declarator(std::size_t& at, const ValueType& base) const;
    [[nodiscard]] bool isNumbers(const std::vector<Declarator>& all) const;
    void numbers(const std::vector<Declarator>& all, const SourceToken& first);
    [[nodiscard]] Space spaceOfVariable(const Declarator& one) const;
    void initial(const Declarator& one);
    [[nodiscard]] std::optional<Space> assigned(std::string_view name, std::size_t from) const;

    // function_calls.cpp
    void expression(std::size_t begin, std::size_t end);
    [[nodiscard]] std::size_t one(std::size_t at);
    [[nodiscard]] std::size_t name(std::size_t at);
    [[nodiscard]] std::size_t place(std::size_t at);
    [[nodiscard]] std::size_t namedCast(std::size_t at);
    [[nodiscard]] std::size_t call(std::size_t at);
    [[nodiscard]] std::size_t ownCall(std::size_t at, const TextFunction& function);
    void argument(const TextParameter& parameter, std::size_t begin, std::size_t end);
    [[nodiscard]] std::size_t atomicCall(std::size_t at);
    [[nodiscard]] std::optional<std::size_t> bracketCast(std::size_t at);
    void vectorOf(const ValueType& type, std::size_t open, std::string before);
    void variable(std::size_t at);
    [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> arguments(
        std::size_t open) const;
    /// Returns the memory to which an expression leads; nothing where nobody can tell. `of_value`:
    /// the memory in which its value stands.
    [[nodiscard]] std::optional<Space> spaceOf(std::size_t begin, std::size_t end,
                                               bool of_value = false) const;
    [[nodiscard]] const Variable* find(std::string_view name) const;
    [[nodiscard]] bool at(std::size_t place, std::string_view word) const;
    [[noreturn]] void refuse(const char* code, std::size_t token, std::string what = {}) const;

    const ReadText& m_read;
    const SourceTokens& m_tokens;
    const TextFunction* m_function = nullptr;
    std::vector<std::map<std::string, Variable, std::less<>>> m_scopes;
    CodePieces m_pieces;
    std::set<FunctionKey> m_called;
    bool m_drops_before = false;  ///< of the next word
};

/// A name that OpenCL C does not mean something else by.
[[nodiscard]] std::string freeName(std::string_view name);
/// A line for the preprocessor, whose words may be CUDA's: what needs to be known of variables
/// stays as it is.
[[nodiscard]] std::string directiveText(std::string_view directive);

}  // namespace duelo
