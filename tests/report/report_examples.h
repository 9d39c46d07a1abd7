// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "record/record_file.h"

/// Record files made by hand: the same bytes on every machine, with known answers.
namespace duelo::examples {

/// A PC with a GPU. resnet18 with a random tensor at 224, 512 and 1024 px on CPU (eager, fused) and
/// GPU; efficientnet_lite0 with two photographs, one with a hostile name; batch 64 that the GPU's
/// memory refused. The GPU is 4 times as fast at 512 px by construction.
[[nodiscard]] RecordLog gpuPc();
/// A PC without a GPU: the same plan, its GPU cells skipped with the reason.
[[nodiscard]] RecordLog cpuPc();
/// Another group's PC with a GPU, whose photographs lie elsewhere.
[[nodiscard]] RecordLog otherPc();

/// The result of a cell, to be changed by a test.
[[nodiscard]] ResultRecord& resultOf(RecordLog& log, const std::string& cell);

}  // namespace duelo::examples
