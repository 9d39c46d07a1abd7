// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "measure/work.h"

namespace duelo {

/// What `count` processes that do the same work came to: that of the first, or WorkFailed with
/// "processes_disagree" {process, tolerance} and what agreement() says where another's is not the
/// same. `tolerance`: of Fingerprints.
[[nodiscard]] Output agreedOutput(std::size_t count,
                                  const std::function<Output(std::size_t)>& outputOf,
                                  double tolerance);

}  // namespace duelo
