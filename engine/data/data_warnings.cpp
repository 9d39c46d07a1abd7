// SPDX-License-Identifier: Apache-2.0
#include "data/data_warnings.h"

#include <cmath>

namespace duelo {
namespace {

constexpr double z95 = 1.959963984540054;

void warnTiny(const char* code, std::size_t images, std::vector<Reason>& warnings) {
    const auto nine_of_ten =
        static_cast<std::size_t>(std::llround(0.9 * static_cast<double>(images)));
    if (images == 0 || proportionInterval(nine_of_ten, images).width() <= tiny_part_width) return;
    const Interval best = proportionInterval(images, images);
    warnings.push_back({code, {{"images", images}, {"low_percent", 100 * best.low}}});
}

void warnLeak(const LeakCount& count, std::vector<Reason>& warnings) {
    if (count.total() == 0) return;
    const char* code = count.part == Part::Validation ? "data_leak_validation"
                       : count.in == Part::Train      ? "data_leak_test"
                                                      : "data_leak_between";
    warnings.push_back({code,
                        {{"copies", count.total()},
                         {"images", count.of},
                         {"same_files", count.bytes},
                         {"same_pixels", count.pixels},
                         {"near_copies", count.near_copies}}});
}

}  // namespace

Interval proportionInterval(std::size_t right, std::size_t of) {
    if (of == 0) return {0, 1};
    const auto n = static_cast<double>(of);
    const double share = static_cast<double>(right) / n;
    const double z2 = z95 * z95;
    const double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
    const double half = z95 / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    // At the ends one bound is exact; rounding must not push it past them.
    return {right == 0 ? 0 : centre - half, right == of ? 1 : centre + half};
}

std::vector<Reason> dataWarnings(const LabelledSet& samples, const Split& split, std::size_t batch,
                                 std::size_t outputs, const LeakReport& leaks) {
    std::vector<Reason> warnings;
    for (const LeakCount& count : leaks.counts) warnLeak(count, warnings);
    warnTiny("data_validation_tiny", split.validation.size(), warnings);
    warnTiny("data_test_tiny", split.test.size(), warnings);
    if (batch >= split.train.size()) {
        warnings.push_back(
            {"batch_exceeds_set", {{"batch", batch}, {"images", split.train.size()}}});
    }
    const std::size_t classes = samples.classNames().size();
    if (outputs != classes)
        warnings.push_back({"outputs_differ", {{"outputs", outputs}, {"classes", classes}}});
    return warnings;
}

}  // namespace duelo
