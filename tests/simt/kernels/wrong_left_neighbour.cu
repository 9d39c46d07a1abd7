// SPDX-License-Identifier: Apache-2.0
// launch: 4x1 blocks of 64x1
// a: 250 filled
// c: 250
// n = 250
// finds: simt_out_of_bounds
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 0.5f * (a[i - 1] + a[i]);  // HERE
}
