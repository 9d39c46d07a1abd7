// SPDX-License-Identifier: Apache-2.0
// How the kernels beside this file are launched: the threads of a block, and how many rows and
// columns of the result a block covers. For who launches them, on a GPU or without one.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace duelo {
namespace kernels {

struct KernelShape {
    const char* kernel;
    const char* text;  // the file that holds it
    unsigned block_x, block_y;
    unsigned rows, columns;  // that a block computes
    bool x_is_row;           // x counts rows of the result, else columns
    bool any_block = false;  // its text asks for no certain number of threads
};

constexpr KernelShape kProductShapes[] = {
    {"matmul1", "kernels/matmul1.cu", 32, 32, 32, 32, true, true},
    {"matmul2", "kernels/matmul2.cu", 32, 32, 64, 64, true, true},
    {"matmul3", "kernels/matmul3.cu", 32, 32, 32, 32, true},
    {"matmul1_coalesced", "kernels/matmul1_coalesced.cu", 32, 32, 32, 32, false, true},
    {"matmul3_coalesced", "kernels/matmul3_coalesced.cu", 32, 32, 32, 32, false},
    {"matmul_registers", "kernels/matmul_registers.cu", 16, 16, 64, 64, false},
    {"matmul_buffered", "kernels/matmul_buffered.cu", 16, 16, 64, 64, false},
    {"matmul_warp_tiles", "kernels/matmul_warp_tiles.cu", 256, 1, 128, 128, false}};

// On tensor cores, which the emulator does not have; each ends with its precision.
constexpr KernelShape kTensorShapes[] = {
    {"matmul_tensor_tf32", "kernels/matmul_tensor.cu", 128, 1, 64, 64, false},
    {"matmul_tensor_fp16", "kernels/matmul_tensor.cu", 128, 1, 64, 64, false},
    {"matmul_tensor_bf16", "kernels/matmul_tensor.cu", 128, 1, 64, 64, false},
    {"matmul_tensor_staged_fp16", "kernels/matmul_tensor_staged.cu", 256, 1, 128, 128, false},
    {"matmul_tensor_staged_bf16", "kernels/matmul_tensor_staged.cu", 256, 1, 128, 128, false}};

// The first seven are launched for each window: their result is one window, k by k, or one number.
constexpr KernelShape kPoolShapes[] = {
    {"pool_identity_transferred", "kernels/pool_identity.cu", 32, 32, 32, 32, true},
    {"pool_identity_constant", "kernels/pool_identity.cu", 32, 32, 32, 32, true},
    {"pool_matmul2_transferred", "kernels/pool_matmul2.cu", 32, 32, 32, 32, true, true},
    {"pool_matmul2_constant", "kernels/pool_matmul2.cu", 32, 32, 32, 32, true, true},
    {"pool_matmul3_transferred", "kernels/pool_matmul3.cu", 32, 32, 32, 32, true},
    {"pool_matmul3_constant", "kernels/pool_matmul3.cu", 32, 32, 32, 32, true},
    {"pool_one_window", "kernels/pool_one_window.cu", 1, 1, 1, 1, false},
    {"pool_each_window", "kernels/pool_each_window.cu", 32, 8, 8, 32, false},
    {"pool_rows", "kernels/pool_rows.cu", 32, 8, 8, 64, false}};

struct GridShape {
    unsigned x, y;
};

constexpr unsigned blocksFor(unsigned elements, unsigned each) {
    return (elements + each - 1) / each;
}

// The shape of that name, which must be there.
inline const KernelShape& shapeOf(std::span<const KernelShape> shapes, std::string_view kernel) {
    return *std::ranges::find_if(shapes,
                                 [&](const KernelShape& shape) { return shape.kernel == kernel; });
}

// The shape with no more threads in a block than that, where the text takes any number.
constexpr KernelShape fitted(KernelShape shape, unsigned most) {
    while (shape.any_block && shape.block_x * shape.block_y > most && shape.block_x > 1) {
        for (unsigned* side : {&shape.block_x, &shape.block_y, &shape.rows, &shape.columns})
            *side = (*side + 1) / 2;
    }
    return shape;
}

// The blocks for a result of so many rows and columns.
constexpr GridShape gridOf(const KernelShape& shape, unsigned rows, unsigned columns) {
    const unsigned down = blocksFor(rows, shape.rows), across = blocksFor(columns, shape.columns);
    return shape.x_is_row ? GridShape{down, across} : GridShape{across, down};
}

}  // namespace kernels
}  // namespace duelo
