// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/text.h"

namespace duelo {

/// A value as a part of a name: words have a text in the group of their axis, numbers one that says
/// what they count; `alone`: "2 CPU threads", where nothing before it says whose. An attachment is
/// called by its name, without the folders of the files in it: these tell whose PC it is.
[[nodiscard]] std::string valueName(const std::string& axis, const Json& value, bool alone,
                                    const Text& text);

}  // namespace duelo
