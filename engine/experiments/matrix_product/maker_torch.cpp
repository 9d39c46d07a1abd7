// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/maker_torch.h"

#include <optional>
#include <utility>

#include "experiments/matrix_product/work_torch.h"
#include "gpu/failure.h"
#include "machine/process_memory.h"
#include "models/numerics.h"

namespace duelo {

Result<void> TorchProductMaker::check(const Cell& cell) {
    const ProductWay way = productWay(cell.variant);
    if (way.device.isGpu())
        if (const auto gpu = m_gpu.of(way.device); !gpu) return tl::unexpected(gpu.error());
    if (auto possible = ProductMaker::check(cell); !possible || way.device.isCpu()) return possible;
    if (auto possible =
            m_gpu.canUse(way.device, way.kernel == ProductKernel::Library ? NvidiaLibrary::Cublas
                                                                          : NvidiaLibrary::Nvrtc);
        !possible)
        return possible;
    const GpuSheet sheet = m_gpu.sheetOf(way.device);
    const auto support = precisionSupport(way.device, way.precision, sheet);
    if (!support) return tl::unexpected(support.error());
    // LibTorch converts; a text for tensor cores needs them.
    const bool mine = isForTensorCores(way.kernel) || way.kernel == ProductKernel::Own;
    if (mine && support->slow) return tl::unexpected(*support->slow);
    const std::int64_t n = productCase(cell.work).n;
    // An integrated GPU has less than a tenth of the speed of those that the sizes are for.
    const std::int64_t slower = way.device.api == Api::OpenCl ? 2 : 1;
    if (const auto most = mostSizeOfLaunch(way.kernel);
        most && n > *most / slower && sheet.launch_timeout.value_or(false))
        return fail("product_launch_too_long", {{"n", n}, {"max", *most / slower}});
    return {};
}

Result<std::unique_ptr<Work>> TorchProductMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const ProductWay way = productWay(cell.variant);
    if (way.device.isCpu()) return ProductMaker::create(cell);
    PlainGpu& gpu = **m_gpu.of(way.device);
    m_stream.take(gpu);
    const auto support = precisionSupport(way.device, way.precision, m_gpu.sheetOf(way.device));
    if (!support) return tl::unexpected(support.error());
    std::optional<OwnKernel> own;
    if (way.kernel == ProductKernel::Own) {
        auto found = ownKernelOf(cell, productShapes(way.precision));
        if (!found) return tl::unexpected(found.error());
        own = std::move(*found);
    }
    return gpuProduct(productCase(cell.work), way, support->slow, store(), gpu, std::move(own));
}

Result<Forecast> TorchProductMaker::forecast(const Cell& cell) {
    const ProductWay way = productWay(cell.variant);
    if (way.device.isCpu()) return ProductMaker::forecast(cell);
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const ProductCase work = productCase(cell.work);
    // The factors are made here, and the product is looked at here.
    const Forecast host{
        .bytes = factorBytes(work) + work.n * work.n * static_cast<std::int64_t>(sizeof(float)),
        .free_bytes = freeMemoryBytes()};
    if (host.lack()) return host;
    return Forecast{.bytes = gpuProductBytes(way, work.n),
                    .free_bytes = usableBytes((*m_gpu.of(way.device))->memory())};
}

std::unique_ptr<ProductWork> TorchProductMaker::library(const ProductCase& work,
                                                        const ProductWay& way) {
    return torchProduct(work, way, store());
}

Failure TorchProductMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

void TorchProductMaker::release() {
    ProductMaker::release();
    m_stream.release();
}

}  // namespace duelo
