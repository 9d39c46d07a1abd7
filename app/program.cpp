// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <exception>
#include <iostream>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "base/places.h"
#include "commands.h"
#include "experiments/specs.h"

namespace duelo {

namespace {

/// Everything that can stand on the command line, before anything is done.
struct CommandLine {
    CLI::App app{"Duelo: measures CPU against GPU", "duelo-engine"};
    std::string language, numbers;
    std::map<std::string, AxisOptions> experiments;  ///< by command
    RunOptions run;
    ReportRequest report;
    std::string out, plan, journal, folder;
    std::vector<std::string> files, references, models;
    std::string student, teacher, group, subject;
    bool json = false;

    CommandLine();
    [[nodiscard]] Json label() const;

private:
    void declareRun(CLI::App& command);
    void declareLabel(CLI::App& command);
};

CommandLine::CommandLine() {
    app.require_subcommand(1);
    app.set_version_flag("--version", DUELO_VERSION);
    app.fallthrough();
    app.add_option("--lang", language, "es or en; default: the system's");
    app.add_option("--decimal", numbers, "decimal sign of tables: comma or point");

    for (const Spec& spec : specs()) {
        CLI::App& command = *app.add_subcommand(spec.command, spec.help);
        AxisOptions& options = experiments[spec.command];
        options.declare(command, spec);
        command.add_option("--preset", options.preset, "quick, standard or strict");
        declareRun(command);
    }
    CLI::App& planned = *app.add_subcommand("run", "measure a plan from a file");
    planned.add_option("plan", plan, "plan.json")->required();
    declareRun(planned);
    CLI::App& resumed = *app.add_subcommand("resume", "go on with a run that was interrupted");
    resumed.add_option("file", journal, "the .duelo file")->required();
    declareRun(resumed);

    CLI::App& reported = *app.add_subcommand("report", "tables from record files");
    reported.add_option("files", files, ".duelo files")->required();
    reported.add_option("--reference", references, "another PC's .duelo file as reference");
    reported.add_option("--format", report.format,
                        "csv, csv-excel, xlsx, markdown, latex, html or json; of training also "
                        "csv-epochs and csv-confusion");
    reported.add_option("--out", out, "the file to write; default: standard output");
    reported.add_flag("--overwrite", report.overwrite, "replace an existing file");
    declareLabel(reported);

    CLI::App& probed = *app.add_subcommand("probe", "what this machine can do");
    probed.add_flag("--json", json, "for programs");
    CLI::App& tested = *app.add_subcommand("self-test", "check every model, clock and device here");
    tested.add_flag("--json", json, "for programs");
    CLI::App& weighed = *app.add_subcommand("weights", "list or download official weights");
    weighed.add_option("models", models, "networks to fetch; none: list them");
    weighed.add_option("--folder", folder, "where to keep them");
    app.add_subcommand("serve", "read commands from standard input (for the window)");
    // In no list of commands: it speaks with its own kind only.
    app.add_subcommand(std::string(kChildCommand), "work for another engine")->group("");
}

void CommandLine::declareRun(CLI::App& command) {
    command.add_option("--out", out, "a .duelo file or a folder");
    command.add_flag("--json", json, "print the record stream");
    command.add_flag("--no-report", run.no_report, "only the .duelo file");
    command.add_option("--call-limit", run.call_limit_s, "seconds after which a call hangs");
    declareLabel(command);
}

void CommandLine::declareLabel(CLI::App& command) {
    command.add_option("--student", student);
    command.add_option("--teacher", teacher);
    command.add_option("--group", group);
    command.add_option("--subject", subject);
}

Json CommandLine::label() const {
    Json label = Json::object();
    const auto put = [&](const char* name, const std::string& value) {
        if (!value.empty()) label[name] = value;
    };
    put("student", student);
    put("teacher", teacher);
    put("group", group);
    put("subject", subject);
    return label;
}

std::vector<std::filesystem::path> paths(const std::vector<std::string>& texts) {
    std::vector<std::filesystem::path> result;
    for (const std::string& text : texts) result.push_back(fromUtf8(text));
    return result;
}

int dispatch(CommandLine& line, EngineContext& context) {
    line.run.out = fromUtf8(line.out);
    line.run.json = line.json;
    line.run.label = line.label();
    for (const auto& [name, options] : line.experiments) {
        if (!line.app.got_subcommand(name)) continue;
        auto plan = planFromWords(options, context.facts());
        if (!plan) return refuse(context, plan.error());
        return measureCommand(context, std::move(*plan), line.run);
    }
    if (line.app.got_subcommand("run")) return runCommand(context, fromUtf8(line.plan), line.run);
    if (line.app.got_subcommand("resume"))
        return resumeCommand(context, fromUtf8(line.journal), line.run);
    if (line.app.got_subcommand("report")) {
        line.report.files = paths(line.files);
        line.report.references = paths(line.references);
        line.report.out = fromUtf8(line.out);
        line.report.report = {.language = context.text().language(),
                              .numbers = context.text().numbers(),
                              .fields = {.subject = line.subject,
                                         .teacher = line.teacher,
                                         .student = line.student,
                                         .group = line.group}};
        return reportCommand(context, line.report);
    }
    if (line.app.got_subcommand("probe")) return probeCommand(context, line.json);
    if (line.app.got_subcommand("self-test")) return selfTestCommand(context, line.json);
    if (line.app.got_subcommand("weights"))
        return weightsCommand(context, line.models, fromUtf8(line.folder));
    if (line.app.got_subcommand(std::string(kChildCommand))) return childCommand(context);
    return serveCommand(context);
}

/// The language and number style that the words choose; refuses others.
Result<Text> textOf(const CommandLine& line) {
    Language language = systemLanguage();
    if (!line.language.empty()) {
        auto chosen = wordFrom<Language>(line.language, "--lang");
        if (!chosen) return tl::unexpected(chosen.error());
        language = *chosen;
    }
    NumberStyle style = defaultNumberStyle(language);
    if (line.numbers == "comma" || line.numbers == "point")
        style.decimal = line.numbers == "comma" ? ',' : '.';
    else if (!line.numbers.empty())
        return fail(
            "unknown_value",
            {{"field", "--decimal"}, {"value", line.numbers}, {"accepted", {"comma", "point"}}});
    return Text(language, style);
}

}  // namespace

int runEngineProgram(int argc, char** argv, const WrapMaker& wrap) {
    CommandLine line;
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return line.app.exit(error);  // --help, --version
        std::cerr << Text(systemLanguage())
                         .reason({"bad_arguments", {{"detail", error.what()}}, error.what()})
                  << '\n';
        return kBadInput;
    }
    auto text = textOf(line);
    if (!text) {
        std::cerr << Text(systemLanguage()).reason(text.error()) << '\n';
        return kBadInput;
    }
    EngineContext context(*text, wrap);
    try {
        return dispatch(line, context);
    } catch (const std::exception& error) {
        return refuse(context, internalError(error));
    }
}

}  // namespace duelo
