// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Pi from many samples, in a loop, on threads and with arrays: the axes of `duelo-engine pi`
/// (S3-04, S3-05).
[[nodiscard]] Spec piSpec();

}  // namespace duelo
