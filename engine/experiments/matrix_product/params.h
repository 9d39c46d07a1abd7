// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.h"
#include "experiments/own_kernel.h"
#include "plan/params.h"
#include "report/emulated_number.h"

namespace duelo {

/// The steps of two ladders, the CPU's and the GPU's. Each has a text in resources/kernels but a
/// student's own, and LibTorch's products at the end: by oneDNN on the CPU, and what it chooses
/// itself on both.
enum class ProductKernel {
    ThreeLoops,
    LoopOrder,
    Blocked,
    Packed,
    Matmul1,
    Matmul2,
    Matmul1Coalesced,
    Matmul3,
    Matmul3Coalesced,
    Registers,
    Buffered,
    WarpTiles,
    Tensor,
    TensorStaged,
    Own,
    OneDnn,
    Library
};
template <>
inline constexpr std::array<std::string_view, 17> wordsOf<ProductKernel>{"three_loops",
                                                                         "loop_order",
                                                                         "blocked",
                                                                         "blocked_vector_threads",
                                                                         "matmul1",
                                                                         "matmul2",
                                                                         "matmul1_coalesced",
                                                                         "matmul3",
                                                                         "matmul3_coalesced",
                                                                         "matmul_registers",
                                                                         "matmul_buffered",
                                                                         "matmul_warp_tiles",
                                                                         "matmul_tensor",
                                                                         "matmul_tensor_staged",
                                                                         kOwnKernel,
                                                                         "onednn",
                                                                         "library"};

/// Tells whether there is a kernel for a device; LibTorch's is for both.
[[nodiscard]] constexpr bool runsOn(ProductKernel kernel, DeviceKind kind) {
    if (kernel == ProductKernel::Library) return true;
    const bool onGpu = kernel >= ProductKernel::Matmul1 && kernel <= ProductKernel::Own;
    return onGpu == (kind == DeviceKind::Gpu);
}

/// Tells whether a kernel is LibTorch's.
[[nodiscard]] constexpr bool isLibrarys(ProductKernel kernel) {
    return kernel >= ProductKernel::OneDnn;
}

/// Tells whether the text of a kernel is for tensor cores.
[[nodiscard]] constexpr bool isForTensorCores(ProductKernel kernel) {
    return kernel == ProductKernel::Tensor || kernel == ProductKernel::TensorStaged;
}

inline constexpr int kMostProductSize = 16384;

/// The usual size of an emulation: not a multiple of a tile, so that threads without an element of
/// their own show.
inline constexpr std::array kEmulatedProduct{EmulatedNumber{"n", 33, 1, 128}};

struct ProductCase {
    std::int64_t n = 0;  ///< rows and columns
    std::uint64_t seed = 0;

    bool operator==(const ProductCase&) const = default;
};
[[nodiscard]] ProductCase productCase(const Params& work);

/// The way in which a cell multiplies.
struct ProductWay {
    Device device = Device::Cpu;
    ProductKernel kernel{};
    Precision precision{};
    int threads = 1;  ///< of the kernels that have some
};
[[nodiscard]] ProductWay productWay(const Params& variant);

/// The kernels for a GPU that compute in one precision: of tensor cores in others than fp32, whose
/// names end with it.
[[nodiscard]] std::vector<kernels::KernelShape> productShapes(Precision precision);

/// Returns the kernels of all precisions.
[[nodiscard]] std::vector<kernels::KernelShape> productShapes();

/// Returns the n above which a call takes longer than anybody waits, so the cell is skipped; none:
/// never.
[[nodiscard]] std::optional<std::int64_t> mostSize(ProductKernel kernel);
/// Returns the same where the system ends a kernel after some seconds, as Windows does: at
/// most half a second on the slowest GPUs that Duelo uses, of 3 TFLOP/s. Those figures: the shares
/// of cuBLAS's speed that each step reaches (siboehm.com/articles/22/CUDA-MMM, 2022).
[[nodiscard]] std::optional<std::int64_t> mostSizeOfLaunch(ProductKernel kernel);

/// The text of a step, without its licence line; empty: it has none.
[[nodiscard]] std::string_view productText(ProductKernel kernel);
/// The same in OpenCL C; empty: it is none for a GPU, or cannot be said so.
[[nodiscard]] std::string productOpenCl(ProductKernel kernel);

/// Multiplications and additions: 2 n^3.
[[nodiscard]] constexpr std::int64_t productFlop(std::int64_t n) {
    return 2 * n * n * n;
}

/// Returns the largest error that an element may have, as a share of the sum of |a_ik b_kj|, for
/// any order of the additions: gamma_n = n u / (1 - n u) with the unit roundoff u = 2^-24 of fp32
/// (Higham: Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, section 3.5). In bf16
/// the inputs and the result are rounded too, each by 2^-8 at most, while the sums are fp32; in
/// fp16 and tf32 by 2^-11.
[[nodiscard]] double productErrorBound(std::int64_t n, Precision precision);

}  // namespace duelo
