// SPDX-License-Identifier: Apache-2.0
#include "data/data_warnings.h"

#include <cmath>
#include <cstdint>

namespace duelo {
namespace {

void warnTiny(const char* code, std::size_t images, std::vector<Reason>& warnings) {
    const auto count = static_cast<std::int64_t>(images);
    const double nine_of_ten = std::round(0.9 * static_cast<double>(images));
    const double share = nine_of_ten / static_cast<double>(images);
    if (images == 0 || wilsonInterval(share, count).width() <= tiny_part_width) return;
    const Interval best = wilsonInterval(1, count);
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
