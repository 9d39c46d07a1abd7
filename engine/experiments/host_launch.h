// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/host_values.h"
#include "experiments/own_launch.h"

namespace duelo {

/// The launch "name<16><<<grid, block, bytes>>>(a, b)" as it stands in a text.
struct HostLaunch {
    std::size_t place = 0;  ///< of "<<<"
    std::vector<HostValues::Tokens> sizes{}, arguments{};
    std::string template_arguments{};  ///< "<16>"
};

/// Returns the first launch of a kernel.
[[nodiscard]] std::optional<HostLaunch> launchOf(const CudaFile& file, const CudaFunction& kernel);
/// Returns the kernel that is launched first; null where none is.
[[nodiscard]] const CudaFunction* firstLaunched(const CudaFile& file);

/// Returns the arguments of the first launch of a kernel; none where none is there.
[[nodiscard]] std::vector<HostValues::Tokens> launchArguments(const CudaFile& file,
                                                              const CudaFunction& kernel);

/// Returns the second argument of "cudaMalloc(&name, bytes)" or its like.
[[nodiscard]] std::optional<HostValues::Tokens> allocatedBytes(const CudaFile& file,
                                                               std::string_view name);
/// Returns what is in an array before the launch: what the program copies there, 0 where it sets
/// that, and something where an earlier kernel is given it, or the program itself writes to it.
[[nodiscard]] LaunchBuffer::Fill hostFill(const HostValues& values, std::string_view name,
                                          std::size_t launch);

}  // namespace duelo
