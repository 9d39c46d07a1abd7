// SPDX-License-Identifier: Apache-2.0
// The tiles of AMX (Intel 64 Architectures Software Developer's Manual, volume 1, chapter 18).
#include <immintrin.h>

#include "experiments/roofs/bf16.h"

namespace duelo {

namespace {

constexpr int kRows = 16, kRowBytes = 64, kRowNumbers = kRowBytes / 2;

struct alignas(64) TileShapes {
    std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
    std::uint16_t row_bytes[16] = {};
    std::uint8_t rows[16] = {};
};

}  // namespace

/// Four sums that do not wait for each other: two tiles of either side, each with each.
float bf16Amx(std::int64_t rounds) {
    if (rounds == 0) return 1;
    TileShapes shapes;
    for (int tile = 0; tile < 8; ++tile) {
        shapes.row_bytes[tile] = kRowBytes;
        shapes.rows[tile] = kRows;
    }
    alignas(64) std::uint16_t factors[kRows * kRowNumbers];
    for (std::uint16_t& factor : factors) factor = kBf16Factor;
    _tile_loadconfig(&shapes);
    _tile_loadd(4, factors, kRowBytes);
    _tile_loadd(5, factors, kRowBytes);
    _tile_loadd(6, factors, kRowBytes);
    _tile_loadd(7, factors, kRowBytes);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (std::int64_t i = 0; i < rounds; ++i) {
        _tile_dpbf16ps(0, 4, 6);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
    alignas(64) float sums[4][kRows * kRowBytes / 4];
    _tile_stored(0, sums[0], kRowBytes);
    _tile_stored(1, sums[1], kRowBytes);
    _tile_stored(2, sums[2], kRowBytes);
    _tile_stored(3, sums[3], kRowBytes);
    _tile_release();
    const float all = sums[0][0] + sums[1][0] + sums[2][0] + sums[3][0];
    return all / (4 * kRowNumbers * kBf16Product * static_cast<float>(rounds));
}

}  // namespace duelo
