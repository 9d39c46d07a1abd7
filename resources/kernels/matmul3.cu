// SPDX-License-Identifier: Apache-2.0
// c = a b by tiles: a block of 32 by 32 threads copies one tile of a and one of b into shared
// memory, where each number is used 32 times, and goes on to the next two. x is the row, as in
// matmul1: in shared memory too, neighbouring threads then stand in different rows, 32 words apart,
// and all 32 ask the same bank.
#include "pointers.h"

constexpr int kTile = 32;

extern "C" __global__ void matmul3(Input a, Input b, Output c, int n) {
    __shared__ Tile<kTile, kTile> a_tile, b_tile;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.x * kTile + x, column = blockIdx.y * kTile + y;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        // Elements beyond the matrix count as 0. Every thread copies, with an element of its own
        // or without: the others need the number that it copies.
        float a_value = 0, b_value = 0;
        if (row < n && first + y < n) a_value = a[row * n + first + y];
        if (first + x < n && column < n) b_value = b[(first + x) * n + column];
        a_tile[x][y] = a_value;
        b_tile[x][y] = b_value;
        __syncthreads();  // nobody reads before all have written
        for (int k = 0; k < kTile; ++k) sum += a_tile[x][k] * b_tile[k][y];
        __syncthreads();  // nobody writes the next tiles before all have read these
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
