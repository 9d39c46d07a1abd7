// SPDX-License-Identifier: Apache-2.0
// c = a b, matrices of n by n.

// launch: grid 2x2, block 16x16
// buffer a: 24x24 random
// buffer b: 24x24 random
// buffer c: 24x24
// value n: 24
// result c[i]: sum(k, 0, n, a[i / n * n + k] * b[k * n + i % n])
extern "C" __global__ void product(const float* a, const float* b, float* c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[column * n + k];
    c[row * n + column] = sum;
}
