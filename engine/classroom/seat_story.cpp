// SPDX-License-Identifier: Apache-2.0
// What is told of one PC.
#include <algorithm>

#include "classroom/class_chart_parts.h"
#include "report/labels.h"

namespace duelo {

using namespace class_chart;

SeatStory seatStory(const Classroom& classroom, const ClassSeat& seat, ClassKey key,
                    const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    const SeriesNames names = seriesNames(classroom, chartWith(classroom, key.work), find, text);
    const auto nameOf = [&](std::size_t variant) {
        const auto found = names.series.find(variant);
        return found == names.series.end() ? std::string() : found->second;
    };
    SeatStory story{.title = seatName(seat, options) + " · " +
                             caseName(classroom, key.work, find, text) + " · " +
                             nameOf(key.variant)};
    if (!seat.has(key.work)) return story;
    const auto add = [&](const char* name, const Json& args) {
        story.lines.push_back(text(name, args));
    };
    if (const auto mark = seat.marks.find(key); mark != seat.marks.end()) {
        const ClassTime& time = *mark->second.time;
        const TimeUnit unit = unitAround(classroom, key.work, find, options.filter);
        add("class_chart.time", {{"time_text", timeText(time, unit, text.numbers())}});
        const auto box = boxOf(classroom.times(key, options.filter));
        if (box && box->count > 1 && box->median > 0) {
            const double factor = time.median_ms / box->median;
            add(time.doubts.empty() ? "class_chart.against" : "class_chart.class_median",
                {{"factor_text", formatFixed(factor, decimalsFor(factor), text.numbers())},
                 {"median_text", duelo::timeText(box->median, std::nullopt, unit, text.numbers())},
                 {"n", box->count}});
        }
        if (const auto equal = equalProcessors(classroom, seat, key); equal && equal->isFar())
            story.lines.push_back(farText(*equal, unit, text));
        if (!time.doubts.empty())
            add("class_chart.doubts", {{"doubts_text", doubtsOf(time.doubts, text)}});
        if (!mark->second.repeats.empty())
            add("class_chart.repeats", {{"n", mark->second.repeats.size()}});
    } else if (const auto gap = seat.gaps.find(key); gap != seat.gaps.end()) {
        story.lines.push_back(text.reason(gap->second));
    }
    for (const auto& [of, mark] : seat.ratios) {
        const auto& [work, pair] = of;
        if (work != key.work || (pair.base != key.variant && pair.other != key.variant)) continue;
        const std::string name = nameOf(pair.base) + " / " + nameOf(pair.other);
        if (mark.ratio->estimate)
            add("class_chart.ratio",
                {{"pair_text", name},
                 {"ratio_text", ratioText(*mark.ratio->estimate, text.numbers())},
                 {"verdict", verdictName(mark.ratio->estimate->verdict)}});
        else
            story.lines.push_back(name + ": " + text.reason(*mark.ratio->why));
    }
    return story;
}

}  // namespace duelo
