// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/params.h"

#include <iterator>

#include "opencl_c/opencl_text.h"
#include "resources/resources.h"

namespace duelo {

ProductCase productCase(const Params& work) {
    return {.n = work.integer("n"), .seed = static_cast<std::uint64_t>(work.integer("seed"))};
}

ProductWay productWay(const Params& variant) {
    return {.device = deviceOf(variant),
            .kernel = variant.word<ProductKernel>("kernel"),
            .precision = variant.word<Precision>("precision"),
            .threads = static_cast<int>(variant.integer("threads", 1))};
}

std::vector<kernels::KernelShape> productShapes(Precision precision) {
    if (precision == Precision::Fp32)
        return {std::begin(kernels::kProductShapes), std::end(kernels::kProductShapes)};
    const std::string_view name = word(precision);
    std::vector<kernels::KernelShape> shapes;
    for (const kernels::KernelShape& shape : kernels::kTensorShapes)
        if (std::string_view(shape.kernel).ends_with(name)) shapes.push_back(shape);
    return shapes;
}

std::vector<kernels::KernelShape> productShapes() {
    std::vector<kernels::KernelShape> all(std::begin(kernels::kProductShapes),
                                          std::end(kernels::kProductShapes));
    all.insert(all.end(), std::begin(kernels::kTensorShapes), std::end(kernels::kTensorShapes));
    return all;
}

std::optional<std::int64_t> mostSize(ProductKernel kernel) {
    switch (kernel) {
        case ProductKernel::ThreeLoops:
            return 1024;
        case ProductKernel::LoopOrder:
        case ProductKernel::Blocked:
            return 4096;
        case ProductKernel::Matmul1:
        case ProductKernel::Matmul2:
        case ProductKernel::Matmul3:
            return 8192;
        case ProductKernel::Packed:
        case ProductKernel::Matmul1Coalesced:
        case ProductKernel::Matmul3Coalesced:
        case ProductKernel::Registers:
        case ProductKernel::Buffered:
        case ProductKernel::WarpTiles:
        case ProductKernel::Tensor:
        case ProductKernel::TensorStaged:
        case ProductKernel::Own:
        case ProductKernel::OneDnn:
        case ProductKernel::Library:
            break;
    }
    return std::nullopt;
}

std::optional<std::int64_t> mostSizeOfLaunch(ProductKernel kernel) {
    switch (kernel) {
        case ProductKernel::Matmul1:
        case ProductKernel::Matmul2:
        case ProductKernel::Matmul3:
        case ProductKernel::Own:  // nobody knows how fast it is
            return 2048;
        case ProductKernel::Matmul1Coalesced:
        case ProductKernel::Matmul3Coalesced:
            return 4096;
        case ProductKernel::Registers:
        case ProductKernel::Buffered:
        case ProductKernel::WarpTiles:
        case ProductKernel::Tensor:
        case ProductKernel::TensorStaged:
            return 8192;
        default:
            return std::nullopt;
    }
}

namespace {

/// The resource that holds the text of a step; empty: it has none.
std::string_view productFile(ProductKernel kernel) {
    constexpr std::array<std::string_view, wordsOf<ProductKernel>.size()> kFiles{
        "kernels/product_three_loops.h",
        "kernels/product_loop_order.h",
        "kernels/product_blocked.h",
        "kernels/product_packed.h",
        "kernels/matmul1.cu",
        "kernels/matmul2.cu",
        "kernels/matmul1_coalesced.cu",
        "kernels/matmul3.cu",
        "kernels/matmul3_coalesced.cu",
        "kernels/matmul_registers.cu",
        "kernels/matmul_buffered.cu",
        "kernels/matmul_warp_tiles.cu",
        "kernels/matmul_tensor.cu",
        "kernels/matmul_tensor_staged.cu",
        "",
        "",
        ""};
    return kFiles[static_cast<std::size_t>(kernel)];
}

}  // namespace

std::string_view productText(ProductKernel kernel) {
    const std::string_view text = resource(productFile(kernel));
    return text.substr(text.empty() ? 0 : text.find('\n') + 1);
}

std::string productOpenCl(ProductKernel kernel) {
    return openClIfPossible(productFile(kernel));
}

double productErrorBound(std::int64_t n, Precision precision) {
    constexpr double kFp32 = 0x1p-24, kBf16 = 0x1p-8, kFp16 = 0x1p-11;  // tf32 too
    const double sums = static_cast<double>(n) * kFp32;
    const double rounded = precision == Precision::Fp32   ? 0
                           : precision == Precision::Bf16 ? kBf16
                                                          : kFp16;
    return sums / (1 - sums) + 3 * rounded;
}

}  // namespace duelo
