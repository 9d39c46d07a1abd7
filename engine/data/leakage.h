// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

#include "data/duplicates.h"
#include "data/labelled_set.h"

namespace duelo {

/// Why two samples count as the same picture, the strongest first.
enum class CopyKind {
    Bytes,   ///< the files are equal byte for byte
    Pixels,  ///< the decoded pictures are equal: another format or other metadata
    Near     ///< nearly: saved again, slightly brighter or scaled
};

/// Samples of `part` of which `in` has a copy too; each counts once, as its strongest kind.
struct LeakCount {
    Part part = Part::Test;
    Part in = Part::Train;
    std::size_t bytes = 0;
    std::size_t pixels = 0;
    std::size_t near_copies = 0;
    std::size_t of = 0;  ///< samples of `part`

    [[nodiscard]] std::size_t total() const { return bytes + pixels + near_copies; }
};

struct LeakExample {
    std::size_t sample = 0;
    std::size_t copy = 0;
    CopyKind kind = CopyKind::Bytes;
};

struct LeakReport {
    /// Validation in train, test in train, test in validation.
    std::array<LeakCount, 3> counts;
    std::vector<LeakExample> examples;  ///< the first ones, at most max_leak_examples
    TwoClasses two_classes;             ///< of all parts together

    [[nodiscard]] bool any() const;
};

inline constexpr std::size_t max_leak_examples = 20;

/// 64 comparisons of neighbours in a 9 x 8 grey miniature of the sample, row by row: bit 63 tells
/// whether the first cell is darker than the second, by more than 2 of 255 levels. Unchanged by
/// brightness.
[[nodiscard]] std::uint64_t differenceHash(const LabelledSet& samples, std::size_t index);

/// Correlation of the values from which a hash that says "near" is believed. Of the 12.5 million
/// pairs of the built-in digits, all different, the most alike has 0.981.
///
/// Copies that it finds, measured on the built-in sets saved again: all as JPEG of quality 95 or 10
/// levels brighter; at quality 75, 99 % of the digits and 68 % of the textures; of pictures halved
/// and enlarged again, 4 % at most. So no finding is no proof that there is no copy.
inline constexpr double near_correlation = 0.985;

/// Looks for pictures that stand in two parts, which makes the test say what was learnt by heart
/// (S2-M01), and for those that stand under two classes. Equal files and pictures are found by
/// their digests, near copies by their hashes (see near_hashes.h): the time grows with the samples,
/// not with the pairs of them. Nothing when `stop` was asked for.
[[nodiscard]] std::optional<LeakReport> findLeaks(const LabelledSet& samples, const Split& split,
                                                  const std::stop_token& stop = {});

}  // namespace duelo
