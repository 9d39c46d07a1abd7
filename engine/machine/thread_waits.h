// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

namespace duelo {

/// The time that each thread has waited for a processor so far though it had something to do, by
/// the number that the system gives it.
using ThreadWaits = std::map<std::int64_t, double>;

/// Returns the threads of this process and of those that it has started, in ms. Empty where the
/// system does not tell (Windows, macOS). Takes milliseconds where a machine has many processes.
[[nodiscard]] ThreadWaits threadWaits_ms();

}  // namespace duelo
