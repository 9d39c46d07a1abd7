// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The parts of the programs that work_program.h writes, as ProgramText::part() takes them.
namespace duelo::work_parts {

extern const std::string_view python_measuring, numpy_words, numpy_main, torch_words, torch_main;
/// The parts that C and CUDA share are C and C++ at once.
extern const std::string_view c_includes, cuda_includes, c_measuring, c_room, cuda_checking,
    c_telling, c_main, cuda_main;

}  // namespace duelo::work_parts
