// SPDX-License-Identifier: Apache-2.0
// Questions about the times of the class's PCs, and about how times grow.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "classroom/question_data.h"
#include "stats/sanity.h"

namespace duelo::class_questions {
namespace {

constexpr std::size_t kLetters = 7;  // PCs in a text

Json argsOf(const TimeFact& time) {
    return {{"where_text", time.where},
            {"pcs", time.marks.size()},
            {"way_name", time.way},
            {"time_text", time.median.text}};
}

std::vector<Shown> someTimes(const QuestionData& data, const TimeFact& time) {
    std::vector<Shown> some;
    for (const ClassMark* mark : time.marks)
        if (some.size() < kLetters)
            some.push_back(data.shownTime(mark->time->median_ms, time.unit));
    return some;
}
std::vector<double> valuesOf(const std::vector<Shown>& shown) {
    std::vector<double> out;
    for (const Shown& one : shown) out.push_back(one.value);
    return out;
}
Json listArgs(const QuestionData& data, const TimeFact& time, const std::vector<Shown>& some) {
    std::vector<std::string> lines;
    for (const Shown& one : some) lines.push_back(one.text);
    Json args = argsOf(time);
    args["list_text"] = data.lettered(lines);
    args["n"] = some.size();
    args["unit"] = time.unit.symbol;
    return args;
}
std::string inUnit(const QuestionData& data, double value, const TimeFact& time) {
    return data.shown(value).text + " " + time.unit.symbol;
}

void askPerSecond(Asking& asking) {
    for (const TimeFact& time : asking.data().times)
        asking.number(argsOf(time), 1000 * time.unit.per_ms / time.median.value);
}

void askClassMedian(Asking& asking) {
    for (const TimeFact& time : asking.data().times) {
        const auto some = someTimes(asking.data(), time);
        if (some.size() < 3) continue;
        asking.number(listArgs(asking.data(), time, some), boxOf(valuesOf(some))->median, 0.01);
    }
}

void askMedianOrMean(Asking& asking) {
    for (const TimeFact& time : asking.data().times) {
        const auto some = someTimes(asking.data(), time);
        if (some.size() < 3) continue;
        const auto values = valuesOf(some);
        const ClassBox box = *boxOf(values);
        const double mean =
            std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
        Json args = listArgs(asking.data(), time, some);
        args["mean_text"] = inUnit(asking.data(), mean, time);
        const auto told = [&](double value) { return inUnit(asking.data(), value, time); };
        asking.choice(args, told(box.median),
                      {told(mean), told((box.low + box.high) / 2), told(box.high), told(box.low)});
    }
}

void askSpread(Asking& asking) {
    for (const TimeFact& time : asking.data().times) {
        if (time.marks.size() < 2) continue;
        const auto ms = [](const ClassMark* mark) { return mark->time->median_ms; };
        const Shown low = asking.data().shownTime(ms(std::ranges::min(time.marks, {}, ms)),
                                                  time.unit),
                    high = asking.data().shownTime(ms(std::ranges::max(time.marks, {}, ms)),
                                                   time.unit);
        Json args = argsOf(time);
        args["low_text"] = low.text;
        args["high_text"] = high.text;
        asking.number(args, high.value / low.value);
    }
}

void askMiddleHalf(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const TimeFact& time : data.times) {
        const auto some = someTimes(data, time);
        if (some.size() < 4) continue;
        const ClassBox box = *boxOf(valuesOf(some));
        const auto between = [&](double low, double high) {
            return asking.words("between", {{"low_text", inUnit(data, low, time)},
                                            {"high_text", inUnit(data, high, time)}});
        };
        asking.choice(listArgs(data, time, some), between(box.q1, box.q3),
                      {between(box.low, box.high), between(box.low, box.median),
                       between(box.median, box.high)});
    }
}

void askIntervalMeans(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const TimeFact& time : data.times) {
        const auto with = std::ranges::find_if(
            time.marks, [](const ClassMark* mark) { return mark->time->ci95_ms.has_value(); });
        if (with == time.marks.end()) continue;
        const ClassTime& one = *(*with)->time;
        Json args = argsOf(time);
        args["time_text"] = data.shownTime(one.median_ms, time.unit).text;
        args["low_text"] = data.shown(time.unit.of(one.ci95_ms->low), 4).text;
        args["high_text"] = data.shown(time.unit.of(one.ci95_ms->high), 4).text;
        args["unit"] = time.unit.symbol;
        asking.choice(args, asking.words("means_median", args),
                      {asking.words("means_calls", args), asking.words("means_pcs", args),
                       asking.words("means_limits", args)});
    }
}

