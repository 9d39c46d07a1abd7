// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "commands.h"

namespace duelo {

/// The commands that go on in a file.
struct GoOn {
    const char* name;
    RunTask task;
    const char* help;
};
inline constexpr const char *kEmulateCommand = "emulate", *kCompileCommand = "compile";
inline constexpr GoOn kGoOn[] = {
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
    PackCommand pack;
    ImportRequest import;
    Game game;
    std::string out, plan, journal, folder, table, sqlite, questions, printed, own, source,
        architecture;
    std::string worksheet, worksheet_out, feedback;  ///< of `class`
    std::vector<std::string> files, references, models, parts, allowed, kernels, photographs;
    std::map<std::string, std::int64_t> emulated;  ///< numbers of the question, by axis
    std::string student, teacher, group, subject, seat, room;
    std::string carbon_g_per_kwh, carbon_source;  ///< report/carbon.h
    bool json = false, bench = false, opencl = false;
    double child_limit_s = kSourceLimit_s;
    bool child_of_cpu = false;
    ExerciseRequest exercise;
    std::string kernel;                   ///< of `source`
    std::vector<std::string> set_values;  ///< NAME=NUMBER
    bool emulates_here = false;           ///< a student's own kernel, in this process

    CommandLine();
    [[nodiscard]] Json label() const;
    /// Whose options follow the command `of`.
    [[nodiscard]] const Spec& inner(const char* of) const;

    /// Its language and number style; refuses others.
    [[nodiscard]] Result<Text> text() const;
    /// Returns the parser's error, in Duelo's own words where students meet it: the parser speaks
    /// English only.
    [[nodiscard]] Reason reasonOf(const CLI::ParseError& error) const;

private:
    void declareScaling();
    void declareEmulation();
    void declareCompilation();
    void declareExercises();
    void declareRun(CLI::App& command);
    void declareAllow(CLI::App& command);
    void declareLabel(CLI::App& command);
    void declareSeat(CLI::App& command);
    void declareClass(const std::string& formats);
    void declarePack();
    void declareReferences();
    void declareImport();
    void declareGame();
};

}  // namespace duelo
