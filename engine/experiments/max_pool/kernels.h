// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// The max poolings whose texts lie in resources/kernels, each text compiled for the instructions
/// that a CPU may have.
namespace duelo {

struct PoolKernels {
    std::string_view instructions;  ///< "avx512", "avx2", "base"
    /// x is size by size, y out by out, row after row; rows `first` to `last` - 1 of y are computed
    /// and what lies outside of x counts as `border`.
    void (*loops)(const float* x, float* y, long size, long out, long window, long stride,
                  long padding, float border, long first, long last);
    /// The same; `line` holds size + 2 padding numbers.
    void (*rows)(const float* x, float* y, long size, long out, long window, long stride,
                 long padding, float border, long first, long last, float* line);
};

/// Returns the kernels that this CPU can run, the widest last.
[[nodiscard]] std::span<const PoolKernels> usablePoolKernels();

}  // namespace duelo
