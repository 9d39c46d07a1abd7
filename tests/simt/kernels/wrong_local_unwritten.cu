// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_unwritten_local
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float kept[8];
    for (int k = 1; k < 8; ++k) kept[k] = a[k];
    c[i] = kept[i % 8];  // HERE
}
