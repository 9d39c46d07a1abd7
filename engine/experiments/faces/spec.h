// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Faces in photographs, on the CPU: the task of the handout's title, beside the network that
/// recognises a thousand other things (X-04, S0-02, S0-M09).
[[nodiscard]] Spec facesSpec();

}  // namespace duelo
