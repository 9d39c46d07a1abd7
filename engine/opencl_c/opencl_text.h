// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "opencl_c/source_tokens.h"

namespace duelo {

/// A text of CUDA as OpenCL C 1.2 says it.
struct OpenClText {
    std::string text{};
    std::vector<int> lines{};  ///< of each of its lines that of the first text, 0: of none
    bool has_doubles = false;  ///< it asks for cl_khr_fp64
};

/// Translates the kernels of a text and what they need of the texts that it includes. Which memory
/// a pointer leads to is found out from what it is made of, since OpenCL C wants to know; a
/// function that is called with pointers to several of them is written for each. What is the same
/// in both languages keeps its place and its remarks. Reasons {name, line, what}:
/// "opencl_text_word" of what OpenCL C has nothing for, and others with "opencl_text_" of what
/// would need another text.
[[nodiscard]] Result<OpenClText> openClText(const Resource& text,
                                            std::span<const Resource> headers);

/// Translates a text of resources/kernels.
[[nodiscard]] Result<OpenClText> openClKernelText(std::string_view resource_name);
/// Returns the words of that alone; nothing where it is no text for a GPU (*.cu) or cannot be said.
[[nodiscard]] std::string openClIfPossible(std::string_view resource_name);

}  // namespace duelo
