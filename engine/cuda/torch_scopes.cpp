// SPDX-License-Identifier: Apache-2.0
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include "cuda/cuda_api.h"

namespace duelo {
namespace {

class Scope final : public GpuScope {
public:
    // The streams of LibTorch's pool do not wait for the default stream. Waiting for the device at
    // both ends lets tensors made outside be used inside, and the other way round.
    explicit Scope(const c10::cuda::CUDAStream& stream) : m_guard(stream.unwrap()) {
        C10_CUDA_CHECK(cudaDeviceSynchronize());
    }
    // The guard is still in place here, so the current device is the stream's. An error of the
    // device shows in the next call or in health().
    ~Scope() override { C10_CUDA_IGNORE_ERROR(cudaDeviceSynchronize()); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    c10::cuda::CUDAStreamGuard m_guard;
};

/// Makes another stream current for the time being; the guard gives the one before back.
class SideScope final : public GpuScope {
public:
    explicit SideScope(const c10::cuda::CUDAStream& stream) : m_guard(stream.unwrap()) {}

private:
    c10::cuda::CUDAStreamGuard m_guard;
};

}  // namespace

std::unique_ptr<GpuScope> makeScope(const c10::cuda::CUDAStream& stream) {
    return std::make_unique<Scope>(stream);
}

std::unique_ptr<GpuScope> makeSideScope(const c10::cuda::CUDAStream& stream) {
    return std::make_unique<SideScope>(stream);
}

}  // namespace duelo
