// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/dnnl/dnnl.h>

namespace duelo {

/// Tells whether oneDNN uses these instructions here; it takes its time to tell. Each of its names
/// is the bits of all that come with it.
[[nodiscard]] inline bool oneDnnUses(dnnl_cpu_isa_t wanted) {
    return (dnnl_get_effective_cpu_isa() & wanted) == wanted;
}

}  // namespace duelo
