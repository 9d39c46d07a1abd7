// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace duelo {

/// Tells what the system grants this process at most, together with others in its container: a
/// cgroup of Linux and all that it lies in, or a job object of Windows. Absent: no limit, or none
/// that shows.
struct ContainerLimits {
    std::optional<double> processors{};  ///< time per time: 1.5 are one and a half processors
    std::optional<std::int64_t> memory_bytes{};
    std::optional<std::int64_t> free_memory_bytes{};  ///< what is left of that
};

/// Reads the limits as they are now. `root`: where /proc and /sys lie, of which tests give a folder
/// of their own; Windows ignores it.
[[nodiscard]] ContainerLimits readContainerLimits(const std::filesystem::path& root = "/");

}  // namespace duelo
