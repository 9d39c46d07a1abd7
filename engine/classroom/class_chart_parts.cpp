// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_chart_parts.h"

#include <algorithm>

#include "report/labels.h"

namespace duelo::class_chart {

std::vector<std::size_t> seatsWith(const Classroom& classroom, std::span<const std::size_t> cases,
                                   const ClassFilter& filter) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < classroom.seats().size(); ++i) {
        const ClassSeat& seat = classroom.seats()[i];
        const auto has = [&](std::size_t number) { return filter.looksAt(seat, number); };
        if (std::ranges::any_of(cases, has)) found.push_back(i);
    }
    return found;
}

double asideOf(std::size_t rank, std::size_t count) {
    if (count < 2) return 0;
    return kSpread * (2 * static_cast<double>(rank) / static_cast<double>(count - 1) - 1);
}

std::string timeText(const ClassTime& time, const TimeUnit& unit, NumberStyle numbers) {
    return timeWithEnds({.median = time.median_ms, .ci95 = time.ci95_ms}, unit, numbers);
}

std::string ratioText(const RatioEstimate& ratio, NumberStyle numbers) {
    const auto write = [&](double value) {
        return formatFixed(value, decimalsFor(ratio.ratio, ratio.ci95), numbers);
    };
    const std::string value = "× " + write(ratio.ratio);
    return ratio.ci95 ? value + " [" + write(ratio.ci95->low) + "; " + write(ratio.ci95->high) + "]"
                      : value;
}

std::string doubtsOf(const std::vector<std::string>& flags, const Text& text) {
    std::vector<std::string> words;
    for (const std::string& flag : flags) words.push_back(text.word("flag", flag));
    return commaJoined(words);
}

std::vector<std::size_t> chartWith(const Classroom& classroom, std::size_t number) {
    for (std::vector<std::size_t>& chart : classroom.charts())
        if (std::ranges::find(chart, number) != chart.end()) return std::move(chart);
    return {number};
}

std::string caseName(const Classroom& classroom, std::size_t number, const FindSpec& find,
                     const Text& text) {
    const std::vector<std::size_t> chart = chartWith(classroom, number);
    return chartNames(classroom, chart, find, text)
        .cases[static_cast<std::size_t>(std::ranges::find(chart, number) - chart.begin())];
}

std::string described(const std::string& title, std::size_t marks, const Text& text) {
    return text("class_chart.description", {{"title_text", title}, {"n", marks}});
}

}  // namespace duelo::class_chart
