// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace duelo {

/// Returns what people call a CPU or a GPU, out of what its driver or system calls it: "RTX 4070"
/// of "NVIDIA GeForce RTX 4070", "i5-1240P" of "12th Gen Intel(R) Core(TM) i5-1240P". Makers, the
/// clock, sockets and sizes of memory give way; of a name that is nothing else all is kept.
[[nodiscard]] std::string shortDeviceName(std::string_view name);
/// Returns what people call a PC by its processor and its GPU, either of which may be empty:
/// "i5-12400, RTX 3060".
[[nodiscard]] std::string shortMachineName(std::string_view cpu, std::string_view gpu);

}  // namespace duelo
