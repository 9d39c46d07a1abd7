// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/params.h"

namespace duelo {

/// The largest difference allowed between outputs in fewer bits and those in fp32, relative to the
/// largest output. The defaults are for work of which nobody knows more.
struct BitLoss {
    double fewer_bits = 3e-2;  ///< in bf16, fp16 and tf32
    double int8 = 0.15;
};

struct Identity;  // record/result_record.h
/// Returns the difference that fewer bits may make to a work that is done with what is given
/// (Spec::loss).
using LossOf = BitLoss (*)(const Params& work, const std::vector<Identity>& given);

/// Returns how far outputs of one work done in two ways may lie apart, relative to the largest:
/// 1e-4 between two fp32 variants; when either computes in fewer bits what that costs the work, at
/// most 3e-2 in bf16, fp16 and tf32 (engine/README.md, DMP-1 step 2). `loss` is what its experiment
/// knows (Spec::loss); variants of a GPU, whose libraries round elsewhere, have the usual one.
[[nodiscard]] double toleranceFor(const Params& a, const Params& b, BitLoss loss = {});

}  // namespace duelo
