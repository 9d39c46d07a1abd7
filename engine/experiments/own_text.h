// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "experiments/cuda_file.h"

namespace duelo {

/// Returns the part of a student's text that is for a GPU, each line at its number, with the words
/// that a usual compiler brings. A kernel of a template is made for these arguments of it, "<16>".
[[nodiscard]] std::string deviceSource(const CudaFile& file, const CudaFunction* kernel = nullptr,
                                       std::string_view template_arguments = {});

/// Returns why CUDA's compiler refuses a text, by its first error. Reasons:
/// "own_kernel_not_compiled" {name, line, detail}, and where a name is missing that stands in a
/// part that a GPU does not have "own_kernel_host_name" {name, line, word, word_line},
/// "own_kernel_header" or "own_kernel_own_header" {name, line, word, header, header_line}.
[[nodiscard]] Reason refusedText(const std::string& name, const CudaFile& file, int line,
                                 const std::string& detail, const std::string& log);

}  // namespace duelo
