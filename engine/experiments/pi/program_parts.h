// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The sources that program.cpp hands to the writers of work_program.h.
namespace duelo::pi_parts {

extern const std::string_view numpy, torch, python_check;
extern const std::string_view c_and_cuda, c, cuda;

}  // namespace duelo::pi_parts
