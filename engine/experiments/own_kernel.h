// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/spec.h"
#include "resources/kernels/shapes.h"

namespace duelo {

/// The word of the axis "kernel" for a student's own.
inline constexpr std::string_view kOwnKernel = "own";

/// A kernel for a GPU that a student has made out of one of Duelo's: it keeps the name of that one
/// and what it is called with, so its text says by itself what it stands for. A line of it may say
/// that a block has other threads or covers another part of the result:
///
///     // launch: block 16x16, tile 16x16
///
/// the block in threads along x and y, the tile in rows and columns.
struct OwnKernel {
    std::string name{};  ///< of the attachment
    std::string text{};
    kernels::KernelShape shape{};  ///< of the one that it is made of, with its own block and tile
};

/// Texts of such kernels, of which each is a variant. They count where the kernel is "own".
[[nodiscard]] Axis sourceAxis();

/// Returns the launch shape of that text. Reasons: "own_kernel_unknown" {name, accepted} where it
/// has none of these kernels as `extern "C" __global__`, "own_kernel_no_extern" {name, kernel}
/// where only that is missing, "own_kernel_launch" {name, line} of a line that is no such launch,
/// or of one with more than 1024 threads or none.
[[nodiscard]] Result<kernels::KernelShape> ownShape(const std::string& name, std::string_view text,
                                                    std::span<const kernels::KernelShape> shapes);
/// Checks that the kernel takes the arguments that Duelo passes to the kernel that it stands for;
/// names and `const` may differ. Reason: "own_kernel_parameters" {name, kernel, expected, found}.
[[nodiscard]] Result<void> checkParameters(const std::string& name, std::string_view text,
                                           const kernels::KernelShape& shape);
/// Returns the kernel of a cell whose kernel is "own". Reasons: those of ownShape(), and
/// "attachment_missing" {field, name}.
[[nodiscard]] Result<OwnKernel> ownKernelOf(const Cell& cell,
                                            std::span<const kernels::KernelShape> shapes);
/// The name of its text; empty where the kernel of the cell is another.
[[nodiscard]] std::string ownKernelName(const Cell& cell);
/// Returns a GPU's failure as a reason about the kernel of that name, for its author:
/// "cuda_illegal_address" as "own_kernel_illegal_address" {name, number, error}; other reasons
/// stay.
[[nodiscard]] Reason saidOfOwnKernel(const std::string& name, Reason failure);

/// Returns the problems of a plan's texts: "own_kernel_missing" where a variant has an own kernel
/// and no text for it, and what ownShape() says of each text.
[[nodiscard]] std::vector<Problem> problemsOfSources(const Plan& plan,
                                                     std::span<const kernels::KernelShape> shapes);

}  // namespace duelo
