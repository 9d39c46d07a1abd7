// SPDX-License-Identifier: Apache-2.0
#include "cuda/loaded_kernels.h"

#include <vector>

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include "cuda/cuda_api.h"

namespace duelo {
namespace {

#ifdef _WIN32
constexpr const char* kRuntime = "cudart64_13.dll";
#else
constexpr const char* kRuntime = "libcudart.so.13";
#endif

std::string architectureOf(c10::DeviceIndex device) {
    const auto major = deviceAttribute(cudaDevAttrComputeCapabilityMajor, device);
    const auto minor = deviceAttribute(cudaDevAttrComputeCapabilityMinor, device);
    TORCH_CHECK(major && minor, "the driver does not tell the device's compute capability");
    return "sm_" + std::to_string(*major) + std::to_string(*minor);
}

/// Beside the CUDA runtime that LibTorch uses, of which it is a part; else where the system looks.
KernelCompiler openCompiler() {
    if (const auto runtime = DynamicLibrary::loaded(kRuntime)) {
        const std::filesystem::path folder = std::filesystem::path(runtime->path()).parent_path();
        if (auto beside = KernelCompiler::open(folder / KernelCompiler::libraryName()))
            return *beside;
    }
    auto found = KernelCompiler::open(KernelCompiler::libraryName());
    TORCH_CHECK(found, "CUDA's compiler for kernels could not be loaded: ", found.error());
    return *found;
}

}  // namespace

LoadedKernels::LoadedKernels(c10::DeviceIndex device)
    : m_device(device), m_architecture(architectureOf(device)) {}

std::string LoadedKernels::compiled(const char* text) {
    if (!m_compiler) m_compiler = openCompiler();
    auto code = m_compiler->compile(kernelText(text), kernelHeaders(), m_architecture);
    TORCH_CHECK(code, text, " could not be compiled for ", m_architecture, ": ", code.error());
    return *code;
}

CUlib_st* LoadedKernels::loaded(const char* text) {
    const auto known = m_libraries.find(text);
    if (known != m_libraries.end()) return known->second;
    const std::string code = compiled(text);
    cudaLibrary_t library = nullptr;
    C10_CUDA_CHECK(
        cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    return m_libraries.emplace(text, library).first->second;
}

void LoadedKernels::launch(const KernelLaunch& launch) {
    if (launch.blocks == 0 || launch.blocks_y == 0) return;  // of an empty tensor
    auto known = m_kernels.find(launch.kernel);
    if (known == m_kernels.end()) {
        cudaKernel_t kernel = nullptr;
        C10_CUDA_CHECK(cudaLibraryGetKernel(&kernel, loaded(launch.text), launch.kernel));
        known = m_kernels.emplace(launch.kernel, kernel).first;
    }
    std::vector<void*> arguments;
    arguments.reserve(launch.arguments.size());
    for (const KernelLaunch::Argument& argument : launch.arguments)
        std::visit(
            [&](const auto& value) {
                arguments.push_back(const_cast<void*>(static_cast<const void*>(&value)));
            },
            argument);
    C10_CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(known->second),
                                    dim3(launch.blocks, launch.blocks_y),
                                    dim3(launch.threads, launch.threads_y), arguments.data(), 0,
                                    c10::cuda::getCurrentCUDAStream(m_device).stream()));
}

}  // namespace duelo
