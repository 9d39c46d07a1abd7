// SPDX-License-Identifier: Apache-2.0
// launch: 2x1 blocks of 64x1
// a: 128 filled
// c: 8 filled
// n = 128
// finds: simt_race
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bin = (int)(a[i] * 8) & 7;
    c[bin] = c[bin] + 1;  // HERE
}
