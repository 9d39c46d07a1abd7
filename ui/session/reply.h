// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace duelo::ui {

/// Fields of a line of the engine; a field that is missing or of another type is the fallback,
/// because a broken engine must not break the window.
[[nodiscard]] std::string textOf(const Json& line, const char* key);
[[nodiscard]] std::int64_t integerOf(const Json& line, const char* key, std::int64_t fallback);
[[nodiscard]] bool isTrue(const Json& line, const char* key);

}  // namespace duelo::ui
