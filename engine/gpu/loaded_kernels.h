// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/cuda_driver.h"
#include "gpu/gpu_values.h"
#include "gpu/kernel_cache.h"

namespace duelo {

/// The kernels of resources/kernels, compiled for one device and loaded when they are first asked
/// for, and those that come with code of their own; kept until the process ends. Worker thread
/// only.
class LoadedKernels {
public:
    LoadedKernels(const driver::Calls& calls, driver::Device device);

    /// Submits it to a stream; does not wait. Throws TensorError, with the compiler's words and
    /// lines where the text does not compile, and WorkFailed where there is no compiler
    /// (openNvidia()).
    void launch(const KernelLaunch& launch, driver::Stream stream);

private:
    [[nodiscard]] driver::Kernel kernelOf(const KernelLaunch& launch);
    [[nodiscard]] driver::Library loaded(const KernelLaunch& launch);
    [[nodiscard]] driver::Library load(const std::string& code) const;
    [[nodiscard]] std::string compiled(const char* text);

    const driver::Calls& m_calls;
    const std::string m_architecture;
    std::optional<KernelCompiler> m_compiler;
    std::map<std::string_view, driver::Library> m_libraries;  ///< by the name of their text
    /// Libraries by their own code, which stays, so that its place is nobody else's.
    std::map<std::shared_ptr<const std::string>, driver::Library> m_own;
    /// Kernels by the place of their code, null for those of resources/kernels, and by name.
    std::map<std::pair<const void*, std::string_view>, driver::Kernel> m_kernels;
};

}  // namespace duelo
