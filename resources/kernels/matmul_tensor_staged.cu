// SPDX-License-Identifier: Apache-2.0
// c = a b on tensor cores that do not wait for memory: the tiles of three steps have a place each
// in shared memory, and while one is computed with, the copies of the next two are on their way,
// which no thread carries in its registers. A block of eight warps makes a tile of 128 by 128, each
// warp 64 by 32 of it; it takes its numbers out of shared memory by four tiles of 8 by 8 at a time,
// and multiplies tiles of 16 by 16 with such of 16 by 8. The pieces of 16 bytes of a row change
// places from row to row, so that the eight rows of a tile meet all 32 banks.
#include "tensor_cores.h"

#if __CUDA_ARCH__ >= 800  // older GPUs copy through registers
constexpr int kThreads = 256;
constexpr int kTile = 128;  // rows and columns of a block
constexpr int kDepth = 32;  // of k at a time
constexpr int kStages = 3;  // steps whose tiles have a place
constexpr int kPiece = 8;   // numbers of 16 bytes
constexpr int kWarpRows = 64, kWarpColumns = 32;
constexpr int kTilesDown = kWarpRows / 16, kTilesAcross = kWarpColumns / 8;

typedef unsigned short Place[kTile * kDepth];

// The place of a piece in a's tile, which has 4 pieces in a row, and in b's tile, which has 16.
__device__ inline int placeOfA(int row, int piece) {
    return (row * 4 + (piece ^ (row / 2 % 4))) * kPiece;
}

__device__ inline int placeOfB(int row, int piece) {
    return (row * 16 + (piece ^ (row % 8))) * kPiece;
}

// Eight neighbours of a row; 0 beyond the matrix. Rows begin at a multiple of 16 bytes where n is a
// multiple of 8; else the thread copies them one by one, and waits.
__device__ inline void copyPiece(unsigned short* to, const unsigned short* matrix, int n, int row,
                                 int column) {
    if (n % kPiece == 0) {
        const bool there = row < n && column < n;
        beginCopy(to, there ? matrix + row * n + column : matrix, there);
        return;
    }
    for (int i = 0; i < kPiece; ++i)
        to[i] = row < n && column + i < n ? matrix[row * n + column + i] : 0;
}

__device__ inline void copyTiles(Place& a_tile, Place& b_tile, const unsigned short* a,
                                 const unsigned short* b, int n, int first) {
    const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int one = threadIdx.x + i * kThreads;
        const int row = one / 4, piece = one % 4, k = one / 16, across = one % 16;
        copyPiece(a_tile + placeOfA(row, piece), a, n, first_row + row, first + piece * kPiece);
        copyPiece(b_tile + placeOfB(k, across), b, n, first + k, first_column + across * kPiece);
    }
    endGroup();
}

template <typename Type>
__device__ inline void multiplyTiles(float (&sums)[kTilesDown][kTilesAcross][4],
                                     const Place& a_tile, const Place& b_tile, int warp_row,
                                     int warp_column) {
    // The threads name rows 0 to 15 of a tile's left half, then those of its right one.
    const int row = threadIdx.x % 16, right = threadIdx.x % 32 / 16;
#pragma unroll
    for (int k = 0; k < kDepth; k += 16) {
        unsigned of_a[kTilesDown][4], of_b[kTilesAcross / 2][4];
#pragma unroll
        for (int i = 0; i < kTilesDown; ++i)
            loadTiles(of_a[i], a_tile + placeOfA(warp_row + 16 * i + row, k / kPiece + right));
#pragma unroll
        for (int j = 0; j < kTilesAcross / 2; ++j)
            loadTurnedTiles(of_b[j],
                            b_tile + placeOfB(k + row, warp_column / kPiece + 2 * j + right));
#pragma unroll
        for (int i = 0; i < kTilesDown; ++i)
#pragma unroll
            for (int j = 0; j < kTilesAcross; ++j)
                Type::multiply(sums[i][j], of_a[i], of_b[j / 2][j % 2 * 2],
                               of_b[j / 2][j % 2 * 2 + 1]);
    }
}

template <typename Type>
__device__ inline void product(const unsigned short* a, const unsigned short* b, float* c, int n) {
    alignas(128) __shared__ Place a_tiles[kStages];
    alignas(128) __shared__ Place b_tiles[kStages];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int warp_row = warp / 4 * kWarpRows, warp_column = warp % 4 * kWarpColumns;

    float sums[kTilesDown][kTilesAcross][4] = {};
#pragma unroll
    for (int i = 0; i < kStages - 1; ++i) copyTiles(a_tiles[i], b_tiles[i], a, b, n, i * kDepth);
    int stage = 0;
    for (int first = 0; first < n; first += kDepth) {
        waitForGroups<kStages - 2>();
        // All threads' copies are there, and all have done with the place that is filled next.
        __syncthreads();
        const int next = (stage + kStages - 1) % kStages;
        copyTiles(a_tiles[next], b_tiles[next], a, b, n, first + (kStages - 1) * kDepth);
        multiplyTiles<Type>(sums, a_tiles[stage], b_tiles[stage], warp_row, warp_column);
        stage = (stage + 1) % kStages;
    }

#pragma unroll
    for (int i = 0; i < kTilesDown; ++i)
#pragma unroll
        for (int j = 0; j < kTilesAcross; ++j)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int row = blockIdx.y * kTile + warp_row + 16 * i + lane / 4 + 8 * half;
                const int column = blockIdx.x * kTile + warp_column + 8 * j + lane % 4 * 2;
                if (row < n && column < n && n % 2 == 0)
                    *reinterpret_cast<float2*>(c + row * n + column) = {sums[i][j][2 * half],
                                                                        sums[i][j][2 * half + 1]};
                else
#pragma unroll
                    for (int each = 0; each < 2; ++each)
                        if (row < n && column + each < n)
                            c[row * n + column + each] = sums[i][j][2 * half + each];
            }
}

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    matmul_tensor_staged_fp16(const unsigned short* a, const unsigned short* b, float* c, int n) {
    product<Fp16>(a, b, c, n);
}

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    matmul_tensor_staged_bf16(const unsigned short* a, const unsigned short* b, float* c, int n) {
    product<Bf16>(a, b, c, n);
}
#endif