void askOverlap(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const TimeFact& time : data.times) {
        std::vector<Interval> ends;
        std::vector<std::string> lines;
        for (const ClassMark* mark : time.marks) {
            if (!mark->time->ci95_ms || ends.size() == 2) continue;
            const Shown low = data.shown(time.unit.of(mark->time->ci95_ms->low), 4),
                        high = data.shown(time.unit.of(mark->time->ci95_ms->high), 4);
            ends.push_back({low.value, high.value});
            lines.push_back(
                data.shownTime(mark->time->median_ms, time.unit).text +
                data.text("question.range", {{"low_text", low.text}, {"high_text", high.text}}));
        }
        if (ends.size() < 2) continue;
        Json args = argsOf(time);
        args["list_text"] = data.lettered(lines);
        asking.trueFalse(args, ends[0].high < ends[1].low || ends[1].high < ends[0].low);
    }
}

void askCaseMatch(Asking& asking) {
    for (const LineFact& line : asking.data().lines) {
        std::vector<std::pair<std::string, std::string>> pairs;
        for (const TimeFact* time : line.times)
            pairs.emplace_back(time->case_name, time->median.text);
        asking.matching({{"where_text", line.where},
                         {"pcs", line.times.front()->marks.size()},
                         {"way_name", line.way}},
                        pairs);
    }
}

/// The ways of one case, the fastest first.
std::vector<std::vector<const TimeFact*>> waysOf(const QuestionData& data) {
    std::map<std::size_t, std::vector<const TimeFact*>> byWork;
    std::vector<std::size_t> order;
    for (const TimeFact& time : data.times) {
        if (!byWork.contains(time.key.work)) order.push_back(time.key.work);
        byWork[time.key.work].push_back(&time);
    }
    std::vector<std::vector<const TimeFact*>> out;
    for (const std::size_t work : order) {
        auto& ways = byWork[work];
        if (ways.size() < 3) continue;
        std::ranges::stable_sort(ways, {}, [](const TimeFact* one) { return one->median.value; });
        out.push_back(ways);
    }
    return out;
}

void askWayMatch(Asking& asking) {
    for (const auto& ways : waysOf(asking.data())) {
        std::vector<std::pair<std::string, std::string>> pairs;
        for (const TimeFact* one : ways) pairs.emplace_back(one->way, one->median.text);
        asking.matching(argsOf(*ways.front()), pairs);
    }
}

void askFastestWay(Asking& asking) {
    for (const auto& ways : waysOf(asking.data())) {
        if (ways[0]->median.value > 0.98 * ways[1]->median.value) continue;
        std::vector<std::string> wrong;
        std::string list;
        std::vector<const TimeFact*> byName = ways;
        std::ranges::sort(byName, {}, [](const TimeFact* one) { return one->way; });
        for (const TimeFact* one : byName)
            list += (list.empty() ? "" : "\n") + one->way + ": " + one->median.text;
        for (std::size_t i = 1; i < ways.size(); ++i) wrong.push_back(ways[i]->way);
        Json args = argsOf(*ways.front());
        args["list_text"] = list;
        asking.choice(args, ways[0]->way, wrong);
    }
}

/// Returns the arguments of a question about two sizes of a line.
Json argsOf(const QuestionData& data, const LineFact& line, std::size_t a, std::size_t b) {
    return {{"where_text", line.where},
            {"pcs", std::min(line.times[a]->marks.size(), line.times[b]->marks.size())},
            {"way_name", line.way},
            {"axis_title", line.axis_title},
            {"from_name", line.times[a]->case_name},
            {"to_name", line.times[b]->case_name},
            {"from_time_text", line.times[a]->median.text},
            {"to_time_text", line.times[b]->median.text},
            {"step_text", data.shown(line.xs[b] / line.xs[a]).text}};
}

