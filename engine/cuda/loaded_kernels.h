// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <c10/core/Device.h>

#include "cuda/kernel_launch.h"
#include "gpu/kernel_cache.h"

struct CUkern_st;
struct CUlib_st;

namespace duelo {

/// The kernels of resources/kernels, compiled for one device and loaded when they are first asked
/// for, and those that come with code of their own; kept until the process ends. Worker thread
/// only.
class LoadedKernels {
public:
    explicit LoadedKernels(c10::DeviceIndex device);

    /// Submits it to the current stream; does not wait. Throws c10::Error, with the compiler's
    /// words and lines where the text does not compile.
    void launch(const KernelLaunch& launch);

private:
    [[nodiscard]] CUkern_st* kernelOf(const KernelLaunch& launch);
    [[nodiscard]] CUlib_st* loaded(const KernelLaunch& launch);
    [[nodiscard]] static CUlib_st* load(const std::string& code);
    [[nodiscard]] std::string compiled(const char* text);

    const c10::DeviceIndex m_device;
    const std::string m_architecture;
    std::optional<KernelCompiler> m_compiler;
    std::map<std::string_view, CUlib_st*> m_libraries;  ///< by the name of their text
    /// Libraries by their own code, which stays, so that its place is nobody else's.
    std::map<std::shared_ptr<const std::string>, CUlib_st*> m_own;
    /// Kernels by the place of their code, null for those of resources/kernels, and by name.
    std::map<std::pair<const void*, std::string_view>, CUkern_st*> m_kernels;
};

}  // namespace duelo
