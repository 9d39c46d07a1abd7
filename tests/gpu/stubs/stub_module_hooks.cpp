// SPDX-License-Identifier: Apache-2.0
// A module that registers CUDA hooks in LibTorch, as LibTorch's own CUDA part does when it is
// loaded, and opens only where LibTorch finds them: it asks once per process, and a program that
// has made it ask before this is loaded never has a GPU.
#include <memory>
#include <optional>
#include <string>

#include <ATen/Context.h>
#include <ATen/detail/CUDAHooksInterface.h>

#include "fake_gpu.h"

namespace {

/// LibTorch looks for a class of this name.
struct CUDAHooks final : at::CUDAHooksInterface {
    explicit CUDAHooks(at::CUDAHooksArgs) {}
    bool hasCUDA() const override { return true; }
    bool hasCUDART() const override { return true; }
    std::string showConfig() const override { return {}; }
};

using at::CUDAHooksRegistry;
using at::RegistererCUDAHooksRegistry;
REGISTER_CUDA_HOOKS(CUDAHooks)

class RegisteredGpu final : public duelo::test::FakeGpu {
public:
    RegisteredGpu() {
        fake_state.temperature_c = 54;
        fake_state.utilisation_percent = 70;
        fake_state.users = {{.pid = 1, .memory_bytes = 2147483648}};
    }
    std::optional<duelo::Reason> open(const duelo::GpuRequirements& needed) override {
        if (!at::globalContext().hasCUDART())
            return duelo::Reason{"gpu_not_registered", duelo::Json::object(), {}};
        return FakeGpu::open(needed);
    }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) duelo::GpuApi* duelo_cuda_api(int abi_version) {
    static RegisteredGpu gpu;
    return abi_version == duelo::gpu_abi_version ? &gpu : nullptr;
}
