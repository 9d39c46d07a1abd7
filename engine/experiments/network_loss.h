// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/params.h"
#include "record/result_record.h"
#include "record/tolerance.h"

namespace duelo {

/// Spec::loss of experiments whose work is a network: what fewer bits cost it with the weights
/// among `given`, where that is known (networks/fewer_bits.h).
[[nodiscard]] BitLoss lossOfNetwork(const Params& work, const std::vector<Identity>& given);

}  // namespace duelo
