// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i];
    if (i == 3) printf("thread %d of %s: %.2f %5.1e %llu\n", i, "this", 1.5, 20.0, 1ull << 40);
}
