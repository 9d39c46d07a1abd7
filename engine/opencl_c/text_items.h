// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "opencl_c/value_type.h"

namespace duelo {

struct TextParameter {
    ValueType type{};
    std::string name{};
};

struct TextFunction {
    std::string name{};
    ValueType result{};
    std::vector<TextParameter> parameters{};
    std::size_t begin = 0, open = 0, close = 0;  ///< tokens: its first, the brackets of its body
    bool is_kernel = false;
    /// Why it cannot be translated, for whoever calls it.
    std::optional<TextRefused> refused{};
};

/// A part of a text outside of functions, or a function.
struct TextItem {
    enum class Kind {
        Line,      ///< for the preprocessor, or a remark
        Function,  ///< functions[index]
        Number,    ///< a constant whole number
        Value,     ///< a constant of another type
        Table,     ///< __constant__ values
        Name,      ///< of a type
        Struct
    };
    Kind kind{};
    std::size_t begin = 0, end = 0;  ///< tokens
    std::size_t index = 0;
    std::string name{};  ///< of a constant or type
    ValueType type{};
};

/// A text that has been read.
class ReadText {
public:
    /// Throws TextRefused.
    explicit ReadText(SourceTokens tokens);
    ReadText(const ReadText&) = delete;
    ReadText& operator=(const ReadText&) = delete;

    const SourceTokens tokens;
    TypeReader types;
    std::vector<TextItem> items{};
    std::vector<TextFunction> functions{};
    std::set<std::string, std::less<>> numbers{};  ///< the names of constant whole numbers

    /// Null: there is none of that name.
    [[nodiscard]] const TextFunction* function(std::string_view name) const;
    /// Tells whether tokens are a number that the compiler knows.
    [[nodiscard]] bool isNumber(std::size_t begin, std::size_t end,
                                const std::set<std::string, std::less<>>& more = {}) const;

private:
    [[nodiscard]] bool areNumbers(std::span<const SourceToken> words,
                                  const std::set<std::string, std::less<>>& more = {}) const;
    /// Knows the number that a line for the preprocessor names.
    void readDefinition(std::string_view directive);
    void read(std::size_t begin, std::size_t end);
    [[nodiscard]] std::size_t readNamespace(std::size_t at);
    [[nodiscard]] std::size_t readTemplate(std::size_t at);
    [[nodiscard]] std::size_t readTypedef(std::size_t at);
    [[nodiscard]] std::size_t readUsing(std::size_t at, std::vector<std::string> parameters = {});
    [[nodiscard]] std::size_t readStruct(std::size_t at);
    [[nodiscard]] std::size_t readDeclared(std::size_t at);
    [[nodiscard]] std::size_t readFunction(TextFunction function, std::size_t open);
    [[nodiscard]] TextParameter readParameter(std::size_t begin, std::size_t end);
    void readVariable(std::size_t begin, std::size_t at, ValueType type, bool is_table);
    void addName(const std::string& name, TypeName type, std::size_t begin, std::size_t end);
    [[nodiscard]] std::size_t endOfStatement(std::size_t at) const;
    [[nodiscard]] bool at(std::size_t place, std::string_view word) const;
};

}  // namespace duelo
