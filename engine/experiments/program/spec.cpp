// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/spec.h"

#include <optional>
#include <string>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/program/command.h"
#include "experiments/program/params.h"
#include "experiments/program/printed_time.h"
#include "experiments/program/view.h"

namespace duelo {

namespace {

#ifdef _WIN32
constexpr const char* kSampleName = "count.cmd";
constexpr const char* kSample =
    "@echo off\r\n"
    "rem Counts to the number that it is given.\r\n"
    "set n=%1\r\n"
    "if \"%n%\"==\"\" set n=10000\r\n"
    "for /l %%i in (1,1,%n%) do rem\r\n"
    "echo %n%\r\n";
#else
constexpr const char* kSampleName = "count.sh";
constexpr const char* kSample =
    "#!/bin/sh\n"
    "# Counts to the number that it is given.\n"
    "n=${1:-10000}\n"
    "i=0\n"
    "while [ \"$i\" -lt \"$n\" ]; do i=$((i + 1)); done\n"
    "echo \"$i\"\n";
#endif

constexpr double kMostN = 1e15;
constexpr double kMostLimit_s = 24 * 3600;

std::string programPlace(const char* list, std::size_t block, const char* axis, std::size_t index) {
    return std::string(list) + '[' + std::to_string(block) + "]." + axis + '[' +
           std::to_string(index) + ']';
}

/// Returns why a command does not fit the cases' values of {n}; nothing where it does.
std::optional<Reason> whyNotWithCases(const std::string& name, const Attachment& attachment,
                                      const Plan& plan) {
    if (!isScript(name, attachment))
        if (auto words = commandWords(attachment.text(), std::nullopt); !words)
            return words.error();
    for (const Block& block : plan.cases)
        if (auto fits = checkNumber(name, attachment, !valuesIn(block, "number").empty()); !fits)
            return fits.error();
    return std::nullopt;
}

std::vector<Problem> problemsOfCommands(const Plan& plan, const Facts&) {
    std::vector<Problem> problems;
    const auto tell = [&](const char* axis, std::size_t block, std::size_t index, Reason reason) {
        reason.args["field"] = programPlace("variants", block, axis, index);
        problems.push_back({axis, block, index, std::move(reason)});
    };
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const std::vector<Json>& commands = valuesIn(plan.variants[i], "command");
        for (std::size_t k = 0; k < commands.size(); ++k) {
            const std::string name = commandNameOf(Params{{"command", commands[k]}});
            const auto attachment = plan.attachments.find(name);
            if (attachment == plan.attachments.end()) continue;  // told by whoever checks the value
            if (auto why = whyNotWithCases(name, attachment->second, plan))
                tell("command", i, k, std::move(*why));
        }
        const std::vector<Json>& patterns = valuesIn(plan.variants[i], "pattern");
        for (std::size_t k = 0; k < patterns.size(); ++k)
            if (auto pattern = timePattern(patterns[k].get<std::string>()); !pattern)
                tell("pattern", i, k, pattern.error());
    }
    return problems;
}

Axis numberAxis() {
    return {.id = "number",
            .many = true,
            .optional = true,
            .min = 0,
            .max = kMostN,
            .option = "--n",
            .help = "stands for {n} in the commands, e.g. 1000,10000,100000",
            .offered = {1000, 10'000, 100'000, 1'000'000}};
}

}  // namespace

Spec programSpec() {
    const Attachment sample(kSample);
    Spec spec{.id = "program",
              .command = "program",
              .help = "measure programs of your own, and set them against each other"};
    spec.attachments = {{kSampleName, sample}};
    spec.axes = {
        numberAxis(),
        {.id = "same_output",
         .kind = AxisKind::Flag,
         .usual = false,
         .option = "--same-output",
         .help = "what they print must be equal",
         .advanced = true},
        {.id = "command",
         .kind = AxisKind::Command,
         .role = AxisRole::Variant,
         .many = true,
         .usual = Json::array({referenceTo(kSampleName, sample)}),
         .option = "--command",
         .help = "a command such as \"./sum {n}\", or a file; may be repeated"},
        wordsAxis<ProgramTimed>("timed", AxisRole::Variant, Json::array({"wall"}),
                                "wall: the whole process; printed: the time that it prints"),
        {.id = "pattern",
         .kind = AxisKind::Text,
         .role = AxisRole::Variant,
         .usual = "{s} s",
         .when = {{.axis = "timed", .in = {"printed"}}},
         .option = "--pattern",
         .help = "what it prints around its time: \"Time: {s} s\", {ms}, {us}"},
        {.id = "limit_s",
         .unit = "s",
         .role = AxisRole::Run,
         .usual = 60,
         .min = 1,
         .max = kMostLimit_s,
         .option = "--limit",
         .help = "seconds after which a program is ended, default: 60",
         .advanced = true}};
    spec.metrics = {{.id = "number_rate", .unit = "1/s"}};
    spec.parts = {{"start"}, {"run"}, {"process", false}, {"user", false}, {"system", false}};
    spec.validate = problemsOfCommands;
    spec.view = &programView();
    return spec;
}

}  // namespace duelo
