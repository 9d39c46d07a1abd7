// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace duelo {

/// "2026-05-04 11:12" of "2026-05-04T09:12:33Z" where people's clocks are two hours ahead: such a
/// time in this PC's time zone. Returns the first ten characters of what is no such time.
[[nodiscard]] std::string localTime(const std::string& utc);

}  // namespace duelo
