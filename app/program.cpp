// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <exception>
#include <iostream>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "base/places.h"
#include "classroom/class_database.h"
#include "commands.h"
#include "experiments/record_schema.h"
#include "experiments/specs.h"
#include "help_text.h"
#include "machine/process_memory.h"
#include "report/export.h"
#include "scaling_plan.h"

namespace duelo {

namespace {

/// The commands that go on in a file.
struct GoOn {
    const char* name;
    RunTask task;
    const char* help;
};
constexpr GoOn kGoOn[] = {
    {"resume", RunTask::Resume, "go on with a run that was interrupted"},
    {"repeat", RunTask::Repeat, "measure the doubtful rows of a file again; it keeps both"}};

/// Everything that can stand on the command line, before anything is done.
struct CommandLine {
    CLI::App app{"Duelo: measures CPU against GPU", "duelo-engine"};
    std::string language, numbers;
    std::map<std::string, AxisOptions> experiments;  ///< by command
    std::map<std::string, AxisOptions> scaled;       ///< the same of `scaling`
    RunOptions run;
    ReportRequest report;
    ClassRequest classroom;
    ImportRequest import;
    std::string out, plan, journal, folder, table, sqlite, printed, own, experiment;
    std::vector<std::string> files, references, models, allowed, kernels;
    std::map<std::string, std::int64_t> emulated;  ///< numbers of the question, by option
    std::string student, teacher, group, subject, seat, room;
    bool json = false, bench = false;

    CommandLine();
    [[nodiscard]] Json label() const;

private:
    void declareScaling();
    void declareRun(CLI::App& command);
    void declareAllow(CLI::App& command);
    void declareLabel(CLI::App& command);
    void declareSeat(CLI::App& command);
    void declareClass(const std::string& formats);
    void declareImport();
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
    declareScaling();
    CLI::App& planned = *app.add_subcommand("run", "measure a plan from a file");
    planned.add_option("plan", plan, "plan.json")->required();
    declareAllow(planned);
    declareRun(planned);
    for (const auto& [name, task, help] : kGoOn) {
        CLI::App& command = *app.add_subcommand(name, help);
        command.add_option("file", journal, "the .duelo file")->required();
        declareAllow(command);
        declareRun(command);
    }

    CLI::App& reported = *app.add_subcommand("report", "tables from record files");
    reported.add_option("files", files, ".duelo files")->required();
    reported.add_option("--reference", references, "another PC's .duelo file as reference");
    std::string formats;
    for (const std::string_view format : wordsOf<ReportFormat>)
        formats += (formats.empty() ? "" : ", ") + std::string(format);
    reported.add_option("--format", report.format, formats);
    reported.add_option("--table", table,
                        "of csv: instead of all cells a table that the experiment adds; a wrong "
                        "name lists those of the files");
    reported.add_option("--out", out, "the file to write; default: standard output");
    reported.add_flag("--overwrite", report.overwrite, "replace an existing file");
    declareLabel(reported);

    declareClass(formats);
    declareImport();
    CLI::App& emulation = *app.add_subcommand(
        "emulate", "run the kernels for a GPU on the CPU and count what a GPU would do");
    emulation.add_option("experiment", experiment, "matmul or max-pool")->required();
    emulation.add_option("--kernels", kernels, "those to run; default: all")->delimiter(',');
    for (const char* name : {"size", "window", "stride", "padding"})
        emulation.add_option_function<std::int64_t>(
            std::string("--") + name,
            [this, name](const std::int64_t& value) { emulated[name] = value; },
            name == std::string("size") ? "rows and columns" : "of max-pool");
    emulation.add_flag("--json", json, "for programs");

