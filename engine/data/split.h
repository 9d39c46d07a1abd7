// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "data/labelled_set.h"

namespace duelo {

/// Shares of the samples that are split; the rest trains.
struct SplitShares {
    double validation = 0.15;
    double test = 0.15;

    bool operator==(const SplitShares&) const = default;
};

/// Makes the parts that the source did not give: train is divided into train, validation and test,
/// or, where the source has one of the last two, into train and the other; parts that are all given
/// stay as they are. Every class keeps its
/// share in every part, rounded, and at least one sample of each class is in each part, because
/// data are always split in three and nothing is tuned on the test set (S2-68): there is no way to
/// ask for two parts. Equal seeds give equal parts on every platform. Each part is in ascending
/// order; the samples of one class are drawn at random, never the first n (S2-M26).
///
/// Errors: split_shares_invalid {validation_percent, test_percent} unless those that are needed are
/// above 0 and leave at least 10 %; data_too_few_classes {classes}; data_class_empty {class};
/// data_class_too_small {class, images, needed}.
Result<Split> splitStratified(const LabelledSet& samples, const Split& given, SplitShares shares,
                              std::uint64_t seed);

/// Draws the samples of a part that are learnt from: `share`, in (0, 1], of each class, rounded up,
/// at random. Returns their indices in ascending order. With the same seed a smaller share lies
/// within a larger one.
[[nodiscard]] std::vector<std::size_t> shareOfPart(const LabelledSet& samples,
                                                   std::span<const std::size_t> part, double share,
                                                   std::uint64_t seed);

/// Samples of each class among the indices, in the order of the set's class names: the real counts
/// to print before training (S2-44, S2-M29).
[[nodiscard]] std::vector<std::size_t> classCounts(const LabelledSet& samples,
                                                   std::span<const std::size_t> indices);

}  // namespace duelo
