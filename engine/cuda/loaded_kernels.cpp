// SPDX-License-Identifier: Apache-2.0
#include "cuda/loaded_kernels.h"

#include <utility>
#include <vector>

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include "cuda/cuda_api.h"

namespace duelo {
namespace {

std::string architectureOfDevice(c10::DeviceIndex device) {
    const auto major = deviceAttribute(cudaDevAttrComputeCapabilityMajor, device);
    const auto minor = deviceAttribute(cudaDevAttrComputeCapabilityMinor, device);
    TORCH_CHECK(major && minor, "the driver does not tell the device's compute capability");
    return "sm_" + std::to_string(*major) + std::to_string(*minor);
}

}  // namespace

LoadedKernels::LoadedKernels(c10::DeviceIndex device)
    : m_device(device), m_architecture(architectureOfDevice(device)) {}

std::string LoadedKernels::compiled(const char* text) {
    if (!m_compiler) {
        auto found = KernelCompiler::find();
        TORCH_CHECK(found, "CUDA's compiler for kernels could not be loaded: ", found.error());
        m_compiler = std::move(*found);
    }
    KernelCompiler::Compiled made =
        compiledKernel(*m_compiler, KernelCache::standard(), kernelText(text), m_architecture);
    TORCH_CHECK(!made.code.empty(), text, " could not be compiled for ", m_architecture, ": ",
                made.log);
    return std::move(made.code);
}

CUlib_st* LoadedKernels::load(const std::string& code) {
    cudaLibrary_t library = nullptr;
    C10_CUDA_CHECK(
        cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    return library;
}

CUlib_st* LoadedKernels::loaded(const KernelLaunch& launch) {
    if (launch.code) {
        const auto known = m_own.find(launch.code);
        return known != m_own.end() ? known->second
                                    : m_own.emplace(launch.code, load(*launch.code)).first->second;
    }
    const auto known = m_libraries.find(launch.text);
    if (known != m_libraries.end()) return known->second;
    return m_libraries.emplace(launch.text, load(compiled(launch.text))).first->second;
}

CUkern_st* LoadedKernels::kernelOf(const KernelLaunch& launch) {
    const std::pair<const void*, std::string_view> name{launch.code.get(), launch.kernel};
    const auto known = m_kernels.find(name);
    if (known != m_kernels.end()) return known->second;
    cudaKernel_t kernel = nullptr;
    C10_CUDA_CHECK(cudaLibraryGetKernel(&kernel, loaded(launch), launch.kernel));
    return m_kernels.emplace(name, kernel).first->second;
}

void LoadedKernels::launch(const KernelLaunch& launch) {
    if (launch.blocks == 0 || launch.blocks_y == 0) return;  // of an empty tensor
    CUkern_st* kernel = kernelOf(launch);
    std::vector<void*> arguments;
    arguments.reserve(launch.arguments.size());
    for (const KernelLaunch::Argument& argument : launch.arguments)
        std::visit(
            [&](const auto& value) {
                arguments.push_back(const_cast<void*>(static_cast<const void*>(&value)));
            },
            argument);
    C10_CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                                    dim3(launch.blocks, launch.blocks_y),
                                    dim3(launch.threads, launch.threads_y), arguments.data(), 0,
                                    c10::cuda::getCurrentCUDAStream(m_device).stream()));
}

}  // namespace duelo
