// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/text.h"

namespace duelo {

/// Prints what the compiler warns of in a student's text, what was read of it, and what its kernel
/// printed: `kernel` is its part of the reply of Emulation.
void tellWarnings(const Json& kernel, const std::string& file, const Text& text);

}  // namespace duelo
