// SPDX-License-Identifier: Apache-2.0
#include "dnn/tile_product.h"

#include <oneapi/dnnl/dnnl.h>

namespace duelo {

MultiplyTile multiplyTile(bool bf16) {
#ifdef DUELO_WIDE_ROWS
    const dnnl_cpu_isa_t used = dnnl_get_effective_cpu_isa();
    const auto has = [used](dnnl_cpu_isa_t wanted) { return (used & wanted) == wanted; };
    if (bf16) return has(dnnl_cpu_isa_avx512_core_bf16) ? kMultiplyTileBf16 : nullptr;
    if (has(dnnl_cpu_isa_avx512_core)) return kMultiplyTileAvx512;
    if (has(dnnl_cpu_isa_avx2)) return kMultiplyTileAvx2;
#endif
    return bf16 ? nullptr : kMultiplyTileBase;
}

}  // namespace duelo
