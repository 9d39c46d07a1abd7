// SPDX-License-Identifier: Apache-2.0
#include "data/data_warnings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/text.h"
#include "data/split.h"

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

/// "a/1.png = b/7.png", as people read them.
std::string pairText(const LabelledSet& samples, std::size_t a, std::size_t b) {
    return visibleText(samples.source(a)) + " = " + visibleText(samples.source(b));
}

void nameLeaks(const LabelledSet& samples, const LeakReport& leaks, std::vector<Reason>& warnings) {
    constexpr std::size_t named = 3;
    Json list = Json::array();
    for (std::size_t i = 0; i < leaks.examples.size() && i < named; ++i)
        list.push_back(pairText(samples, leaks.examples[i].sample, leaks.examples[i].copy));
    if (!list.empty()) warnings.push_back({"data_leak_examples", {{"list", std::move(list)}}});
}

void warnTwoClasses(const LabelledSet& samples, const TwoClasses& found,
                    std::vector<Reason>& warnings) {
    if (found.pictures == 0) return;
    Json list = Json::array();
    for (const auto& [first, second] : found.examples)
        list.push_back(pairText(samples, first, second));
    warnings.push_back(
        {"data_two_classes",
         {{"pictures", found.pictures}, {"images", found.samples}, {"list", std::move(list)}}});
}

void warnUnbalanced(const LabelledSet& samples, const std::vector<std::size_t>& part,
                    std::vector<Reason>& warnings) {
    const std::vector<std::size_t> counts = classCounts(samples, part);
    if (counts.empty() || part.empty()) return;
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    const auto largest = static_cast<double>(*most);
    const double factor = largest / static_cast<double>(std::max<std::size_t>(1, *least));
    if (factor < unbalanced_factor) return;
    const auto nameOf = [&](auto at) {
        return visibleText(samples.classNames()[static_cast<std::size_t>(at - counts.begin())]);
    };
    warnings.push_back({"data_unbalanced",
                        {{"class", nameOf(most)},
                         {"share_percent", 100 * largest / static_cast<double>(part.size())},
                         {"other", nameOf(least)},
                         {"factor", factor}}});
}

}  // namespace

std::vector<Reason> dataWarnings(const LabelledSet& samples, const Split& split, std::size_t batch,
                                 std::size_t outputs, const LeakReport& leaks, bool shipped) {
    std::vector<Reason> warnings;
    for (const LeakCount& count : leaks.counts) warnLeak(count, warnings);
    nameLeaks(samples, leaks, warnings);
    warnTwoClasses(samples, leaks.two_classes, warnings);
    warnUnbalanced(samples, split.train, warnings);
    if (shipped) {
        warnTiny("data_shipped_tiny", std::min(split.validation.size(), split.test.size()),
                 warnings);
    } else {
        warnTiny("data_validation_tiny", split.validation.size(), warnings);
        warnTiny("data_test_tiny", split.test.size(), warnings);
    }
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
