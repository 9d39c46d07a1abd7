// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <algorithm>
#include <utility>

#include "build_info.h"
#include "classroom/class_database.h"
#include "experiments/specs.h"
#include "opencl_trial.h"
#include "report/carbon.h"
#include "report/export.h"
#include "report/view.h"
#include "scaling_plan.h"

namespace duelo {

CommandLine::CommandLine() {
    app.require_subcommand(1);
    app.set_version_flag("--version", [] { return versionText(); });
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
    declarePack();
    declareReferences();
    declareImport();
    declareGame();
    declareEmulation();
    declareCompilation();
    declareExercises();
    CLI::App& probed = *app.add_subcommand("probe", "what this machine can do");
    probed.add_flag("--json", json, "for programs");
    probed.add_option("--out", out, "a file or folder for it, which `class` reads");
    declareSeat(probed);
    probed.footer(
        "-- DUELO_OPENCL=none in the environment leaves OpenCL alone; with software the processor\n"
        "-- is a device by OpenCL too, for tests");
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
    CLI::App& packed = *app.add_subcommand(
        "gpu-pack", "NVIDIA's libraries (800 MB) and LibTorch for a GPU on Windows");
    packed.add_option("parts", parts, "nvidia (kernels), torch (networks); none: both")
        ->check(CLI::IsMember({std::string(kNvidiaPart), std::string(kTorchPart)}));
    CLI::Option& taken = *packed.add_option("--from", source, "a folder that has them already");
    packed.add_option("--fetch-to", folder, "only download them into a folder, for other PCs")
        ->excludes(&taken);
#endif
    app.add_subcommand("schema", "what may stand in a .duelo file, as a JSON Schema");
    CLI::App& checked = *app.add_subcommand(
        "spec-check", "which words an experiment wants, lacks and does not use (for its authors)");
    checked.add_option("experiment", files, "an experiment; none: all of them");
    app.add_subcommand("serve", "read commands from standard input (for the window)");
    // In no list of commands: it speaks with its own kind only.
    CLI::App& child = *app.add_subcommand(std::string(kChildCommand), "work for another engine");
    child.group("");
    child.add_option(kCallLimit, child_limit_s, "seconds after which a call hangs");
    child.add_flag(std::string(kOfCpuAlone), child_of_cpu, "no GPU is looked for");
    app.add_subcommand(std::string(kOpenClTrialCommand), "ask the drivers of OpenCL")->group("");
}

/// The commands of the experiments once more, whichever numbers of threads they take.
void CommandLine::declareScaling() {
    CLI::App& scaling = *app.add_subcommand(
        kScalingCommand, "measure with 1, 2, 4... threads: speed-up, efficiency, Amdahl");
    scaling.require_subcommand(1);
    for (const Spec& spec : specs()) {
        const std::vector<const Axis*> axes = workersAxes(spec);
        // One without threads is refused in words, but in no list.
        CLI::App& command = *scaling.add_subcommand(spec.command, spec.help);
        if (axes.empty()) command.group("");
        AxisOptions& options = scaled[spec.command];
        options.declare(command, spec);
        for (const Axis* axis : axes)
            command.get_option(axis->option)
                ->description(std::string("numbers, e.g. 1,2,4; ") + kAllWorkers +
                              ": 1, 2, 4... up to all cores (the default)");
        command.add_option("--preset", options.preset, "quick, standard or strict");
        declareRun(command);
    }
}

/// The commands of the experiments once more, with the axes that the emulator takes.
void CommandLine::declareEmulation() {
    CLI::App& emulation = *app.add_subcommand(
        kEmulateCommand, "run the kernels for a GPU on the CPU and count what a GPU would do");
    emulation.require_subcommand(1);
    for (const Spec& spec : specs()) {
        CLI::App& command =
            *emulation.add_subcommand(spec.command, "run its kernels thread by thread");
        const auto taken = spec.view ? spec.view->emulated : std::span<const EmulatedNumber>();
        // One without kernels is refused in words, but in no list.
        if (taken.empty()) command.group("");
        for (const EmulatedNumber& number : taken) {
            const Axis& axis = *spec.find(number.axis);
            command.add_option_function<std::int64_t>(
                axis.option,
                [this, &axis](const std::int64_t& value) { emulated[axis.id] = value; }, axis.help);
        }
        CLI::Option* chosen =
            command.add_option("--kernels", kernels, "those to run; default: all")->delimiter(',');
        if (spec.find("source")) {
            command
                .add_option("--source", source,
                            "a file with a kernel of your own, alone or with its program: what is "
                            "wrong with it")
                ->excludes(chosen);
            command.add_option("--kernel", kernel, "of --source: which of its kernels");
            command
                .add_option("--set", set_values,
                            "of --source: NAME=NUMBER, what a name of its program is; may be "
                            "repeated")
                ->allow_extra_args(false)
                ->take_all();
            command.add_flag("--here", emulates_here, "not in a process of its own")->group("");
        }
        command.add_flag("--json", json, "for programs");
    }
}

/// The commands of the experiments once more, those that take a kernel of a student's own.
void CommandLine::declareCompilation() {
    CLI::App& compilation = *app.add_subcommand(
        kCompileCommand, "let CUDA's compiler read a kernel of your own; nothing is run");
    compilation.require_subcommand(1);
    for (const Spec& spec : specs()) {
        CLI::App& command =
            *compilation.add_subcommand(spec.command, "check a kernel like its own");
        if (!spec.find("source")) command.group("");
        command.add_option("file", source, "the text of the kernel, a .cu file")->required();
        command.add_option("--architecture", architecture,
                           "of a GPU, such as sm_86; default: this PC's, else the oldest");
        command.add_flag("--opencl", opencl, "and print it as a GPU by OpenCL runs it");
        command.add_flag("--json", json, "for programs");
    }
}

void CommandLine::declareExercises() {
    CLI::App& all = *app.add_subcommand(
        "exercises", "kernels with a fault or a gap to be mended, checked without a GPU");
    using What = ExerciseRequest::What;
    all.require_subcommand(0, 1);
    CLI::App& list = *all.add_subcommand("list", "all of them, and which are solved");
    CLI::App& show = *all.add_subcommand("show", "its task and the text to be changed");
    CLI::App& check = *all.add_subcommand("check", "whether a text solves it");
    list.callback([this] { exercise.what = What::List; });
    show.callback([this] { exercise.what = What::Show; });
    check.callback([this] { exercise.what = What::Check; });
    for (CLI::App* one : {&show, &check})
        one->add_option("exercise", exercise.exercise, "its name in the list")->required();
    show.add_option("--hints", exercise.hints, "how many hints are shown; default: none");
    check.add_option("--source", exercise.file, "the file with the text")->required();
    check.add_flag("--json", exercise.json, "for programs");
    check.add_flag("--here", exercise.here, "not in a process of its own")->group("");
}

void CommandLine::declareRun(CLI::App& command) {
    command.add_option("--out", out, "a .duelo file or a folder");
    command.add_flag("--json", json, "print the record stream");
    command.add_flag("--no-report", run.no_report, "only the .duelo file");
    command.add_option(kCallLimit, run.call_limit_s, "seconds after which a call hangs");
    declareLabel(command);
    declareSeat(command);
}

void CommandLine::declareSeat(CLI::App& command) {
    command.add_option("--seat", seat, "of this PC in the classroom, for `class`");
    command.add_option("--room", room, "the classroom, for `class`");
}

void CommandLine::declareClass(const std::string& formats) {
    CLI::App& gathered =
        *app.add_subcommand("class", "the files of a class: times, speed-up, seats");
    gathered.add_option("folders", files, "folders, ZIPs, .duelo files, files of probe --out")
        ->required();
    gathered.add_option("--format", classroom.format, formats);
    gathered.add_option("--out", out, "the file to write; default: standard output");
    gathered.add_option("--sqlite", sqlite, "a database to write as well");
    gathered.add_option("--tables", folder,
                        "a folder for the tables of that database as CSV, which DuckDB reads");
    gathered.add_option("--worksheet", worksheet,
                        "Moodle's grading worksheet of the assignment, which stays as it is");
    gathered.add_option("--worksheet-out", worksheet_out,
                        "that worksheet with facts in its feedback comments, to be imported");
    gathered.add_option("--feedback", feedback, "a ZIP for Moodle with a page for each submission");
    gathered.add_option("--questions", questions,
                        "a question bank of the class to write as well: .xml (Moodle XML), .gift");
    gathered.add_flag("--overwrite", classroom.overwrite, "replace existing files");
    gathered.add_flag("--names", classroom.options.names, "with students' names");
    gathered.add_flag("--clean-only", classroom.options.filter.clean_only,
                      "without doubtful and unsealed measurements; a seal has no secret key: it "
                      "proves no author");
    gathered.add_option("--case", classroom.filter.case_part,
                        "a part of the names of those that are looked at, such as 224");
    gathered.add_option("--group", classroom.filter.group, "PCs of this group of the label");
    gathered.add_option("--gpu", classroom.filter.gpu, "PCs with this GPU, or a part of its name");
    gathered.add_option("--option", classroom.filter.option, "A: PCs with a GPU; B: without");
    gathered.footer(classDatabaseHelp());
}

void CommandLine::declarePack() {
    CLI::App& packed = *app.add_subcommand(
        "pack", "a folder for the PCs of a class: what is preset, plan, photographs, weights, GPU");
    packed.add_option("folder", folder, "not there yet, or empty")->required();
    packed.add_option("--plan", plan, "plan.json; default: that of the first reference");
    packed
        .add_option("--reference", references,
                    "a .duelo file with times of a GPU; may be repeated, and the first gives the "
                    "plan where there is none")
        ->allow_extra_args(false)
        ->take_all();
    packed.add_option("--photographs", photographs, "more than the plan has; folders of them too");
    packed.add_option("--name", pack.request.defaults[std::string(kPackName)],
                      "what the pack is called");
    packed
        .add_option("--preset", pack.preset,
                    "KEY=VALUE of duelo.defaults.ini, such as language=es or report/room=L12; may "
                    "be repeated")
        ->allow_extra_args(false)
        ->take_all();
}

void CommandLine::declareReferences() {
    CLI::App& listed = *app.add_subcommand(
        "references", "list files with times of a GPU for PCs without one: GPU, date, source");
    listed.add_option("folder", folder,
                      "a teacher's pack or a folder of .duelo files; none: those of Duelo and your "
                      "own");
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
    command.add_option("--student", student, "who hands in, for the report");
    command.add_option("--teacher", teacher, "name of the teacher, for the report");
    command.add_option("--group", group, "of the student, for the report and for `class`");
    command.add_option("--subject", subject, "the course, for the report");
    CLI::Option& carbon = *command.add_option(
        "--carbon", carbon_g_per_kwh, "grams of CO2 for a kilowatt hour, for energy in the report");
    command.add_option("--carbon-source", carbon_source, "whose figure that is, and of which year")
        ->needs(&carbon);
}

void CommandLine::declareImport() {
    CLI::App& command = *app.add_subcommand(
        "import",
        "times that were measured elsewhere or by a program of Duelo's, as a file for report "
        "--reference; or what a program of your own took to train, for the table of its ways");
    command.add_option("output", printed,
                       "what the handout's, one of Duelo's or your own program printed");
    command.add_option("--for", own, "the .duelo file whose rows the times are for")->required();
    command
        .add_option(
            "--typed", import.typed,
            "ROW=TIME instead, such as 224=0.0040; may be repeated; of your own program TIME alone")
        ->allow_extra_args(false)
        ->take_all();
    command.add_option("--unit", import.unit, "of typed times without one: s or ms");
    command.add_option("--size", import.size, "the row of printed lines that do not say it");
    command.add_option("--source", import.facts.source, "whose times, of which GPU")->required();
    command.add_option("--timing", import.timing,
                       "how they were timed: unknown, single_cold or warm_median");
    command.add_option("--precision", import.facts.precision, "fp32, tf32, bf16, fp16 or int8");
    command.add_option("--weights", import.facts.weights, "official, other or random");
    command.add_option("--device", import.device,
                       "of the times: cpu or cuda; default: cuda, of your own program cpu");
    command.add_option("--technology", import.facts.technology,
                       "of your own program: what it is written in, such as \"Python, NumPy\"");
    command.add_option("--threads", import.facts.threads, "of your own program, where it is known")
        ->check(CLI::Range(1, 4096));
    command.add_option("--accuracy", import.accuracy,
                       "of your own program on the test part, such as 91.87 %");
    command.add_option("--pattern", import.pattern,
                       "how it prints its time, such as \"Time: {s} s\"; default: usual words");
    command.add_option(
        "--accuracy-pattern", import.accuracy_pattern,
        "how it prints its accuracy: \"Accuracy: {share}\" of 1, or {percent} of 100");
    command.add_flag("--simulated", import.simulated, "an estimate: it stands apart, in no ratio");
    command.add_option("--out", out, "the .duelo file to write")->required();
}

void CommandLine::declareGame() {
    CLI::App& command = *app.add_subcommand(
        "cheat", "a class game: a comparison that misleads on purpose, for others to see through");
    command.add_option("file", own, "the .duelo file; without --out a game, whose trick is told")
        ->required();
    CLI::Option& made = *command.add_option("--out", out, "the game to write, a .duelo file");
    const auto side = [&](const char* option, std::string& cell, const char* help) {
        command.add_option(option, cell, help)->needs(&made);
    };
    side("--slow", game.slow_cell, "its slow side: a cell, such as c001");
    side("--slow-time", game.slow_time, "which of its times: median, first, fastest or device");
    side("--slow-name", game.slow_name, "what the chart calls it; default: its device");
    side("--fast", game.fast_cell, "its fast side: a cell");
    side("--fast-time", game.fast_time, "as --slow-time");
    side("--fast-name", game.fast_name, "as --slow-name");
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
    put(kCarbonField, carbon_g_per_kwh);
    put(kCarbonSourceField, carbon_source);
    put("seat", seat);
    put("room", room);
    return label;
}

const Spec& CommandLine::inner(const char* of) const {
    const std::string name = app.get_subcommand(of)->get_subcommands().front()->get_name();
    return *std::ranges::find(specs(), name, &Spec::command);
}

Result<Text> CommandLine::text() const {
    Language spoken = systemLanguage();
    if (!language.empty()) {
        auto chosen = wordFrom<Language>(language, "--lang");
        if (!chosen) return tl::unexpected(chosen.error());
        spoken = *chosen;
    }
    NumberStyle style = defaultNumberStyle(spoken);
    if (numbers == "comma" || numbers == "point")
        style.decimal = numbers == "comma" ? ',' : '.';
    else if (!numbers.empty())
        return fail("unknown_value",
                    {{"field", "--decimal"}, {"value", numbers}, {"accepted", {"comma", "point"}}});
    return Text(spoken, style);
}

Reason CommandLine::reasonOf(const CLI::ParseError& error) const {
    const std::string what = error.what();
    if (const auto extras = app.remaining(true); !extras.empty())
        return {"argument_unknown", {{"argument", extras.front()}}, what};
    const auto upTo = [&](std::string_view end) { return what.substr(0, what.find(end)); };
    const std::string kind = error.get_name();
    std::string program = "duelo-engine";
    for (const CLI::App* command : app.get_subcommands()) program += ' ' + command->get_name();
    if (kind == "RequiredError")
        return app.get_subcommands().empty() || what.starts_with("A subcommand")
                   ? Reason{"command_missing", {{"command", program}}, what}
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

}  // namespace duelo
