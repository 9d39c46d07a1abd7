// SPDX-License-Identifier: Apache-2.0
// Turns the rows of a matrix of n by n into columns. A warp reads neighbours, but writes numbers
// that stand n apart.

// launch: grid 2x2, block 16x16
// buffer in: 32x32 random
// buffer out: 32x32
// value n: 32
// result out[i]: in[i % n * n + i / n]
constexpr int kTile = 16;

extern "C" __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[kTile][kTile + 1];
    const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;
    tile[threadIdx.y][threadIdx.x] = in[(row + threadIdx.y) * n + column + threadIdx.x];
    __syncthreads();
    out[(column + threadIdx.y) * n + row + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
