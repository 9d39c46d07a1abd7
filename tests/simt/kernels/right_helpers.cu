// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
__device__ float largest(const float* of, int count) {
    float most = of[0];
    for (int k = 1; k < count; ++k) most = of[k] > most ? of[k] : most;
    return most;
}
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float kept[4];
    for (int k = 0; k < 4; ++k) kept[k] = a[(i + k) % n];
    c[i] = largest(kept, 4);
}
