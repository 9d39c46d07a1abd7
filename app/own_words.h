// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace duelo {

/// Prints words on a student's text, behind its name and the line, as compilers do; 0: of no line.
void tellAt(const std::string& file, int line, std::string_view words);

/// Prints what the compiler warns of in a student's text, what was read of it, and what its kernel
/// printed: `kernel` is its part of the reply of Emulation.
void tellWarnings(const Json& kernel, const std::string& file, const Text& text);

}  // namespace duelo
