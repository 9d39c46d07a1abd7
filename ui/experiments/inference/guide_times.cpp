// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/inference/guide_times.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "plan/spec.h"
#include "report/scaling.h"
#include "stats/validity.h"
#include "ui/experiments/guide.h"

namespace duelo::ui {

namespace {

constexpr const char* kThreadsAxis = "threads";

/// One block with one value of each axis: the least of numbers, the first of words.
void keepLeast(std::vector<Block>& blocks) {
    blocks.resize(1);
    for (auto& [axis, values] : blocks.front()) {
        if (values.empty()) continue;
        const bool counts = std::ranges::all_of(values, &Json::is_number);
        values = {counts ? *std::ranges::min_element(values) : values.front()};
    }
}

}  // namespace

std::string timeDoubt(const ReportCell& cell, const Text& text) {
    const auto flags = doubtfulOf(cell.result.flags);
    if (flags.empty()) return {};
    return " (" + text("results.bar_doubtful", {{"flag", flags.front()}}) + ')';
}

std::string threadsTold(const Comparison& comparison, const Labels& labels, const Text& text) {
    for (const ScalingSeries& series : scalingOf(labels, comparison)) {
        if (series.axis != kThreadsAxis || series.file != comparison.sources.front().file) continue;
        const Row& row = comparison.rows[series.row];
        std::string times;
        for (const ScalingStep& step : series.steps) {
            const ReportCell& cell = row.cells[step.column];
            times += (times.empty() ? "" : "; ") +
                     text("told.threads_time",
                          {{"workers_text", workersText(series.axis, step.workers, text)},
                           {"time", labels.timeText(*cell.result.summary)},
                           {"doubt_text", timeDoubt(cell, text)}});
        }
        return text("told.threads", {{"case_text", labels.caseName(row)}, {"times_text", times}});
    }
    return {};
}

std::optional<Plan> threadsPlanOf(const GuideSources& sources) {
    if (!sources.probe) return std::nullopt;
    const std::vector<int> numbers = workerNumbers(coreCounts(sources.probe->machine.cpu));
    Plan plan = onlyOn(sources.plan, Device::Cpu);
    if (numbers.size() < 2 || plan.cases.empty() || plan.variants.empty()) return std::nullopt;
    keepLeast(plan.cases);
    keepLeast(plan.variants);
    plan.variants.front()[kThreadsAxis] = {numbers.begin(), numbers.end()};
    plan.base = {{kThreadsAxis, 1}};
    plan.preset = Preset::Quick;
    return plan;
}

}  // namespace duelo::ui
