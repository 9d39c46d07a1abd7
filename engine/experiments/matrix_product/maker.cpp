// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/maker.h"

#include "experiments/matrix_product/work.h"
#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

namespace {

ProductKernel kernelOf(const Cell& cell) {
    return cell.variant.word<ProductKernel>("kernel");
}

Precision precisionOf(const Cell& cell) {
    return cell.variant.word<Precision>("precision");
}

/// Of the axis "threads", which the kernels with one thread do not have.
int productThreadsOf(const Cell& cell) {
    return static_cast<int>(cell.variant.integer("threads", 1));
}

}  // namespace

Result<void> ProductMaker::check(const Cell& cell) {
    const ProductKernel kernel = kernelOf(cell);
    const std::int64_t n = productCase(cell.work).n;
    if (kernel == ProductKernel::Library && !hasLibrary()) return fail("product_needs_torch");
    if (const auto most = mostSize(kernel); most && n > *most)
        return fail("product_too_large", {{"n", n}, {"max", *most}});
    return {};
}

Result<std::unique_ptr<Work>> ProductMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const ProductCase work = productCase(cell.work);
    if (kernelOf(cell) == ProductKernel::Library)
        return library(work, precisionOf(cell), productThreadsOf(cell));
    return std::make_unique<KernelProduct>(work, kernelOf(cell), productThreadsOf(cell),
                                           productKernels(), m_store);
}

Result<Forecast> ProductMaker::forecast(const Cell& cell) {
    const ProductCase work = productCase(cell.work);
    const bool half = precisionOf(cell) == Precision::Bf16;
    const std::int64_t matrix_bytes = work.n * work.n * static_cast<std::int64_t>(sizeof(float));
    std::int64_t bytes =
        productBytes(kernelOf(cell), work.n, productThreadsOf(cell), productKernels());
    if (half) bytes += 3 * matrix_bytes / 2;  // both factors and the product, rounded
    // The first of a case makes the factors for all.
    if (!m_store.holds(work)) bytes += 2 * matrix_bytes;
    Forecast forecast{.bytes = bytes, .free_bytes = freeMemoryBytes()};
    // The first steps of the ladder wait for the memory: what they take cannot be counted.
    if (const ProductKernel kernel = kernelOf(cell); !mostSize(kernel)) {
        forecast.flop = productFlop(work.n);
        forecast.bytes_moved = half ? 3 * matrix_bytes / 2 : 3 * matrix_bytes;
    }
    return forecast;
}

Failure ProductMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
