// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/gpu_values.h"
#include "gpu/opencl_devices.h"
#include "gpu/opencl_memory.h"
#include "opencl_c/opencl_text.h"

namespace duelo {

/// The kernels of resources/kernels and of texts of their own, translated, built by the device's
/// driver when they are first asked for, and kept until the process ends. Worker thread only.
class OpenClPrograms {
public:
    OpenClPrograms(const opencl::Calls& calls, opencl::Context context, const OpenClFacts& facts)
        : m_calls(calls), m_context(context), m_facts(facts) {}

    /// Submits it to a queue; does not wait. A launch with `code` has it as OpenCL C. Throws
    /// WorkFailed: the reason of openClText(), "opencl_not_built" {text, name} with the driver's
    /// log as the message, "opencl_no_doubles" {name}, "opencl_group_too_large" {kernel, threads,
    /// most, name}, "opencl_local_too_large" {kernel, asked_bytes, most_bytes, name}.
    void launch(const KernelLaunch& launch, OpenClMemory& memory, opencl::Queue queue);
    /// Builds a text without keeping it; the driver's log where it does not build.
    [[nodiscard]] Result<void> tryBuild(const std::string& name, const OpenClText& text);

private:
    [[nodiscard]] opencl::Kernel kernelOf(const KernelLaunch& launch);
    [[nodiscard]] opencl::Program built(const KernelLaunch& launch);
    [[nodiscard]] opencl::Program build(const std::string& name, const std::string& source);
    [[nodiscard]] std::string logOf(opencl::Program program) const;
    void checkLimits(opencl::Kernel kernel, const KernelLaunch& launch) const;

    const opencl::Calls& m_calls;
    const opencl::Context m_context;
    const OpenClFacts& m_facts;
    std::map<std::string_view, opencl::Program> m_programs;  ///< by the name of their text
    /// By their own text, which stays, so that its place is nobody else's.
    std::map<std::shared_ptr<const std::string>, opencl::Program> m_own;
    /// Kernels by the place of their text, null for those of resources/kernels, and by name.
    std::map<std::pair<const void*, std::string_view>, opencl::Kernel> m_kernels;
};

}  // namespace duelo
