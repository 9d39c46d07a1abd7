// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace duelo {

/// The processors that this process may use, which can be fewer than the machine has. Everything
/// that chooses a number of threads asks for them here.
struct UsableProcessors {
    int logical = 1;  ///< where its threads may run: by affinity, in which a cpuset shows
    std::optional<double> quota{};  ///< ContainerLimits::processors, where that is less
    std::optional<int> threads{};   ///< OMP_THREAD_LIMIT, where that is less

    /// Returns how many threads there is room for, at least 1.
    [[nodiscard]] int count() const;
    bool operator==(const UsableProcessors&) const = default;
};

/// Returns them as they were at the first call, which comes before any thread is bound to a core.
[[nodiscard]] const UsableProcessors& usableProcessors();

/// Reads them anew, and the quota from below `root` (readContainerLimits()).
[[nodiscard]] UsableProcessors readUsableProcessors(const std::filesystem::path& root = "/");

}  // namespace duelo
