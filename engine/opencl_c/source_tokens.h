// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "resources/resources.h"

namespace duelo {

/// A word, a sign or a line for the preprocessor, with the spaces and remarks that stand before it.
struct SourceToken {
    enum class Kind { Name, Number, Quoted, Sign, Directive };

    Kind kind{};
    std::string text{};
    std::string before{};
    int line = 0;  ///< of the text, from 1; 0: of what it includes

    [[nodiscard]] bool is(std::string_view word) const { return text == word; }
};

using SourceTokens = std::vector<SourceToken>;

/// Leaves the translation of a text: the reason's code, the line (0: of what is included) and the
/// words that it is about.
struct TextRefused {
    std::string code;
    int line = 0;
    std::string what;
};
inline constexpr const char* kNoSuchWord = "opencl_text_word";

/// Cuts a text; remarks behind its last token are lost.
[[nodiscard]] SourceTokens cutTokens(std::string_view text);

/// Reads a text of CUDA. What it includes by a name in quotes stands in its place, once, and of
/// what depends on the compiler (__CUDACC__) that for CUDA's; other conditions stay. Where only
/// remarks stood before what is left out, a token without letters keeps them. Throws TextRefused:
/// of a header that is none of these, an architecture that is asked for, brackets that do not fit.
[[nodiscard]] SourceTokens sourceTokens(std::string_view text, std::span<const Resource> headers);

}  // namespace duelo
