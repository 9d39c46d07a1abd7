// SPDX-License-Identifier: Apache-2.0
// Counts as before, each block first in its own shared memory, which is faster.

// launch: grid 4, block 64
// buffer data: 256 random 15
// buffer counts: 16 zero
// value n: 256
// result counts[i]: sum(k, 0, n, data[k] == i)
extern "C" __global__ void histogram(const int* data, int* counts, int n) {
    __shared__ int own[16];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&own[data[i]], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}
