// SPDX-License-Identifier: Apache-2.0
// c = a b with nested loops: a thread computes several elements of c, as far apart as there are
// threads in the grid. The loops stop at the matrix, so no `if` is needed, and any grid will do.
// Each loop has a name of its own for what it counts: no element is computed twice.
#include "pointers.h"

extern "C" __global__ void matmul2(Input a, Input b, Output c, int n) {
    const int first_row = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_column = blockIdx.y * blockDim.y + threadIdx.y;
    const int rows_at_once = gridDim.x * blockDim.x;
    const int columns_at_once = gridDim.y * blockDim.y;
    for (int row = first_row; row < n; row += rows_at_once)
        for (int column = first_column; column < n; column += columns_at_once) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}
