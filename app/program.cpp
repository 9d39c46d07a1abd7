// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <span>
#include <string_view>
#include <utility>

#include "base/places.h"
#include "base/private_folder.h"
#include "base/standard_output.h"
#include "command_line.h"
#include "experiments/makers.h"
#include "experiments/record_schema.h"
#include "experiments/specs.h"
#include "gpu/gpu_loader.h"
#include "help_text.h"
#include "machine/machine.h"
#include "machine/process_memory.h"
#include "opencl_trial.h"
#include "scaling_plan.h"

namespace duelo {

namespace {

std::vector<std::filesystem::path> paths(const std::vector<std::string>& texts) {
    std::vector<std::filesystem::path> result;
    for (const std::string& text : texts) result.push_back(fromUtf8(text));
    return result;
}

/// Measures what the words of an experiment's command mean.
int measurePlan(CommandLine& line, EngineContext& context, Result<Plan> plan,
                const std::vector<Reason>& skipped) {
    for (const Reason& reason : skipped) std::cerr << context.text().reason(reason) << '\n';
    if (!plan) return refuse(context, plan.error());
    line.run.allowed = digestsOf(plan->attachments);  // whoever types them has seen them
    return measureCommand(context, std::move(*plan), line.run);
}

/// "N=33": {"N": 33}. Reason: "set_value" {value}.
Result<Json> setValues(const std::vector<std::string>& words) {
    Json set = Json::object();
    for (const std::string& word : words) {
        const std::size_t sign = word.find('=');
        double value = 0;
        const char* end = word.data() + word.size();
        if (sign == word.npos || sign == 0 ||
            std::from_chars(word.data() + sign + 1, end, value).ptr != end ||
            sign + 1 == word.size())
            return fail("set_value", {{"value", word}});
        set[word.substr(0, sign)] = value;
    }
    return set;
}

int dispatch(CommandLine& line, EngineContext& context) {
    if (line.app.got_subcommand(std::string(kOpenClTrialCommand))) return openClTrialCommand();
    // A child takes nobody but itself with it, and whoever started it has tried.
    if (!line.app.got_subcommand(std::string(kChildCommand))) Gpu::tryOpenClBy(tryOpenClDrivers);
    line.run.out = fromUtf8(line.out);
    line.run.json = line.json;
    line.run.label = line.label();
    line.run.allowed = {line.allowed.begin(), line.allowed.end()};
    std::vector<Reason> skipped;
    for (const auto& [name, options] : line.experiments) {
        if (!line.app.got_subcommand(name)) continue;
        auto plan = planFromWords(options, context.facts(), skipped);
        return measurePlan(line, context, std::move(plan), skipped);
    }
    if (line.app.got_subcommand(kScalingCommand)) {
        auto plan = scalingPlan(line.scaled.at(line.inner(kScalingCommand).command),
                                context.machine().cpu, context.facts(), skipped);
        return measurePlan(line, context, std::move(plan), skipped);
    }
    if (line.app.got_subcommand("run")) return runCommand(context, fromUtf8(line.plan), line.run);
    for (const auto& [name, task, help] : kGoOn)
        if (line.app.got_subcommand(name))
            return goOnCommand(context, fromUtf8(line.journal), task, line.run);
    if (line.app.got_subcommand("report")) {
        line.report.files = paths(line.files);
        line.report.references = paths(line.references);
        line.report.out = fromUtf8(line.out);
        line.report.report = {.language = context.text().language(),
                              .numbers = context.text().numbers(),
                              .fields = {.subject = line.subject,
                                         .teacher = line.teacher,
                                         .student = line.student,
                                         .group = line.group,
                                         .carbon_g_per_kwh = line.carbon_g_per_kwh,
                                         .carbon_source = line.carbon_source},
                              .table = line.table};
        return reportCommand(context, line.report);
    }
    if (line.app.got_subcommand("class")) {
        line.classroom.folders = paths(line.files);
        line.classroom.out = fromUtf8(line.out);
        line.classroom.sqlite = fromUtf8(line.sqlite);
        line.classroom.tables = fromUtf8(line.folder);
        line.classroom.back = {fromUtf8(line.worksheet), fromUtf8(line.worksheet_out),
                               fromUtf8(line.feedback)};
        line.classroom.questions = fromUtf8(line.questions);
        line.classroom.options.language = context.text().language();
        line.classroom.options.numbers = context.text().numbers();
        return classCommand(context, line.classroom);
    }
    if (line.app.got_subcommand("pack")) {
        line.pack.plan = fromUtf8(line.plan);
        line.pack.request.references = paths(line.references);
        line.pack.request.photographs = paths(line.photographs);
        return packCommand(context, std::move(line.pack), fromUtf8(line.folder));
    }
    if (line.app.got_subcommand("references"))
        return referencesCommand(context, fromUtf8(line.folder));
    if (line.app.got_subcommand("import")) {
        line.import.own = fromUtf8(line.own);
        line.import.printed = fromUtf8(line.printed);
        return importCommand(context, line.import, fromUtf8(line.out));
    }
    if (line.app.got_subcommand("cheat"))
        return gameCommand(context, fromUtf8(line.own), line.game, fromUtf8(line.out));
    if (line.app.got_subcommand(kEmulateCommand)) {
        Json args = line.emulated;
        if (!line.kernels.empty()) args["kernels"] = line.kernels;
        if (!line.kernel.empty()) args["kernel"] = line.kernel;
        if (!line.set_values.empty()) {
            auto set = setValues(line.set_values);
            if (!set) return refuse(context, set.error());
            args["set"] = std::move(*set);
        }
        if (!line.source.empty())
            return emulateOwnCommand(context, line.inner(kEmulateCommand), std::move(args),
                                     line.source, line.json, line.emulates_here);
        return emulateCommand(context, line.inner(kEmulateCommand), args, line.json);
    }
    if (line.app.got_subcommand(kCompileCommand))
        return compileCommand(context, line.inner(kCompileCommand), line.source, line.architecture,
                              line.opencl, line.json);
    if (line.app.got_subcommand("exercises")) return exercisesCommand(context, line.exercise);
    if (line.app.got_subcommand("probe"))
        return probeCommand(context, line.json, fromUtf8(line.out), line.label());
    if (line.app.got_subcommand("self-test")) return selfTestCommand(context, line.bench, line.run);
#ifdef DUELO_TORCH
    if (line.app.got_subcommand("weights"))
        return weightsCommand(context, line.models, fromUtf8(line.folder));
    if (line.app.got_subcommand("gpu-pack"))
        return gpuPackCommand(context, line.parts, fromUtf8(line.source), fromUtf8(line.folder));
#endif
    if (line.app.got_subcommand("schema")) {
        std::cout << recordSchema(specs()).dump(2) << '\n';
        return kAllDone;
    }
    if (line.app.got_subcommand("spec-check")) return specCheckCommand(context, line.files);
    if (line.app.got_subcommand(std::string(kChildCommand))) {
        if (line.child_of_cpu) context.leaveGpuAlone();
        return childCommand(context, line.child_limit_s);
    }
    return serveCommand(context);
}

bool measures(CommandLine& line) {
    const auto given = [&](std::string_view name) {
        return line.app.got_subcommand(std::string(name));
    };
    return given("run") || given(kScalingCommand) ||
           std::ranges::any_of(kGoOn, [&](const GoOn& each) { return given(each.name); }) ||
           std::ranges::any_of(line.experiments,
                               [&](const auto& each) { return given(each.first); });
}

/// Runs the command. Where torchrun or mpirun has started several processes, the first measures and
/// the others do what it asks of them.
int measureTogether(CommandLine& line, EngineContext& context) {
    const auto together = startedTogether();
    if (!together) return refuse(context, together.error());
    if (*together && (*together)->rank > 0) return followCommand(context, **together);
    const int code = dispatch(line, context);
    if (*together) (*together)->dismiss();
    return code;
}

/// Returns the language that was asked for, also where something else is wrong with the words.
Language languageIn(std::span<char*> words) {
    constexpr std::string_view kOption = "--lang";
    for (std::size_t i = 1; i < words.size(); ++i) {
        std::string_view word = words[i];
        if (!word.starts_with(kOption)) continue;
        word.remove_prefix(kOption.size());
        if (word.starts_with('='))
            word.remove_prefix(1);
        else if (word.empty() && i + 1 < words.size())
            word = words[i + 1];
        if (const auto language = parseWord<Language>(word)) return *language;
    }
    return systemLanguage();
}

int answered(CommandLine& line, EngineContext& context) {
    try {
        if (measures(line)) return measureTogether(line, context);
        return dispatch(line, context);
    } catch (const std::exception& error) {
        return refuse(context, internalError(error));
    }
}

}  // namespace

int runEngineProgram(int argc, char** argv, const WrapMaker& wrap) {
    CommandLine line;
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const Language language = languageIn({argv, static_cast<std::size_t>(argc)});
        if (error.get_exit_code() == 0) {  // --help, --version
            translateHelp(line.app, language);
            return exitCodeOf(line.app.exit(error), Text(language));
        }
        std::cerr << Text(language).reason(line.reasonOf(error)) << '\n';
        return kBadInput;
    }
    auto text = line.text();
    if (!text) {
        std::cerr << Text(systemLanguage()).reason(text.error()) << '\n';
        return kBadInput;
    }
    keepFreedMemory();
    stayAtFullSpeed();
#ifndef _WIN32
    // c10d's record of the sums of a process is written without a lock, and before a run threads
    // stand for the processes to come (reduceMs()).
    ::setenv("TORCH_FR_BUFFER_SIZE", "0", 1);
#endif
    EngineContext context(*text, wrap);
    return exitCodeOf(answered(line, context), context.text());
}

int engineMain(int argc, char** argv) {
    holdStandardStreams();
    passOverMissingTemporaryFolder();
    const int code = runEngineProgram(argc, argv);
#ifdef __SANITIZE_ADDRESS__
    return code;  // leaks are looked for on the way out
#else
    // Everything of Duelo is closed by now. The static objects of LibTorch and of what OpenCV
    // brings along would take a tenth of a second to be destroyed, longer than a probe takes.
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
    releaseConsole();
    std::_Exit(code);
#endif
}

}  // namespace duelo
