// SPDX-License-Identifier: Apache-2.0
// c = a b by tiles, and each thread computes 4 by 4 elements in its registers: 8 numbers from
// shared memory then serve 16 products, where matmul3 needs 2 for each. A block of 16 by 16 threads
// makes a tile of 64 by 64. Memory is read by 16 bytes at a time.
#include "pointers.h"

constexpr int kBlock = 16;         // threads each way
constexpr int kEach = 4;           // elements of a thread each way
constexpr int kTile = 16 * kEach;  // elements of a block each way
constexpr int kDepth = 16;         // of k at a time

// Four neighbours of a row; 0 beyond the matrix. Rows begin at a multiple of 16 bytes where n is a
// multiple of 4; else one number at a time is read.
__device__ inline float4 four(Input matrix, int n, int row, int column) {
    if (row < n && column < n && n % 4 == 0) return load4(matrix, row * n + column);
    float4 values = {0, 0, 0, 0};
    if (row < n && column < n) values.x = matrix[row * n + column];
    if (row < n && column + 1 < n) values.y = matrix[row * n + column + 1];
    if (row < n && column + 2 < n) values.z = matrix[row * n + column + 2];
    if (row < n && column + 3 < n) values.w = matrix[row * n + column + 3];
    return values;
}

extern "C" __global__ void matmul_registers(Input a, Input b, Output c, int n) {
    // a's tile lies on its side, so that a thread's four rows are neighbours. Four more words in a
    // row spread what neighbouring threads write over more banks.
    __shared__ Tile<kDepth, kTile + 4> a_tile;
    __shared__ Tile<kDepth, kTile> b_tile;
    const int x = threadIdx.x, y = threadIdx.y, thread = y * kBlock + x;
    const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
    // The four numbers that this thread copies of each tile.
    const int a_row = thread / 4, a_k = thread % 4 * 4;
    const int b_k = thread / 16, b_column = thread % 16 * 4;

    float sums[kEach][kEach] = {};
    for (int first = 0; first < n; first += kDepth) {
        const float4 of_a = four(a, n, first_row + a_row, first + a_k);
        a_tile[a_k][a_row] = of_a.x;
        a_tile[a_k + 1][a_row] = of_a.y;
        a_tile[a_k + 2][a_row] = of_a.z;
        a_tile[a_k + 3][a_row] = of_a.w;
        store4(b_tile[b_k], b_column, four(b, n, first + b_k, first_column + b_column));
        __syncthreads();
        for (int k = 0; k < kDepth; ++k) {
            const float4 rows = load4(a_tile[k], y * kEach);
            const float4 columns = load4(b_tile[k], x * kEach);
            const float down[kEach] = {rows.x, rows.y, rows.z, rows.w};
            const float across[kEach] = {columns.x, columns.y, columns.z, columns.w};
            for (int i = 0; i < kEach; ++i)
                for (int j = 0; j < kEach; ++j) sums[i][j] += down[i] * across[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < kEach; ++i) {
        const int row = first_row + y * kEach + i, column = first_column + x * kEach;
        if (row < n && column < n && n % 4 == 0) {
            store4(c, row * n + column, {sums[i][0], sums[i][1], sums[i][2], sums[i][3]});
        } else {
            for (int j = 0; j < kEach; ++j)
                if (row < n && column + j < n) c[row * n + column + j] = sums[i][j];
        }
    }
}
