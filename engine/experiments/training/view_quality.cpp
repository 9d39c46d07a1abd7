// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_quality.h"

#include <algorithm>
#include <numeric>

namespace duelo {

double ClassQuality::recall() const {
    return static_cast<double>(right) / static_cast<double>(images);
}

std::optional<double> ClassQuality::precision() const {
    if (said == 0) return std::nullopt;
    return static_cast<double>(right) / static_cast<double>(said);
}

std::vector<ClassQuality> classQualities(const Trained& trained) {
    std::vector<ClassQuality> qualities;
    for (std::size_t i = 0; i < trained.confusion.size(); ++i) {
        const auto& row = trained.confusion[i];
        ClassQuality quality{.index = i, .right = row[i]};
        quality.images = std::accumulate(row.begin(), row.end(), std::int64_t{0});
        for (const auto& other : trained.confusion) quality.said += other[i];
        if (quality.images > 0) qualities.push_back(quality);
    }
    return qualities;
}

std::optional<double> largestShare(std::span<const std::int64_t> counts) {
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    if (all <= 0) return std::nullopt;
    return static_cast<double>(std::ranges::max(counts)) / static_cast<double>(all);
}

std::optional<double> largestShare(const Trained& trained) {
    std::vector<std::int64_t> counts;
    for (const ClassQuality& quality : classQualities(trained)) counts.push_back(quality.images);
    return largestShare(counts);
}

bool isNoBetterThanLargest(const Trained& trained) {
    const auto share = largestShare(trained);
    return share && trained.test_accuracy_ci95.low <= *share;
}

std::string largestText(const Trained& trained, const Text& text) {
    const auto share = largestShare(trained);
    if (!share) return {};
    return text(isNoBetterThanLargest(trained) ? "training.largest_explains" : "training.largest",
                {{"majority_percent", 100 * *share}});
}

std::vector<Metric> qualityMetrics(const ResultRecord& result) {
    const auto trained = trainedOf(result);
    const auto share = trained ? largestShare(*trained) : std::nullopt;
    if (!share) return {};
    const std::vector<ClassQuality> qualities = classQualities(*trained);
    double recalls = 0;
    for (const ClassQuality& quality : qualities) recalls += quality.recall();
    return {{.id = "majority_accuracy", .value = *share},
            {.id = "balanced_accuracy", .value = recalls / static_cast<double>(qualities.size())}};
}

}  // namespace duelo
