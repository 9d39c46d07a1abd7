// SPDX-License-Identifier: Apache-2.0
// Turns rows into columns by a tile in shared memory. Global memory is used well; the threads of a
// warp that read a column of the tile all want the same bank.

// launch: grid 2x2, block 32x32
// buffer in: 64x64 random
// buffer out: 64x64
// value n: 64
// result out[i]: in[i % n * n + i / n]
constexpr int kTile = 32;

extern "C" __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[kTile][kTile + 1];
    const int column = blockIdx.x * kTile, row = blockIdx.y * kTile;
    tile[threadIdx.y][threadIdx.x] = in[(row + threadIdx.y) * n + column + threadIdx.x];
    __syncthreads();
    out[(column + threadIdx.y) * n + row + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
