// SPDX-License-Identifier: Apache-2.0
// c = a b, matrices of n by n. The tiles are copied into shared memory, and then nobody uses them.

// launch: grid 2x2, block 16x16
// buffer a: 32x32 random
// buffer b: 32x32 random
// buffer c: 32x32
// value n: 32
// result c[i]: sum(k, 0, n, a[i / n * n + k] * b[k * n + i % n])
constexpr int kTile = 16;

extern "C" __global__ void product(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(first + y) * n + column];
        __syncthreads();
        for (int k = first; k < first + kTile; ++k) sum += a[row * n + k] * b[k * n + column];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
