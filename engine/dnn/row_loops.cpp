// SPDX-License-Identifier: Apache-2.0
#include "dnn/row_loops.h"

#include <oneapi/dnnl/dnnl.h>

namespace duelo {
namespace {

const RowLoops& widestLoops() {
#ifdef DUELO_WIDE_ROWS
    // Each of oneDNN's names is the bits of all that come with it.
    const dnnl_cpu_isa_t used = dnnl_get_effective_cpu_isa();
    const auto has = [used](dnnl_cpu_isa_t wanted) { return (used & wanted) == wanted; };
    if (has(dnnl_cpu_isa_avx512_core)) return kRowLoopsAvx512;
    if (has(dnnl_cpu_isa_avx2)) return kRowLoopsAvx2;
#endif
    return kRowLoopsBase;
}

}  // namespace

const RowLoops& rowLoops() {
    static const RowLoops& widest = widestLoops();  // oneDNN takes its time to tell
    return widest;
}

}  // namespace duelo