    CLI::App& probed = *app.add_subcommand("probe", "what this machine can do");
    probed.add_flag("--json", json, "for programs");
    probed.add_option("--out", out, "a file or folder for it, which `class` reads");
    declareSeat(probed);
    CLI::App& tested =
        *app.add_subcommand("self-test", "check experiments, clock and devices here");
    tested.add_flag("--json", json, "for programs");
    CLI::Option& benched =
        *tested.add_flag("--bench", bench, "and measure what Duelo's goals are about");
    tested.add_option("--out", out, "of --bench: a .duelo file or a folder")->needs(&benched);
#ifdef DUELO_TORCH
    CLI::App& weighed = *app.add_subcommand("weights", "list or download official weights");
    weighed.add_option("models", models, "networks to fetch; none: list them");
    weighed.add_option("--folder", folder, "where to keep them");
#endif
    app.add_subcommand("schema", "what may stand in a .duelo file, as a JSON Schema");
    app.add_subcommand("serve", "read commands from standard input (for the window)");
    // In no list of commands: it speaks with its own kind only.
    app.add_subcommand(std::string(kChildCommand), "work for another engine")->group("");
}

/// The commands of the experiments once more, whichever numbers of threads they take.
void CommandLine::declareScaling() {
    CLI::App& scaling = *app.add_subcommand(
        kScalingCommand, "measure with 1, 2, 4... threads: speed-up, efficiency, Amdahl");
    scaling.require_subcommand(1);
    for (const Spec& spec : specs()) {
        const Axis* axis = workersAxis(spec);
        // One without threads is refused in words, but in no list.
        CLI::App& command = *scaling.add_subcommand(spec.command, spec.help);
        if (!axis) command.group("");
        AxisOptions& options = scaled[spec.command];
        options.declare(command, spec);
        if (axis)
            command.get_option(axis->option)
                ->description(std::string("numbers, e.g. 1,2,4; ") + kAllWorkers +
                              ": 1, 2, 4... up to all cores (the default)");
        command.add_option("--preset", options.preset, "quick, standard or strict");
        declareRun(command);
    }
}

void CommandLine::declareRun(CLI::App& command) {
    command.add_option("--out", out, "a .duelo file or a folder");
    command.add_flag("--json", json, "print the record stream");
    command.add_flag("--no-report", run.no_report, "only the .duelo file");
    command.add_option("--call-limit", run.call_limit_s, "seconds after which a call hangs");
    declareLabel(command);
    declareSeat(command);
}

void CommandLine::declareSeat(CLI::App& command) {
    command.add_option("--seat", seat, "of this PC in the classroom, for `class`");
    command.add_option("--room", room);
}

void CommandLine::declareClass(const std::string& formats) {
    CLI::App& gathered =
        *app.add_subcommand("class", "the files of a class: times, speed-up, seats");
    gathered.add_option("folders", files, "folders, ZIPs, .duelo files, files of probe --out")
        ->required();
    gathered.add_option("--format", classroom.format, formats);
    gathered.add_option("--out", out, "the file to write; default: standard output");
    gathered.add_option("--sqlite", sqlite, "a database to write as well");
    gathered.add_flag("--overwrite", classroom.overwrite, "replace existing files");
    gathered.add_flag("--names", classroom.options.names, "with students' names");
    gathered.add_flag("--clean-only", classroom.options.filter.clean_only,
                      "without doubtful and unsealed measurements");
    gathered.footer("Tables of the database, and two questions to ask it:\n" +
                    std::string(kClassSchema) + std::string(kClassQueryRatios) +
                    std::string(kClassQueryFixes));
}

void CommandLine::declareAllow(CLI::App& command) {
    command
        .add_option("--allow", allowed,
                    "SHA-256 (64 digits) of a source or command in the file that may run; may be "
                    "repeated")
        ->allow_extra_args(false)
        ->take_all();
}

void CommandLine::declareLabel(CLI::App& command) {
    command.add_option("--student", student);
    command.add_option("--teacher", teacher);
    command.add_option("--group", group);
    command.add_option("--subject", subject);
}

void CommandLine::declareImport() {
    CLI::App& command = *app.add_subcommand(
        "import", "GPU times that were measured elsewhere, as a file for report --reference");
    command.add_option("output", printed, "what the handout's or Duelo's Python program printed");
    command.add_option("--for", own, "the .duelo file whose rows the times are for")->required();
    command
        .add_option("--typed", import.typed,
                    "ROW=TIME instead, such as 224=0.0040; may be repeated")
        ->allow_extra_args(false)
        ->take_all();
    command.add_option("--unit", import.unit, "of typed times without one: s or ms");
    command.add_option("--size", import.size, "the row of printed lines that do not say it");
    command.add_option("--source", import.facts.source, "whose times, of which GPU")->required();
    command.add_option("--timing", import.timing,
                       "how they were timed: unknown, single_cold or warm_median");
    command.add_option("--precision", import.facts.precision, "fp32, tf32, bf16 or fp16");
    command.add_option("--weights", import.facts.weights, "official, other or random");
    command.add_flag("--simulated", import.simulated, "an estimate: it stands apart, in no ratio");
    command.add_option("--out", out, "the .duelo file to write")->required();
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
    put("seat", seat);
    put("room", room);
    return label;
}

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

int dispatch(CommandLine& line, EngineContext& context) {
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
        const std::string inner =
            line.app.get_subcommand(kScalingCommand)->get_subcommands().front()->get_name();
        auto plan =
            scalingPlan(line.scaled.at(inner), context.machine().cpu, context.facts(), skipped);
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
                                         .group = line.group},
                              .table = line.table};
        return reportCommand(context, line.report);
    }
    if (line.app.got_subcommand("class")) {
        line.classroom.folders = paths(line.files);
        line.classroom.out = fromUtf8(line.out);
        line.classroom.sqlite = fromUtf8(line.sqlite);
        line.classroom.options.language = context.text().language();
        line.classroom.options.numbers = context.text().numbers();
        return classCommand(context, line.classroom);
    }
    if (line.app.got_subcommand("import")) {
        line.import.own = fromUtf8(line.own);
        line.import.printed = fromUtf8(line.printed);
        return importCommand(context, line.import, fromUtf8(line.out));
    }
    if (line.app.got_subcommand("emulate")) {
        Json args = line.emulated;
        if (!line.kernels.empty()) args["kernels"] = line.kernels;
        return emulateCommand(context, line.experiment, args, line.json);
    }
    if (line.app.got_subcommand("probe"))
        return probeCommand(context, line.json, fromUtf8(line.out), line.label());
    if (line.app.got_subcommand("self-test")) return selfTestCommand(context, line.bench, line.run);
