// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/maker_torch.h"

#include <utility>

#include "experiments/max_pool/picture.h"
#include "experiments/max_pool/work_torch.h"
#include "gpu/failure.h"

namespace duelo {

namespace {

bool poolsOnGpu(const Cell& cell) {
    return deviceOf(cell.variant).isGpu();
}

bool byTorchOnGpu(const Cell& cell) {
    return poolsOnGpu(cell) && cell.variant.word<PoolKernel>("kernel") == PoolKernel::Library;
}

}  // namespace

Result<void> TorchPoolMaker::check(const Cell& cell) {
    const Device device = deviceOf(cell.variant);
    if (poolsOnGpu(cell))
        if (const auto gpu = m_gpu.of(device); !gpu) return tl::unexpected(gpu.error());
    if (byTorchOnGpu(cell) && device.api == Api::OpenCl) return fail("opencl_no_library");
    if (byTorchOnGpu(cell) && m_gpu.api() == nullptr) return tl::unexpected(m_gpu.whyNoNetworks());
    auto possible = PoolMaker::check(cell);
    if (!possible || !poolsOnGpu(cell) || byTorchOnGpu(cell)) return possible;
    const bool by_cudnn = cell.variant.word<PoolKernel>("kernel") == PoolKernel::CuDnn;
    return m_gpu.canUse(device, by_cudnn ? NvidiaLibrary::Cudnn : NvidiaLibrary::Nvrtc);
}

Result<std::unique_ptr<Work>> TorchPoolMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    if (!poolsOnGpu(cell)) return PoolMaker::create(cell);
    PlainGpu& gpu = **m_gpu.of(deviceOf(cell.variant));
    m_stream.take(gpu);
    auto own = ownPoolOf(cell);
    if (!own) return tl::unexpected(own.error());
    const PoolKernel kernel =
        *own ? basePoolKernel(**own) : cell.variant.word<PoolKernel>("kernel");
    const auto work = caseOf(cell);
    if (!work) return tl::unexpected(work.error());
    if (byTorchOnGpu(cell)) return torchPoolOnGpu(*work, *m_gpu.api());
    return gpuPool(*work, kernel, gpu, std::move(*own));
}

Result<Forecast> TorchPoolMaker::forecast(const Cell& cell) {
    // The picture is made here, and the map comes back.
    auto host = PoolMaker::forecast(cell);
    if (!poolsOnGpu(cell) || !host || host->lack()) return host;
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    return Forecast{
        .bytes = gpuPoolBytes(poolCase(cell.work), cell.variant.word<PoolKernel>("kernel")),
        .free_bytes = usableBytes((*m_gpu.of(deviceOf(cell.variant)))->memory())};
}

Result<void> TorchPoolMaker::read(PoolCase& work) {
    return readPicture(work);
}

std::optional<Reason> TorchPoolMaker::whyNotRead(const PoolCase& work) {
    return whyNoPicture(work);
}

std::unique_ptr<PoolWork> TorchPoolMaker::library(const PoolCase& work, PoolKernel kernel,
                                                  int threads) {
    return torchPool(work, kernel, threads);
}

Failure TorchPoolMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

void TorchPoolMaker::release() {
    PoolMaker::release();
    m_stream.release();
}

}  // namespace duelo
