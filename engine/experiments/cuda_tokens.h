// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duelo {

/// A word, number or sign of a text of CUDA C++. Remarks and spaces are none.
struct CudaToken {
    enum class Kind { Word, Number, Sign, Quoted, Directive };

    Kind kind = Kind::Sign;
    std::string_view text{};  ///< of a Directive all its lines
    std::size_t at = 0;       ///< of its first letter in the text
    int line = 0;             ///< from 1

    [[nodiscard]] bool is(std::string_view sign) const { return text == sign; }
    [[nodiscard]] bool isWord() const { return kind == Kind::Word; }
};

/// Takes a text apart, whatever it is. The tokens look into it. "<<<" and ">>>" are one sign each,
/// and so are those of two letters that expressions have.
[[nodiscard]] std::vector<CudaToken> cudaTokens(std::string_view text);

/// Returns the place behind the bracket that closes the one at `open`; `end` where none does.
[[nodiscard]] std::size_t behindBracket(const std::vector<CudaToken>& tokens, std::size_t open,
                                        std::size_t end);

}  // namespace duelo
