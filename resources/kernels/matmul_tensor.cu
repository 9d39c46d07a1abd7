// SPDX-License-Identifier: Apache-2.0
// c = a b on tensor cores: a warp multiplies a tile of 16 by 8 with one of 8 by 8 in one
// instruction, of numbers with 16 bits, and adds up in fp32; of tf32, which is fp32 with 10 bits
// after the point, tiles of 16 by 4 and 4 by 8. A block of four warps makes a tile of 64 by 64,
// each warp a quarter of it.
#include "tensor_cores.h"

constexpr int kTile = 64;   // rows and columns of a block
constexpr int kDepth = 16;  // of k at a time

// Returns the bits of one register.
template <typename Number>
__device__ inline unsigned bitsAt(const Number* place) {
    return *reinterpret_cast<const unsigned*>(place);
}

// 0 beyond the matrix.
template <typename Type>
__device__ typename Type::Number number(const typename Type::Number* matrix, int n, int row,
                                        int column) {
    return row < n && column < n ? Type::rounded(matrix[row * n + column]) : 0;
}

template <typename Type>
__device__ void product(const typename Type::Number* a, const typename Type::Number* b, float* c,
                        int n) {
    // 16 bytes more in a row, so that a warp's reads meet different banks.
    constexpr int kRow = kDepth + 16 / sizeof(typename Type::Number);
    alignas(16) __shared__ typename Type::Number a_tile[kTile][kRow];
    // b's tile lies on its side, so that the neighbours of a register are steps of k.
    alignas(16) __shared__ typename Type::Number b_tile[kTile][kRow];
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int g = lane / 4, t = lane % 4;
    const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
    const int warp_row = warp / 2 * 32, warp_column = warp % 2 * 32;
    // The eight neighbours that this thread copies of each tile.
    const int a_row = thread / 2, a_k = thread % 2 * 8;
    const int b_k = thread / 8, b_column = thread % 8 * 8;

    float sums[2][4][4] = {};
    for (int first = 0; first < n; first += kDepth) {
        for (int i = 0; i < 8; ++i) {
            a_tile[a_row][a_k + i] = number<Type>(a, n, first_row + a_row, first + a_k + i);
            b_tile[b_column + i][b_k] =
                number<Type>(b, n, first + b_k, first_column + b_column + i);
        }
        __syncthreads();
        for (int k = Type::kEach * t; k < kDepth; k += 4 * Type::kEach)
            for (int i = 0; i < 2; ++i) {
                const int row = warp_row + 16 * i + g;
                const unsigned of_a[2] = {bitsAt(&a_tile[row][k]), bitsAt(&a_tile[row + 8][k])};
                for (int j = 0; j < 4; ++j)
                    Type::multiply(sums[i][j], of_a, bitsAt(&b_tile[warp_column + 8 * j + g][k]));
            }
        __syncthreads();
    }

    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            for (int each = 0; each < 4; ++each) {
                const int row = first_row + warp_row + 16 * i + g + each / 2 * 8;
                const int column = first_column + warp_column + 8 * j + 2 * t + each % 2;
                if (row < n && column < n) c[row * n + column] = sums[i][j][each];
            }
}

extern "C" __global__ void matmul_tensor_fp16(const unsigned short* a, const unsigned short* b,
                                              float* c, int n) {
    product<Fp16>(a, b, c, n);
}

#if __CUDA_ARCH__ >= 800  // older tensor cores have no bf16 and no tf32
extern "C" __global__ void matmul_tensor_bf16(const unsigned short* a, const unsigned short* b,
                                              float* c, int n) {
    product<Bf16>(a, b, c, n);
}

extern "C" __global__ void matmul_tensor_tf32(const float* a, const float* b, float* c, int n) {
    product<Tf32>(a, b, c, n);
}
#endif
