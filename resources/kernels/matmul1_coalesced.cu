// SPDX-License-Identifier: Apache-2.0
// As matmul1, with the two indices exchanged: x is the column. The threads of a warp then read and
// write neighbours in memory, which the GPU fetches together (coalesced).
#include "pointers.h"

extern "C" __global__ void matmul1_coalesced(Input a, Input b, Output c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}
