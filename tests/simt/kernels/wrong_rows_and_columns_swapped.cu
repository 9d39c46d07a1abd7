// SPDX-License-Identifier: Apache-2.0
// launch: 2x1 blocks of 32x4
// a: 256 filled
// c: 256
// n = 64
// finds: simt_out_of_bounds
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = threadIdx.y;
    if (row < 4 && column < n)
        c[row * n + column] = a[column * n + row];  // HERE
}
