// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace duelo {

/// Pictures that stand under two classes or more: whatever a network says of them, it is wrong of
/// one (Y-24).
struct TwoClasses {
    struct Pair {
        std::size_t first = 0, second = 0;  ///< samples of different classes
    };
    std::size_t pictures = 0;  ///< different ones
    std::size_t samples = 0;   ///< that show one of them
    std::vector<Pair>
        examples;  ///< one of each of the first pictures, at most max_two_class_examples
};

inline constexpr std::size_t max_two_class_examples = 3;

/// Finds equal pictures with different labels. `digests` and `labels` are parallel; a digest of 0
/// takes no part. Two pictures are equal where their digests are: of their pixels as they are kept
/// in memory, so that a copy in another format or with other metadata counts and a near copy does
/// not. Takes one look-up for each sample.
[[nodiscard]] TwoClasses findTwoClasses(std::span<const std::uint64_t> digests,
                                        std::span<const int> labels);

}  // namespace duelo
