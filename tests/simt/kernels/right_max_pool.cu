// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 16x16
// a: 1024 filled
// c: 256
// n = 16
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int x = threadIdx.x, y = threadIdx.y;
    float most = -3e38f;
    for (int r = 0; r < 2; ++r)
        for (int k = 0; k < 2; ++k) most = fmaxf(most, a[(2 * y + r) * 2 * n + 2 * x + k]);
    c[y * n + x] = most;
}
