// SPDX-License-Identifier: Apache-2.0
// c = a b by tiles in two places as matmul_buffered, but each thread computes 8 by 8 elements: 16
// numbers from shared memory then serve 64 products, where 4 by 4 have 8 for 16. A block of 256
// threads makes a tile of 128 by 128. Its warps have tiles too: the 32 threads of a warp stand 4 by
// 8 and make 32 by 64, so what they read of shared memory at a time lies side by side or is the
// same. A thread's rows are two groups of four, those of the other threads in between, and so are
// its columns. No more than 128 registers a thread, so that two blocks find room.
#include "pointers.h"

constexpr int kThreads = 256;
constexpr int kTile = 128;      // elements of a block each way
constexpr int kDepth = 16;      // of k at a time
constexpr int kRowsApart = 16;  // of a thread's two groups
constexpr int kColumnsApart = 32;
constexpr int kCopies = kTile * kDepth / 4 / kThreads;  // fours of a tile that a thread copies

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

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    matmul_warp_tiles(Input a, Input b, Output c, int n) {
    // a's tile lies on its side, so that a thread's four rows are neighbours. Four more words in a
    // row spread what neighbouring threads write over more banks.
    __shared__ Tile<2 * kDepth, kTile + 4> a_tile;
    __shared__ Tile<2 * kDepth, kTile> b_tile;
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
    const int row = warp / 2 * 32 + lane / 8 * 4, column = warp % 2 * 64 + lane % 8 * 4;

    // The fours that this thread copies of each tile, in rows of 4 of a and of 32 of b.
    float4 of_a[kCopies], of_b[kCopies];
    for (int i = 0; i < kCopies; ++i) {
        const int piece = thread + kThreads * i;
        of_a[i] = four(a, n, first_row + piece / 4, piece % 4 * 4);
        of_b[i] = four(b, n, piece / 32, first_column + piece % 32 * 4);
    }
    float sums[8][8] = {};
    int place = 0;
    for (int first = 0; first < n; first += kDepth) {
        for (int i = 0; i < kCopies; ++i) {
            const int piece = thread + kThreads * i, k = place + piece % 4 * 4;
            a_tile[k][piece / 4] = of_a[i].x;
            a_tile[k + 1][piece / 4] = of_a[i].y;
            a_tile[k + 2][piece / 4] = of_a[i].z;
            a_tile[k + 3][piece / 4] = of_a[i].w;
            store4(b_tile[place + piece / 32], piece % 32 * 4, of_b[i]);
        }
        __syncthreads();
        // Asked for now, needed in the next step only: memory takes its time meanwhile.
        const int next = first + kDepth;
        for (int i = 0; i < kCopies; ++i) {
            const int piece = thread + kThreads * i;
            of_a[i] = four(a, n, first_row + piece / 4, next + piece % 4 * 4);
            of_b[i] = four(b, n, next + piece / 32, first_column + piece % 32 * 4);
        }
#pragma unroll
        for (int step = 0; step < kDepth; ++step) {
            const int k = place + step;
            const float4 rows = load4(a_tile[k], row), rows_on = load4(a_tile[k], row + kRowsApart);
            const float4 columns = load4(b_tile[k], column);
            const float4 columns_on = load4(b_tile[k], column + kColumnsApart);
            const float down[8] = {rows.x,    rows.y,    rows.z,    rows.w,
                                   rows_on.x, rows_on.y, rows_on.z, rows_on.w};
            const float across[8] = {columns.x,    columns.y,    columns.z,    columns.w,
                                     columns_on.x, columns_on.y, columns_on.z, columns_on.w};
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 8; ++j) sums[i][j] += down[i] * across[j];
        }
        // Nobody writes here before all have passed the next barrier, so nobody is in a hurry.
        place = kDepth - place;
    }

    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; j += 4) {
            const int down = first_row + row + i % 4 + i / 4 * kRowsApart;
            const int across = first_column + column + j / 4 * kColumnsApart;
            if (down < n && across < n && n % 4 == 0) {
                store4(c, down * n + across,
                       {sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]});
            } else {
                for (int each = 0; each < 4; ++each)
                    if (down < n && across + each < n)
                        c[down * n + across + each] = sums[i][j + each];
            }
        }
}
