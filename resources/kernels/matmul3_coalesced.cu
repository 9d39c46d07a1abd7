// SPDX-License-Identifier: Apache-2.0
// As matmul3, with the two indices exchanged: x is the column. The threads of a warp read and write
// neighbours, in global memory (coalesced) and in shared memory (each another bank).
#include "pointers.h"

constexpr int kTile = 32;

extern "C" __global__ void matmul3_coalesced(Input a, Input b, Output c, int n) {
    __shared__ Tile<kTile, kTile> a_tile, b_tile;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        // Elements beyond the matrix count as 0. Every thread copies, with an element of its own
        // or without: the others need the number that it copies.
        float a_value = 0, b_value = 0;
        if (row < n && first + x < n) a_value = a[row * n + first + x];
        if (first + y < n && column < n) b_value = b[(first + y) * n + column];
        a_tile[y][x] = a_value;
        b_tile[y][x] = b_value;
        __syncthreads();  // nobody reads before all have written
        for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();  // nobody writes the next tiles before all have read these
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