double growthOf(const LineFact& line, std::size_t a, std::size_t b) {
    return line.times[b]->median.value / line.times[a]->median.value;
}

void askGrowth(Asking& asking) {
    for (const LineFact& line : asking.data().lines) {
        const std::size_t last = line.xs.size() - 1;
        asking.number(argsOf(asking.data(), line, 0, last), growthOf(line, 0, last));
    }
}

void askLinear(Asking& asking) {
    for (const LineFact& line : asking.data().lines) {
        const std::size_t last = line.xs.size() - 1;
        const double slope =
            std::log(growthOf(line, 0, last)) / std::log(line.xs[last] / line.xs[0]);
        if (std::abs(slope - 1) > 0.15 && std::abs(slope - 1) < 0.3) continue;
        Json args = argsOf(asking.data(), line, 0, last);
        args["growth_text"] = asking.data().shown(growthOf(line, 0, last)).text;
        asking.trueFalse(args, std::abs(slope - 1) <= 0.15);
    }
}

/// Returns the power, 0 to 3, that the times grow with, within 0.3 as in the claim checker
/// (lab_report/claim.h).
std::optional<int> lawOf(const LineFact& line, double& slope) {
    constexpr double kTolerance = 0.3;
    std::vector<double> values;
    for (const TimeFact* time : line.times) values.push_back(time->median.value);
    const auto fit = fitGrowth(line.xs, values);
    if (!fit) return std::nullopt;
    slope = fit->slope;
    for (const int power : {0, 1, 2, 3})
        if (std::abs(fit->slope - power) <= kTolerance && (power == 0 || fit->isPower()))
            return power;
    return std::nullopt;
}

void askLaw(Asking& asking) {
    for (const LineFact& line : asking.data().lines) {
        double slope = 0;
        const auto law = lawOf(line, slope);
        if (!law) continue;
        std::string list;
        for (const TimeFact* time : line.times)
            list += (list.empty() ? "" : "\n") + time->case_name + ": " + time->median.text;
        Json args = argsOf(asking.data(), line, 0, line.xs.size() - 1);
        args["list_text"] = list;
        args["slope_text"] = asking.data().shown(slope, 2).text;
        std::vector<std::string> says;
        for (const char* power : {"constant", "linear", "quadratic", "cubic"})
            says.push_back(asking.data().text("claim.growth_" + std::string(power)));
        const std::string right = says[static_cast<std::size_t>(*law)];
        std::erase(says, right);
        asking.choice(args, right, says);
    }
}

void askNextSize(Asking& asking) {
    for (const LineFact& line : asking.data().lines) {
        double slope = 0;
        const auto law = lawOf(line, slope);
        if (!law || *law == 0) continue;
        const std::size_t last = line.xs.size() - 1;
        Json args = argsOf(asking.data(), line, 0, last);
        args["law_text"] =
            asking.data().text("claim.growth_" + std::string(*law == 1   ? "linear"
                                                             : *law == 2 ? "quadratic"
                                                                         : "cubic"));
        args["unit"] = line.times[last]->unit.symbol;
        asking.number(args, line.times[last]->median.value * std::pow(2.0, *law));
    }
}

}  // namespace

std::span<const QuestionKind> timeKinds() {
    static constexpr QuestionKind kKinds[] = {{"per_second", "time", askPerSecond},
                                              {"spread", "two_pcs", askSpread},
                                              {"class_median", "three_pcs", askClassMedian},
                                              {"median_or_mean", "three_pcs", askMedianOrMean},
                                              {"middle_half", "four_pcs", askMiddleHalf},
                                              {"interval_means", "interval", askIntervalMeans},
                                              {"overlap", "two_intervals", askOverlap},
                                              {"case_match", "three_cases", askCaseMatch},
                                              {"way_match", "three_ways", askWayMatch},
                                              {"fastest_way", "three_ways", askFastestWay}};
    return kKinds;
}

std::span<const QuestionKind> growthKinds() {
    static constexpr QuestionKind kKinds[] = {{"growth", "sizes", askGrowth},
                                              {"linear", "sizes", askLinear},
                                              {"law", "law", askLaw},
                                              {"next_size", "law", askNextSize}};
    return kKinds;
}

}  // namespace duelo::class_questions
