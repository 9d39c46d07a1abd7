// SPDX-License-Identifier: Apache-2.0
#include "dnn/tile_product.h"

#include "dnn/used_isa.h"

namespace duelo {
namespace {

MultiplyTile widestTile(bool bf16) {
#ifdef DUELO_WIDE_ROWS
    if (bf16) return oneDnnUses(dnnl_cpu_isa_avx512_core_bf16) ? kMultiplyTileBf16 : nullptr;
    if (oneDnnUses(dnnl_cpu_isa_avx512_core)) return kMultiplyTileAvx512;
    if (oneDnnUses(dnnl_cpu_isa_avx2)) return kMultiplyTileAvx2;
#endif
    return bf16 ? nullptr : kMultiplyTileBase;
}

}  // namespace

MultiplyTile multiplyTile(bool bf16) {
    static const MultiplyTile fp32_tile = widestTile(false), bf16_tile = widestTile(true);
    return bf16 ? bf16_tile : fp32_tile;
}

bool multipliesWide([[maybe_unused]] bool bf16) {
#ifdef DUELO_WIDE_ROWS
    return multiplyTile(bf16) == (bf16 ? kMultiplyTileBf16 : kMultiplyTileAvx512);
#else
    return false;
#endif
}

}  // namespace duelo
