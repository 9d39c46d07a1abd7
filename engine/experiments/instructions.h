// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

/// The kinds of vector instructions that a kernel's text is compiled for, one source each; a wider
/// one comes with those before it.
namespace duelo {

enum class Instructions { Base, Avx2, Avx512 };

/// Returns the widest that this build has and this processor knows.
[[nodiscard]] Instructions widestInstructions();

/// Kernels by the instructions that their text was compiled for, the widest last.
template <typename Kernels>
using ByInstructions = std::vector<std::pair<Instructions, Kernels>>;

/// Returns those that this processor can run, in their order.
template <typename Kernels>
[[nodiscard]] std::vector<Kernels> usableOf(const ByInstructions<Kernels>& built) {
    std::vector<Kernels> usable;
    for (const auto& [needs, kernels] : built)
        if (needs <= widestInstructions()) usable.push_back(kernels);
    return usable;
}

}  // namespace duelo
