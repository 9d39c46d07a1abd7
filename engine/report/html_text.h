// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace duelo {

/// Safe inside an element and inside a quoted attribute of HTML and SVG.
[[nodiscard]] std::string htmlText(std::string_view text);

}  // namespace duelo
