// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/params.h"
#include "record/result_record.h"

namespace duelo {

/// Returns how far outputs of `work` done in two ways may lie apart, relative to the largest: 1e-4
/// between two fp32 variants; when either computes in fewer bits what that costs the network with
/// the weights among `given`, at most 3e-2 in bf16, fp16 and tf32 (engine/README.md, DMP-1 step 2).
/// Whoever does not know what is given passes nothing, which is the bound for any weights. Variants
/// of a GPU have it too.
[[nodiscard]] double toleranceFor(const Params& work, const std::vector<Identity>& given,
                                  const Params& a, const Params& b);

}  // namespace duelo
