// SPDX-License-Identifier: Apache-2.0
// One window of k by k numbers times the identity matrix, as pool_identity does it, but by
// matmul3's tiles in shared memory. A window fits into one tile of 32 by 32, and the tile is
// computed whole: however small the window is, each thread adds 32 products. x is the row, as in
// matmul3, so all 32 threads of a warp ask the same bank. Launched once for each window of a
// picture.
#include "pointers.h"

constexpr int kTile = 32;

// The identity matrix is copied to the GPU with each window.
extern "C" __global__ void pool_matmul3_transferred(Input window, Input filter, Output product,
                                                    int k) {
    __shared__ Tile<kTile, kTile> window_tile, filter_tile;
    const int x = threadIdx.x, y = threadIdx.y;
    // Elements beyond the window count as 0. Every thread writes its place of both tiles.
    float window_value = 0, filter_value = 0;
    if (x < k && y < k) {
        window_value = window[x * k + y];
        filter_value = filter[x * k + y];
    }
    window_tile[x][y] = window_value;
    filter_tile[x][y] = filter_value;
    __syncthreads();  // nobody reads before all have written
    float sum = 0;
    for (int i = 0; i < kTile; ++i) sum += window_tile[x][i] * filter_tile[i][y];
    if (x < k && y < k) product[x * k + y] = sum;
}

// The filter is constant: what it is, is known when the kernel is compiled, so nothing is copied.
extern "C" __global__ void pool_matmul3_constant(Input window, Output product, int k) {
    __shared__ Tile<kTile, kTile> window_tile, filter_tile;
    const int x = threadIdx.x, y = threadIdx.y;
    float window_value = 0;
    if (x < k && y < k) window_value = window[x * k + y];
    window_tile[x][y] = window_value;
    filter_tile[x][y] = x == y ? 1.0f : 0.0f;
    __syncthreads();  // nobody reads before all have written
    float sum = 0;
    for (int i = 0; i < kTile; ++i) sum += window_tile[x][i] * filter_tile[i][y];
    if (x < k && y < k) product[x * k + y] = sum;
}
