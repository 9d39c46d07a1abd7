// SPDX-License-Identifier: Apache-2.0
#include "gpu/loaded_kernels.h"

#include <utility>
#include <vector>

#include "gpu/driver_gpu.h"
#include "measure/work.h"
#include "tensor/error.h"

namespace duelo {

using driver::check;

namespace {

std::string architectureOfDevice(const driver::Calls& calls, driver::Device device) {
    const auto major = deviceAttribute(calls, driver::kCapabilityMajor, device);
    const auto minor = deviceAttribute(calls, driver::kCapabilityMinor, device);
    if (!major || !minor)
        throw TensorError(TensorError::Kind::Other,
                          "the driver does not tell the device's compute capability");
    return "sm_" + std::to_string(*major) + std::to_string(*minor);
}

}  // namespace

LoadedKernels::LoadedKernels(const driver::Calls& calls, driver::Device device)
    : m_calls(calls), m_architecture(architectureOfDevice(calls, device)) {}

std::string LoadedKernels::compiled(const char* text) {
    if (!m_compiler) {
        auto found = KernelCompiler::find();
        if (!found) throw WorkFailed{found.error()};
        m_compiler = std::move(*found);
    }
    KernelCompiler::Compiled made =
        compiledKernel(*m_compiler, KernelCache::standard(), kernelText(text), m_architecture);
    if (made.code.empty())
        throw TensorError(
            TensorError::Kind::Other,
            std::string(text) + " could not be compiled for " + m_architecture + ": " + made.log);
    return std::move(made.code);
}

driver::Library LoadedKernels::load(const std::string& code) const {
    driver::Library library = nullptr;
    check(m_calls.loadLibrary(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "cuLibraryLoadData");
    return library;
}

driver::Library LoadedKernels::loaded(const KernelLaunch& launch) {
    if (launch.code) {
        const auto known = m_own.find(launch.code);
        return known != m_own.end() ? known->second
                                    : m_own.emplace(launch.code, load(*launch.code)).first->second;
    }
    const auto known = m_libraries.find(launch.text);
    if (known != m_libraries.end()) return known->second;
    return m_libraries.emplace(launch.text, load(compiled(launch.text))).first->second;
}

driver::Kernel LoadedKernels::kernelOf(const KernelLaunch& launch) {
    const std::pair<const void*, std::string_view> name{launch.code.get(), launch.kernel};
    const auto known = m_kernels.find(name);
    if (known != m_kernels.end()) return known->second;
    driver::Kernel kernel = nullptr;
    check(m_calls.kernel(&kernel, loaded(launch), launch.kernel), "cuLibraryGetKernel");
    return m_kernels.emplace(name, kernel).first->second;
}

void LoadedKernels::launch(const KernelLaunch& launch, driver::Stream stream) {
    if (launch.blocks == 0 || launch.blocks_y == 0) return;  // of an empty tensor
    // The driver takes a kernel for a function, as cuda.h says of cuLaunchKernel.
    auto* function = reinterpret_cast<driver::Function>(kernelOf(launch));
    std::vector<void*> arguments;
    arguments.reserve(launch.arguments.size());
    for (const KernelLaunch::Argument& argument : launch.arguments)
        std::visit(
            [&](const auto& value) {
                arguments.push_back(const_cast<void*>(static_cast<const void*>(&value)));
            },
            argument);
    check(m_calls.launch(function, launch.blocks, launch.blocks_y, 1, launch.threads,
                         launch.threads_y, 1, 0, stream, arguments.data(), nullptr),
          "cuLaunchKernel");
}

}  // namespace duelo
