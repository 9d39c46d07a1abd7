// SPDX-License-Identifier: Apache-2.0
// One window of k by k numbers times the identity matrix, which changes nothing: the whole launch
// copies the window, and its largest number is still to be found on the CPU. Launched once for each
// window of a picture. A block has 32 by 32 threads, of which k by k have something to do.
#include "pointers.h"

// The identity matrix is copied to the GPU with each window.
extern "C" __global__ void pool_identity_transferred(Input window, Input filter, Output product,
                                                     int k) {
    const int row = threadIdx.x, column = threadIdx.y;
    if (row < k && column < k) {
        float sum = 0;
        for (int i = 0; i < k; ++i) sum += window[row * k + i] * filter[i * k + column];
        product[row * k + column] = sum;
    }
}

// The filter is constant: what it is, is known when the kernel is compiled, so nothing is copied.
extern "C" __global__ void pool_identity_constant(Input window, Output product, int k) {
    const int row = threadIdx.x, column = threadIdx.y;
    if (row < k && column < k) {
        float sum = 0;
        for (int i = 0; i < k; ++i) sum += window[row * k + i] * (i == column ? 1.0f : 0.0f);
        product[row * k + column] = sum;
    }
}
