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
        if (!workersAxes(spec).empty()) commands.push_back(spec.command);
    return commands;
}

/// Returns the numbers of workers: one worker first, then what was typed, with this machine's
/// numbers in the place of "auto".
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

/// Returns the axis to sweep: the one with several numbers typed, else an optional one that was
/// typed, else the first that is not optional.
const Axis* chosenAxis(const AxisOptions& options) {
    const std::vector<const Axis*> axes = workersAxes(*options.spec);
    const auto typed = std::ranges::find_if(axes, [&](const Axis* axis) {
        const auto words = options.words.find(axis->id);
        return words != options.words.end() && words->second.size() > 1;
    });
    if (typed != axes.end()) return *typed;
    const auto named = std::ranges::find_if(axes, [&](const Axis* axis) {
        const auto words = options.words.find(axis->id);
        return axis->optional && words != options.words.end() && !words->second.empty();
    });
    if (named != axes.end()) return *named;
    const auto usual = std::ranges::find_if(axes, [](const Axis* axis) { return !axis->optional; });
    return usual == axes.end() ? nullptr : *usual;
}

/// Sets the other axes of workers to one where nothing was typed: what they share would be measured
/// twice.
void keepOthersAlone(const Axis& chosen, AxisOptions& options) {
    for (const Axis* axis : workersAxes(*options.spec))
        if (axis->id != chosen.id && !axis->optional && options.words[axis->id].empty())
            options.words[axis->id] = {"1"};
}

/// Sets the other axes to the values that this one depends on, where nothing was typed for them.
void keepWhatApplies(const Axis& axis, AxisOptions& options) {
    for (const When& when : axis.when) {
        const Axis* other = options.spec->find(when.axis);
        std::vector<std::string>& typed = options.words[when.axis];
        if (!other || !typed.empty()) continue;
        if (when.device == DeviceKind::Cpu) typed.push_back(word(Device::Cpu));
        if (other->kind != AxisKind::Word) continue;
        for (const Json& value : when.in) typed.push_back(value.get<std::string>());
    }
}

}  // namespace

std::vector<const Axis*> workersAxes(const Spec& spec) {
    std::vector<const Axis*> axes;
    for (const Axis& axis : spec.axes)
        if (countsWorkers(spec, axis)) axes.push_back(&axis);
    return axes;
}

Result<Plan> scalingPlan(AxisOptions options, const CpuSheet& cpu, const Facts& facts,
                         std::vector<Reason>& skipped) {
    const Axis* axis = chosenAxis(options);
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
    keepOthersAlone(*axis, options);
    auto plan = planFromWords(options, facts, skipped);
    if (plan) plan->base.set(axis->id, 1);
    return plan;
}

}  // namespace duelo
