// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/maker.h"

#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

Result<void> ProductMaker::check(const Cell& cell) {
    const ProductWay way = productWay(cell.variant);
    const std::int64_t n = productCase(cell.work).n;
    if ((isLibrarys(way.kernel) || way.device.isGpu()) && !hasLibrary())
        return fail("product_needs_torch");
    if (const auto most = mostSize(way.kernel); most && n > *most)
        return fail("product_too_large", {{"n", n}, {"max", *most}});
    if (auto cpus = pinnedCpus(cell.variant); !cpus) return tl::unexpected(cpus.error());
    return {};
}

Result<std::unique_ptr<Work>> ProductMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const ProductCase work = productCase(cell.work);
    const ProductWay way = productWay(cell.variant);
    std::unique_ptr<ProductWork> product =
        isLibrarys(way.kernel) ? library(work, way)
                               : std::make_unique<KernelProduct>(work, way.kernel, way.threads,
                                                                 productKernels(), m_store);
    product->keepTo(*pinnedCpus(cell.variant));
    return product;
}

Result<Forecast> ProductMaker::forecast(const Cell& cell) {
    const ProductCase work = productCase(cell.work);
    const ProductWay way = productWay(cell.variant);
    const bool half = way.precision == Precision::Bf16 || way.precision == Precision::Fp16;
    const std::int64_t matrix_bytes = work.n * work.n * static_cast<std::int64_t>(sizeof(float));
    std::int64_t bytes = productBytes(way.kernel, work.n, way.threads, productKernels());
    if (half) bytes += 3 * matrix_bytes / 2;  // both factors and the product, rounded
    if (way.kernel == ProductKernel::OneDnn)  // b on its side, and in its format
        bytes += 2 * (half ? matrix_bytes / 2 : matrix_bytes);
    Forecast forecast{.bytes = bytes + factorBytes(work), .free_bytes = freeMemoryBytes()};
    // The first steps of the ladder wait for the memory: what they take cannot be counted.
    if (!mostSize(way.kernel)) {
        forecast.flop = productFlop(work.n);
        forecast.bytes_moved = half ? 3 * matrix_bytes / 2 : 3 * matrix_bytes;
    }
    return forecast;
}

std::int64_t ProductMaker::factorBytes(const ProductCase& work) const {
    return m_store.holds(work) ? 0 : 2 * work.n * work.n * static_cast<std::int64_t>(sizeof(float));
}

Failure ProductMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
