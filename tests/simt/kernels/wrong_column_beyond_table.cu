// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_out_of_bounds_table
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float table[8][8];
    table[i / 8][i % 8] = a[i];
    __syncthreads();
    c[i] = table[i % 8 + 1][i / 8];  // HERE
}
