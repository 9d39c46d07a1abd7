// SPDX-License-Identifier: Apache-2.0
// One window of k by k numbers times the identity matrix, as pool_identity does it, but by
// matmul2's nested loops: they stop at the window, so no `if` is needed, and any number of threads
// will do. Launched once for each window of a picture; x is the row.
#include "pointers.h"

// The identity matrix is copied to the GPU with each window.
extern "C" __global__ void pool_matmul2_transferred(Input window, Input filter, Output product,
                                                    int k) {
    const int rows_at_once = blockDim.x, columns_at_once = blockDim.y;
    for (int row = threadIdx.x; row < k; row += rows_at_once)
        for (int column = threadIdx.y; column < k; column += columns_at_once) {
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += window[row * k + i] * filter[i * k + column];
            product[row * k + column] = sum;
        }
}

// The filter is constant: what it is, is known when the kernel is compiled, so nothing is copied.
extern "C" __global__ void pool_matmul2_constant(Input window, Output product, int k) {
    const int rows_at_once = blockDim.x, columns_at_once = blockDim.y;
    for (int row = threadIdx.x; row < k; row += rows_at_once)
        for (int column = threadIdx.y; column < k; column += columns_at_once) {
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += window[row * k + i] * (i == column ? 1.0f : 0.0f);
            product[row * k + column] = sum;
        }
}
