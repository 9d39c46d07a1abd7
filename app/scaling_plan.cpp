// SPDX-License-Identifier: Apache-2.0
#include "scaling_plan.h"

#include <algorithm>
#include <string>
#include <utility>

#include "experiments/specs.h"
#include "report/scaling.h"

namespace duelo {

namespace {

std::vector<std::string> commandsThatScale() {
    std::vector<std::string> commands;
    for (const Spec& spec : specs())
        if (workersAxis(spec)) commands.push_back(spec.command);
    return commands;
}

/// Those of this machine in the place of "auto", and one worker before them.
std::vector<std::string> withOne(const std::vector<std::string>& typed, const CpuSheet& cpu) {
    std::vector<std::string> numbers;
    const auto add = [&](const std::string& number) {
        if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
    };
    add("1");
    for (const std::string& text : typed.empty() ? std::vector<std::string>{kAllWorkers} : typed) {
        if (text != kAllWorkers) {
            add(text);
            continue;
        }
        for (const int number : workerNumbers(coreCounts(cpu))) add(std::to_string(number));
    }
    return numbers;
}

/// What the axis depends on, where nothing else was typed.
void keepWhatApplies(const Axis& axis, AxisOptions& options) {
    for (const When& when : axis.when) {
        const Axis* other = options.spec->find(when.axis);
        std::vector<std::string>& typed = options.words[when.axis];
        if (!other || other->kind != AxisKind::Word || !typed.empty()) continue;
        for (const Json& value : when.in) typed.push_back(value.get<std::string>());
    }
}

}  // namespace

const Axis* workersAxis(const Spec& spec) {
    const auto found = std::ranges::find_if(
        spec.axes, [&](const Axis& axis) { return countsWorkers(spec, axis); });
    return found == spec.axes.end() ? nullptr : &*found;
}

Result<Plan> scalingPlan(AxisOptions options, const CpuSheet& cpu, const Facts& facts,
                         std::vector<Reason>& skipped) {
    const Axis* axis = workersAxis(*options.spec);
    if (!axis)
        return fail("scaling_without_axis",
                    {{"experiment", options.spec->id}, {"accepted", commandsThatScale()}});
    std::vector<std::string>& typed = options.words[axis->id];
    // Elsewhere 0 is one for each core; here it would hide which number that is.
    if (std::ranges::find(typed, "0") != typed.end())
        return fail("scaling_no_workers",
                    {{"option", axis->option}, {"max", axis->max.value_or(0)}});
    typed = withOne(typed, cpu);
    keepWhatApplies(*axis, options);
    auto plan = planFromWords(options, facts, skipped);
    if (plan) plan->base.set(axis->id, 1);
    return plan;
}

}  // namespace duelo
