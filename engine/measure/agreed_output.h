// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "measure/work.h"

namespace duelo {

/// Returns the output of `count` processes that do the same work: that of the first. Throws
/// WorkFailed where another's differs, with "processes_disagree" {process, tolerance} and what
/// agreement() says. `tolerance`: of Fingerprints.
[[nodiscard]] Output agreedOutput(std::size_t count,
                                  const std::function<Output(std::size_t)>& outputOf,
                                  double tolerance);

}  // namespace duelo
