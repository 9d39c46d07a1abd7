// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/axis.h"

/// Axes that several experiments have, with one spelling.
namespace duelo {

[[nodiscard]] Axis deviceAxis();
/// 0: one per physical core; of the CPU alone.
[[nodiscard]] Axis threadsAxis();
[[nodiscard]] Axis precisionAxis(std::vector<std::string> words);
[[nodiscard]] Axis modeAxis(std::vector<std::string> words);
/// Images per call.
[[nodiscard]] Axis batchAxis(int usual, std::string help);
[[nodiscard]] Axis seedAxis();

}  // namespace duelo