#ifdef DUELO_TORCH
    if (line.app.got_subcommand("weights"))
        return weightsCommand(context, line.models, fromUtf8(line.folder));
#endif
    if (line.app.got_subcommand("schema")) {
        std::cout << recordSchema(specs()).dump(2) << '\n';
        return kAllDone;
    }
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

/// What the parser found, in words of our own where students meet it; it speaks English only.
Reason reasonOf(const CLI::ParseError& error, const CLI::App& app) {
    const std::string what = error.what();
    if (const auto extras = app.remaining(true); !extras.empty())
        return {"argument_unknown", {{"argument", extras.front()}}, what};
    const auto upTo = [&](std::string_view end) { return what.substr(0, what.find(end)); };
    const std::string kind = error.get_name();
    if (kind == "RequiredError")
        return app.get_subcommands().empty() || what.starts_with("A subcommand")
                   ? Reason{"command_missing", Json::object(), what}
                   : Reason{"argument_missing", {{"name", upTo(" is required")}}, what};
    if (kind == "ArgumentMismatch") return {"value_missing", {{"option", upTo(":")}}, what};
    const std::size_t option = what.find(": "), value = what.find(" = ");
    if (kind == "ConversionError" && option < value && value != std::string::npos)
        return {"not_a_number",
                {{"option", what.substr(option + 2, value - option - 2)},
                 {"value", what.substr(value + 3)}},
                what};
    return {"bad_arguments", {{"detail", what}}, what};
}

}  // namespace

int runEngineProgram(int argc, char** argv, const WrapMaker& wrap) {
    CommandLine line;
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // --help, --version
            const auto chosen = textOf(line);
            translateHelp(line.app, chosen ? chosen->language() : systemLanguage());
            return line.app.exit(error);
        }
        std::cerr << Text(systemLanguage()).reason(reasonOf(error, line.app)) << '\n';
        return kBadInput;
    }
    auto text = textOf(line);
    if (!text) {
        std::cerr << Text(systemLanguage()).reason(text.error()) << '\n';
        return kBadInput;
    }
    keepFreedMemory();
    EngineContext context(*text, wrap);
    try {
        return dispatch(line, context);
    } catch (const std::exception& error) {
        return refuse(context, internalError(error));
    }
}

}  // namespace duelo
