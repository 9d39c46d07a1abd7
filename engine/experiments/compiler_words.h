// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace duelo {

/// Returns the key of a usual message of the compiler in the group "compiler" of resources/text;
/// empty for any other. `remark` is a CompilerRemark's text, whose first line counts.
[[nodiscard]] std::string_view usualRemark(std::string_view remark);

/// Tells what such a message means and what to do, in the reader's language; empty for any other.
[[nodiscard]] std::string explainedRemark(std::string_view remark, const Text& text);

}  // namespace duelo
