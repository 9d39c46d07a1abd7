// SPDX-License-Identifier: Apache-2.0
// launch: 4x1 blocks of 64x1
// a: 250 filled
// c: 250
// n = 250
// finds: simt_race
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = threadIdx.x;
    c[i] = a[blockIdx.x * 60 + i];  // HERE
}
