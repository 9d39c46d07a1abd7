// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/host_values.h"
#include "resources/kernels/shapes.h"

namespace duelo {

/// A student's text and which of its kernels is looked at.
struct OwnSource {
    std::string name{};
    std::unique_ptr<CudaFile> file{};
    const CudaFunction* kernel = nullptr;  ///< in `file`
    SetValues set{};
    /// The way in which Duelo itself launches it, where the text does not say.
    std::optional<kernels::KernelShape> shape{};
    std::vector<Reason> notes{};
};

/// Reads the args of "emulate" or "compile": source {name, text}, kernel (a name; absent: the one
/// that is launched first, else one of `shapes`, else the first), set {name: number}; `n`: what the
/// numbers are that the kernel is launched with for its size. Reasons: those of whyNotAttached(),
/// ownShape() and checkParameters(), "own_kernel_named" {name, wanted, accepted},
/// "own_set_unknown" {name, word}, "own_size_unnamed" {name}.
[[nodiscard]] Result<OwnSource> ownSource(const Json& args,
                                          std::span<const kernels::KernelShape> shapes,
                                          std::optional<double> n = {});

}  // namespace duelo
