// SPDX-License-Identifier: Apache-2.0
// launch: 2x2 blocks of 16x16
// a: 1024 filled
// b: 1024 filled
// c: 1024
// n = 32
// finds: simt_race_table
extern "C" __global__ void kernel(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[16][16], b_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int from = 0; from < n; from += 16) {
        a_tile[y][x] = a[row * n + from + x];
        b_tile[y][x] = b[(from + y) * n + column];
        for (int k = 0; k < 16; ++k)
            sum += a_tile[y][k] * b_tile[k][x];  // HERE
        __syncthreads();
    }
    c[row * n + column] = sum;
}
