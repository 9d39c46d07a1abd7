// SPDX-License-Identifier: Apache-2.0
// c = a b, n by n: one thread for each element of c. The first index of a thread, x, is its row.
// The 32 threads of a warp have neighbouring x, so they stand in 32 different rows: what they read
// and write at the same time lies n numbers apart in memory.
#include "pointers.h"

extern "C" __global__ void matmul1(Input a, Input b, Output c, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int column = blockIdx.y * blockDim.y + threadIdx.y;
    // The grid has whole blocks only: threads beyond the matrix must do nothing.
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}
