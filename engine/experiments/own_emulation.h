// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiments/own_source.h"
#include "simt/ptx_machine.h"

namespace duelo {

/// A student's own kernel on the emulator: compiled by NVRTC, then run thread by thread
/// (simt/ptx_machine).
class OwnEmulation {
public:
    /// Runs the kernel once and returns all of its result.
    using Run = std::function<Result<std::vector<float>>(simt::ptx::Machine&)>;
    /// Returns true of a result that is right; the reason tells what is wrong with another.
    using Check = std::function<Result<bool>(std::span<const float>)>;

    /// Compiles the source's kernel, for the arguments of a template where it is one. Reasons:
    /// "nvrtc_missing", "simt_no_kernel", those of refusedText() and of readModule().
    [[nodiscard]] static Result<OwnEmulation> made(const OwnSource& source,
                                                   std::string_view template_arguments = {});

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const std::string& kernel() const { return m_kernel; }
    /// Returns the bytes of each of its parameters.
    [[nodiscard]] std::vector<unsigned> parameterBytes() const;
    /// A GPU with its text, the second time with the threads in the other order.
    [[nodiscard]] simt::ptx::Machine gpu(bool backwards, const std::stop_token& stop) const;
    /// Begins a kernel's part of the reply of Emulation: {kernel, text, warnings: [{line, text}],
    /// notes: [reason]}.
    [[nodiscard]] Json told() const;
    /// Twice, the second time with the threads in the other order. \returns what a kernel's part of
    /// the reply of Emulation is, and {printed, steps} and what told() says.
    [[nodiscard]] Json run(const Run& run, const Check& check, const std::string& result,
                           const std::stop_token& stop) const;

private:
    OwnEmulation(std::string name, std::string kernel, simt::ptx::Module module, Json warnings,
                 Json notes)
        : m_name(std::move(name)),
          m_kernel(std::move(kernel)),
          m_module(std::move(module)),
          m_warnings(std::move(warnings)),
          m_notes(std::move(notes)) {}

    std::string m_name, m_kernel;
    simt::ptx::Module m_module;
    Json m_warnings, m_notes;
};

/// An array of numbers on the emulated GPU, filled with `from` or with nothing.
[[nodiscard]] Result<std::uint64_t> ownArray(simt::ptx::Machine& gpu, const char* name,
                                             std::size_t count, std::span<const float> from = {});
/// Its numbers. Reason: "emulated_unwritten" {name, row, column} of `columns` in a row.
[[nodiscard]] Result<std::vector<float>> ownNumbers(simt::ptx::Machine& gpu, std::uint64_t array,
                                                    std::size_t columns, const std::string& name);

}  // namespace duelo
