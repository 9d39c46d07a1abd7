// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/text.h"
#include "experiments/training/output.h"

/// Results of a confusion matrix beside the accuracy (Y-24): how well each class was recognised,
/// and the score of an answer that never looks at the image.
namespace duelo {

/// One class of the test part.
struct ClassQuality {
    std::size_t index = 0;    ///< in Trained::classes
    std::int64_t images = 0;  ///< that are of this class; at least one
    std::int64_t said = 0;    ///< images of any class that the network took for it
    std::int64_t right = 0;   ///< images that are in both counts

    [[nodiscard]] double recall() const;
    [[nodiscard]] std::optional<double> precision() const;  ///< nothing where it was never said
};

/// Returns the classes that have test images, in the order of Trained::classes.
[[nodiscard]] std::vector<ClassQuality> classQualities(const Trained& trained);

/// Returns the share of the largest class: the accuracy of always saying that one. Nothing where
/// there are no samples.
[[nodiscard]] std::optional<double> largestShare(std::span<const std::int64_t> counts);
/// Returns the same of the test part.
[[nodiscard]] std::optional<double> largestShare(const Trained& trained);

/// Tells whether always saying the largest class lies within the interval of the test accuracy, or
/// above it.
[[nodiscard]] bool isNoBetterThanLargest(const Trained& trained);

/// Says what always saying the largest class scores, and where that explains the accuracy, that it
/// does; empty where nobody knows.
[[nodiscard]] std::string largestText(const Trained& trained, const Text& text);

/// View::metrics: "majority_accuracy" (largestShare()) and "balanced_accuracy", the mean of the
/// recalls. Without a confusion matrix there are none.
[[nodiscard]] std::vector<Metric> qualityMetrics(const ResultRecord& result);

}  // namespace duelo
