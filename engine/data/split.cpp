// SPDX-License-Identifier: Apache-2.0
#include "data/split.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "data/shuffle.h"

namespace duelo {
namespace {

constexpr double least_train_share = 0.1;

/// Returns how many samples a share is: at least one, and never so many that the other parts go
/// without.
std::size_t shareOf(std::size_t count, double share, std::size_t most) {
    const auto wanted = static_cast<std::size_t>(std::llround(static_cast<double>(count) * share));
    return std::clamp<std::size_t>(wanted, 1, most);
}

std::vector<std::vector<std::size_t>> byClass(const LabelledSet& samples,
                                              std::span<const std::size_t> indices) {
    std::vector<std::vector<std::size_t>> classes(samples.classNames().size());
    for (const std::size_t index : indices)
        classes[static_cast<std::size_t>(samples.label(index))].push_back(index);
    return classes;
}

}  // namespace

std::vector<std::size_t> classCounts(const LabelledSet& samples,
                                     std::span<const std::size_t> indices) {
    std::vector<std::size_t> counts(samples.classNames().size());
    for (const std::size_t index : indices)
        ++counts[static_cast<std::size_t>(samples.label(index))];
    return counts;
}

Result<Split> splitStratified(const LabelledSet& samples, const Split& given, SplitShares shares,
                              std::uint64_t seed) {
    const bool test_given = !given.test.empty(), validation_given = !given.validation.empty();
    if (test_given && validation_given) return given;
    const double test_share = test_given ? 0 : shares.test;
    const double validation_share = validation_given ? 0 : shares.validation;
    // Written so that a NaN is refused as well.
    const bool valid = (validation_given || shares.validation > 0) &&
                       (test_given || shares.test > 0) &&
                       validation_share + test_share <= 1 - least_train_share;
    if (!valid) {
        return fail("split_shares_invalid", {{"validation_percent", 100 * validation_share},
                                             {"test_percent", 100 * test_share}});
    }
    const auto& names = samples.classNames();
    if (names.size() < 2) return fail("data_too_few_classes", {{"classes", names.size()}});

    const std::size_t parts = test_given || validation_given ? 2 : 3;
    std::mt19937_64 random(seed);
    Split split;
    split.test = given.test;
    split.validation = given.validation;
    auto classes = byClass(samples, given.train);
    for (std::size_t c = 0; c < classes.size(); ++c) {
        auto& indices = classes[c];
        if (indices.empty()) return fail("data_class_empty", {{"class", names[c]}});
        if (indices.size() < parts) {
            return fail("data_class_too_small",
                        {{"class", names[c]}, {"images", indices.size()}, {"needed", parts}});
        }
        shuffle(indices, random);
        const std::size_t test =
            test_given ? 0 : shareOf(indices.size(), test_share, indices.size() - (parts - 1));
        const std::size_t validation =
            validation_given ? 0
                             : shareOf(indices.size(), validation_share, indices.size() - test - 1);
        const auto first = indices.begin();
        const auto middle = first + static_cast<std::ptrdiff_t>(test);
        const auto last = middle + static_cast<std::ptrdiff_t>(validation);
        split.test.insert(split.test.end(), first, middle);
        split.validation.insert(split.validation.end(), middle, last);
        split.train.insert(split.train.end(), last, indices.end());
    }
    for (auto* part : {&split.train, &split.validation, &split.test})
        std::sort(part->begin(), part->end());
    return split;
}

std::vector<std::size_t> shareOfPart(const LabelledSet& samples, std::span<const std::size_t> part,
                                     double share, std::uint64_t seed) {
    // Of no epoch: the parts themselves were drawn with the seed alone.
    std::mt19937_64 random = epochRandom(seed, std::numeric_limits<std::uint64_t>::max());
    std::vector<std::size_t> drawn;
    for (auto& indices : byClass(samples, {part.begin(), part.end()})) {
        shuffle(indices, random);
        const double count = std::ceil(share * static_cast<double>(indices.size()));
        indices.resize(std::min(indices.size(), static_cast<std::size_t>(count)));
        drawn.insert(drawn.end(), indices.begin(), indices.end());
    }
    std::ranges::sort(drawn);
    return drawn;
}

}  // namespace duelo
