// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/params.h"

#include "resources/resources.h"

namespace duelo {

ProductCase productCase(const Params& work) {
    return {.n = work.integer("n"), .seed = static_cast<std::uint64_t>(work.integer("seed"))};
}

std::optional<std::int64_t> mostSize(ProductKernel kernel) {
    switch (kernel) {
        case ProductKernel::ThreeLoops:
            return 1024;
        case ProductKernel::LoopOrder:
        case ProductKernel::Blocked:
            return 4096;
        case ProductKernel::Packed:
        case ProductKernel::Library:
            break;
    }
    return std::nullopt;
}

std::string_view productText(ProductKernel kernel) {
    constexpr std::array<std::string_view, 5> kFiles{
        "kernels/product_three_loops.h", "kernels/product_loop_order.h",
        "kernels/product_blocked.h", "kernels/product_packed.h", ""};
    const std::string_view text = resource(kFiles[static_cast<std::size_t>(kernel)]);
    return text.substr(text.empty() ? 0 : text.find('\n') + 1);
}

double productErrorBound(std::int64_t n, Precision precision) {
    constexpr double kFp32 = 0x1p-24, kBf16 = 0x1p-8;
    const double sums = static_cast<double>(n) * kFp32;
    return sums / (1 - sums) + (precision == Precision::Bf16 ? 3 * kBf16 : 0);
}

}  // namespace duelo
