// SPDX-License-Identifier: Apache-2.0
#include "dnn/row_loops.h"

#include "dnn/used_isa.h"

namespace duelo {
namespace {

const RowLoops& widestLoops() {
#ifdef DUELO_WIDE_ROWS
    if (oneDnnUses(dnnl_cpu_isa_avx512_core)) return kRowLoopsAvx512;
    if (oneDnnUses(dnnl_cpu_isa_avx2)) return kRowLoopsAvx2;
#endif
    return kRowLoopsBase;
}

}  // namespace

const RowLoops& rowLoops() {
    static const RowLoops& widest = widestLoops();  // oneDNN takes its time to tell
    return widest;
}

}  // namespace duelo
