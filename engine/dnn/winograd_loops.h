// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo {

/// The layout of a map: the distance, in values, from one image, row, column or block of channels
/// to the next. Channels are innermost, all of them or a block at a time.
struct MapLayout {
    std::int64_t image = 0, row = 0, column = 0;
    std::int64_t block = 0, block_channels = 0;
};

/// The part of the map that a tile of outputs depends on. Its corner may lie outside of the map;
/// values there count as zero.
struct WinogradPatch {
    const float* corner = nullptr;  ///< its channel 0
    const float* next = nullptr;    ///< likewise of the patch behind, brought near meanwhile
    MapLayout layout{};
    int first_row = 0, last_row = 0;  ///< that lie within the map; behind the last one
    int first_column = 0, last_column = 0;
    std::int64_t first_channel = 0, last_channel = 0;  ///< to transform; multiples of 16
    float* to = nullptr;                               ///< channel 0 of the first element
    std::int64_t to_element = 0;                       ///< from one element to the next
};

/// The sums of a tile, and what makes outputs of them.
struct WinogradTile {
    const float* sums = nullptr;  ///< of the first channel and element
    std::int64_t sums_element = 0;
    std::int64_t channels = 0;    ///< a multiple of 16, from a multiple of 64 on
    float* corner = nullptr;      ///< where the first channel's outputs go
    const float* next = nullptr;  ///< likewise of the tile behind, brought near meanwhile
    MapLayout layout{};
    int rows = 0, columns = 0;    ///< that lie within the map
    const float* bias = nullptr;  ///< none where it is null
    bool adds = false;            ///< what the outputs' places hold
    bool limits = false;          ///< to what is between:
    float least = 0, most = 0;
};

/// The two sides of Winograd's algorithm, F(4x4, 3x3) and F(2x2, 3x3), compiled once for each kind
/// of vector instructions: B^T d B of a patch, for each of its (outputs + 2)^2 elements a value per
/// channel; and A^T m A of the elements' sums.
/// Of 4 outputs the points are 0, +-sqrt(1/2), +-sqrt(2) and infinity instead of Lavin and Gray's
/// 0, +-1, +-2: as few operations, a quarter of the error, because the factors differ less.
struct WinogradLoops {
    int lanes = 0;  ///< a block of channels must be whole vectors
    void (*patch4)(const WinogradPatch& patch);
    void (*patch2)(const WinogradPatch& patch);
    void (*tile4)(const WinogradTile& tile);
    void (*tile2)(const WinogradTile& tile);
};

extern const WinogradLoops kWinogradLoopsBase;
#ifdef DUELO_WIDE_ROWS
extern const WinogradLoops kWinogradLoopsAvx2, kWinogradLoopsAvx512;
#endif

/// The widest of this build that oneDNN uses on this processor.
[[nodiscard]] const WinogradLoops& winogradLoops();

/// G g G^T, what becomes of a kernel [3, 3]: (outputs + 2)^2 values.
void winogradKernel(int outputs, const float* kernel, double* elements);

}  // namespace duelo
