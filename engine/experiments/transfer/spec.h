// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Copies of all sizes between and within the memories of host and GPU: the axes of `duelo-engine
/// transfer` (S3-06, S3-07, P-03).
[[nodiscard]] Spec transferSpec();

}  // namespace duelo
