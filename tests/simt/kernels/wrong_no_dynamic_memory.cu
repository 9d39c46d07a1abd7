// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_out_of_bounds_table
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ float part[];
    part[i] = a[i];  // HERE
    __syncthreads();
    c[i] = part[63 - i];
}
