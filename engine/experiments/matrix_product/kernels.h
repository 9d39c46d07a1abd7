// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// The matrix products whose texts lie in resources/kernels, each text compiled for the
/// instructions that a CPU may have.
namespace duelo {

/// Matrices are n by n, row after row; rows `first` to `last` - 1 of c are computed.
using ProductRows = void (*)(const float* a, const float* b, float* c, long n, long first,
                             long last);

struct ProductKernels {
    std::string_view instructions;  ///< "avx512", "avx2", "base"
    long lanes;                     ///< number of values that an instruction computes with
    ProductRows three_loops, loop_order, blocked;
    /// Copies strips `first` to `last` - 1 of b, of strip_columns columns each, to their places in
    /// `packed`, which holds n numbers for each column of all strips.
    void (*pack)(const float* b, float* packed, long n, long first, long last);
    /// Multiplies by a b that is packed whole; `space` holds space_values numbers.
    void (*packed)(const float* a, const float* packed_b, float* c, long n, long first, long last,
                   float* space);
    long strip_columns, tile_rows, block_rows, space_values;
};

/// Returns the kernels that this CPU can run, the widest last.
[[nodiscard]] std::span<const ProductKernels> usableProductKernels();

/// Returns the kernels for this CPU's widest instructions.
[[nodiscard]] inline const ProductKernels& productKernels() {
    return usableProductKernels().back();
}

}  // namespace duelo
