// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "resources/kernels/shapes.h"
#include "simt/ptx_machine.h"

namespace duelo {

/// A student's own kernel on the emulator: compiled by NVRTC, then run thread by thread
/// (simt/ptx_machine).
class OwnEmulation {
public:
    /// Runs the kernel once and returns all of its result.
    using Run =
        std::function<Result<std::vector<float>>(simt::ptx::Machine&, const kernels::KernelShape&)>;
    /// Returns true of a result that is right; the reason tells what is wrong with another.
    using Check = std::function<Result<bool>(std::span<const float>)>;

    /// `source`: {name, text}. Reasons: "nvrtc_missing", "own_kernel_not_compiled" {name, line,
    /// detail}, those of whyNotAttached(), ownShape() and checkParameters(), and of readModule().
    [[nodiscard]] static Result<OwnEmulation> made(const Json& source,
                                                   std::span<const kernels::KernelShape> shapes);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Twice, the second time with the threads in the other order. \returns what a kernel's part of
    /// the reply of Emulation is, and {printed, steps, warnings: [{line, text}]}.
    [[nodiscard]] Json run(const Run& run, const Check& check, const std::string& result,
                           const std::stop_token& stop) const;

private:
    OwnEmulation(std::string name, kernels::KernelShape shape, simt::ptx::Module module,
                 Json warnings)
        : m_name(std::move(name)),
          m_shape(shape),
          m_module(std::move(module)),
          m_warnings(std::move(warnings)) {}

    std::string m_name;
    kernels::KernelShape m_shape;
    simt::ptx::Module m_module;
    Json m_warnings;
};

/// An array of numbers on the emulated GPU, filled with `from` or with nothing.
[[nodiscard]] Result<std::uint64_t> ownArray(simt::ptx::Machine& gpu, const char* name,
                                             std::size_t count, std::span<const float> from = {});
/// Its numbers. Reason: "emulated_unwritten" {name, row, column} of `columns` in a row.
[[nodiscard]] Result<std::vector<float>> ownNumbers(simt::ptx::Machine& gpu, std::uint64_t array,
                                                    std::size_t columns, const std::string& name);

}  // namespace duelo
