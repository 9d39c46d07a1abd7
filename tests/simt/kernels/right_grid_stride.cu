// SPDX-License-Identifier: Apache-2.0
// launch: 4x1 blocks of 64x1
// a: 250 filled
// c: 250
// n = 250
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += gridDim.x * blockDim.x) c[i] = 2 * a[i];
}
