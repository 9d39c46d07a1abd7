// SPDX-License-Identifier: Apache-2.0
// The CUDA module's entry point with a fake GPU behind it. DUELO_STUB_MODULE=old answers like a
// module of another version, =throw fails while it describes the device, =turing has a card of that
// generation.
#include <cstdlib>
#include <string>

#include "fake_gpu.h"
#include "tensor/error.h"

namespace {

class Throwing final : public duelo::test::FakeGpu {
public:
    duelo::GpuSheet sheet() override {
        throw duelo::TensorError(duelo::TensorError::Kind::Accelerator, "unknown error", 999);
    }
};

class Turing final : public duelo::test::FakeGpu {
public:
    duelo::GpuSheet sheet() override {
        return {.name = "Fake RTX 2060", .compute_capability = "7.5"};
    }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) duelo::GpuApi* duelo_cuda_api(int abi_version) {
    static duelo::test::FakeGpu fake;
    static Throwing throwing;
    static Turing turing;
    const char* text = std::getenv("DUELO_STUB_MODULE");
    const std::string mode = text != nullptr ? text : "";
    if (abi_version != duelo::gpu_abi_version || mode == "old") {
        return nullptr;
    }
    if (mode == "throw") {
        return &throwing;
    }
    if (mode == "turing") {
        return &turing;
    }
    return &fake;
}
