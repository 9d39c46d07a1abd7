// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace duelo {

/// Which of the compiler's usual messages this is, a key of the group "compiler" in
/// resources/text; empty: another one. `remark` as CompilerRemark has it: its first line counts.
[[nodiscard]] std::string_view usualRemark(std::string_view remark);

/// What such a message means and what to do, in the reader's language; empty of another one.
[[nodiscard]] std::string explainedRemark(std::string_view remark, const Text& text);

}  // namespace duelo
