// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <c10/core/Device.h>

#include "cuda/kernel_compiler.h"
#include "cuda/kernel_launch.h"

struct CUkern_st;
struct CUlib_st;

namespace duelo {

/// The kernels of resources/kernels, compiled for one device and loaded when they are first asked
/// for, and kept until the process ends. Worker thread only.
class LoadedKernels {
public:
    explicit LoadedKernels(c10::DeviceIndex device);

    /// Submits it to the current stream; does not wait. Throws c10::Error, with the compiler's
    /// words and lines where the text does not compile.
    void launch(const KernelLaunch& launch);

private:
    [[nodiscard]] CUlib_st* loaded(const char* text);
    [[nodiscard]] std::string compiled(const char* text);

    const c10::DeviceIndex m_device;
    const std::string m_architecture;
    std::optional<KernelCompiler> m_compiler;
    std::map<std::string_view, CUlib_st*> m_libraries;  ///< by the name of their text
    std::map<std::string_view, CUkern_st*> m_kernels;   ///< by theirs
};

}  // namespace duelo
