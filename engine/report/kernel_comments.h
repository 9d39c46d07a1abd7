// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"

namespace duelo {

/// Returns a text of C or CUDA with the comments of Duelo's own kernels in a language
/// (resources/kernels/comments.es.json); what is compiled is the English one. Lines keep their
/// numbers, code its bytes; a comment that Duelo does not know stays as it is.
[[nodiscard]] std::string textFor(std::string_view text, Language language);

}  // namespace duelo
