// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "base/result.h"
#include "resources/kernels/shapes.h"

namespace duelo {

/// The emulations of a text that compiles: one of these kernels, once with each of these args of
/// the question "emulate" (experiments/emulation.h). Together they try what goes wrong most.
struct EmulatedCheck {
    std::span<const kernels::KernelShape> kernels;
    Json::array_t sizes;
};

/// The question "compile": what the compiler says of a student's text, which is not run; a GPU is
/// not needed for it. Args {name, text, architecture (absent: the oldest)}; reply {architecture,
/// compiled, remarks: [{line, error, text, reason: of refusedText(), where that says more}]} and,
/// where it compiles, {opencl: {text} in OpenCL C, or {reason} of openClText(), kernel, check: the
/// args of the question "emulate" that would check it} and how Duelo would launch it: {block: [x,
/// y], tile: [rows, columns]}; of a text that says so itself, neither of these. Reasons:
/// "nvrtc_missing", "attachment_not_text" {name}, "attachments_too_large" {max_bytes}, and those of
/// ownSource().
[[nodiscard]] Result<Json> compileAnswer(const Json& args,
                                         std::span<const kernels::KernelShape> shapes,
                                         EmulatedCheck check);

}  // namespace duelo
