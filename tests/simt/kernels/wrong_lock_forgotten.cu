// SPDX-License-Identifier: Apache-2.0
// launch: 4x1 blocks of 32x1
// a: 128 filled
// c: 1 filled
// n = 128
// finds: simt_race
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] > c[0])
        c[0] = a[i];  // HERE
}
