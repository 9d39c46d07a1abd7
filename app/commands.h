// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/class_feedback.h"
#include "classroom/class_tables.h"
#include "classroom/teacher_pack.h"
#include "engine_context.h"
#include "experiments/imported_times.h"
#include "experiments/started_together.h"
#include "machine/probe_sheet.h"
#include "measure/run.h"
#include "plan/plan.h"
#include "program.h"
#include "record/game.h"
#include "report/document.h"

namespace duelo {

/// Options that every measuring command has.
struct RunOptions {
    std::filesystem::path out;  ///< a .duelo file, or a folder for it; empty: a folder of its own
    bool json = false;          ///< the record stream on standard output instead of words
    bool no_report = false;     ///< only the .duelo file
    double call_limit_s = 300;
    Json label = Json::object();
    /// Digests of the attachments that may run.
    std::set<std::string> allowed{};
};

struct ReportRequest {
    std::vector<std::filesystem::path> files;       ///< measured here
    std::vector<std::filesystem::path> references;  ///< another PC's files: the reference column
    std::string format = "markdown";
    std::filesystem::path out;  ///< empty: standard output, where the format is text
    bool overwrite = false;
    ReportOptions report;
};

struct ClassRequest {
    std::vector<std::filesystem::path> folders;  ///< files and ZIPs too
    std::string format = "markdown";
    std::filesystem::path out;        ///< empty: standard output, where the format is text
    std::filesystem::path sqlite;     ///< empty: no database
    std::filesystem::path tables;     ///< a folder for its tables as CSV; empty: none
    std::filesystem::path questions;  ///< empty: no question bank
    bool overwrite = false;
    WriteBackRequest back;  ///< its `overwrite` is that of the request
    ClassOptions options;
    FilterWords filter;
};

struct PackCommand {
    PackRequest request;              ///< without the plan
    std::filesystem::path plan;       ///< empty: that of the reference
    std::vector<std::string> preset;  ///< KEY=VALUE
};

/// The word by which an engine starts another one as its child.
inline constexpr std::string_view kChildCommand = "child";
/// The option that says that a child's work is the processor's alone. The child opens no GPU then,
/// which would take half a gigabyte in each of many.
inline constexpr std::string_view kOfCpuAlone = "--cpu";
/// The option with the seconds after which a call counts as hung: in a run, and of a student's own
/// text in a child.
inline constexpr const char* kCallLimit = "--call-limit";

/// "file_missing" {path} of a name that was typed wrongly; what else may be wrong with a path, who
/// reads it says.
[[nodiscard]] std::optional<Reason> whyMissing(const std::filesystem::path& path);

/// Returns where the journal goes. Its folder is made and known to be writable before anything is
/// measured.
[[nodiscard]] Result<std::filesystem::path> journalPath(const RunOptions& options);
/// Measures a plan that came from words, not from a file.
[[nodiscard]] int measureCommand(EngineContext& context, Plan plan, const RunOptions& options);
/// Measures the plans of goals() one after the other into one new file, without reports. \returns
/// the worst exit code; one that is worse than SomeNotDone ends it.
[[nodiscard]] int measureInto(EngineContext& context, const std::filesystem::path& journal,
                              std::vector<Plan> plans, RunOptions options);
/// A table, or with `json` a line for each, of what the file answers of goals(). \returns AllDone,
/// or why there is none.
[[nodiscard]] int tellGoals(EngineContext& context, const std::filesystem::path& journal,
                            const RunOptions& options);
[[nodiscard]] int runCommand(EngineContext& context, const std::filesystem::path& plan,
                             const RunOptions& options);
/// Resume or Repeat; that there is nothing to repeat is no failure.
[[nodiscard]] int goOnCommand(EngineContext& context, const std::filesystem::path& journal,
                              RunTask task, const RunOptions& options);
/// Writes times that were measured elsewhere, or estimated, as a file that says so.
[[nodiscard]] int importCommand(EngineContext& context, const ImportRequest& request,
                                const std::filesystem::path& out);
/// Makes a game of a file (P-08); without `out` tells the trick of one.
[[nodiscard]] int gameCommand(EngineContext& context, const std::filesystem::path& file, Game game,
                              const std::filesystem::path& out);
[[nodiscard]] int reportCommand(EngineContext& context, const ReportRequest& request);
/// With `out`, a file or a folder, writes the sheet there with the label, for whoever gathers those
/// of a class; into a folder as "probe-<seat or machine>.json", which replaces an earlier one.
[[nodiscard]] int probeCommand(EngineContext& context, bool json,
                               const std::filesystem::path& out = {},
                               const Json& label = Json::object());
[[nodiscard]] int classCommand(EngineContext& context, const ClassRequest& request);
/// Puts a teacher's pack together in a folder.
[[nodiscard]] int packCommand(const EngineContext& context, PackCommand command,
                              const std::filesystem::path& folder);
/// Lists the files with times of a GPU that a pack or folder has; without one those that come with
/// Duelo and this user's own, and where these may be put. \returns SomeNotDone where one cannot be
/// used.
[[nodiscard]] int referencesCommand(const EngineContext& context,
                                    const std::filesystem::path& folder);
/// The table of the question "emulate" (experiments/emulation.h), or with `json` its reply.
[[nodiscard]] int emulateCommand(const EngineContext& context, const Spec& spec, const Json& args,
                                 bool json);
/// Emulates a student's own kernel, a file, in a process of its own, and prints its table or reply,
/// or what is wrong with it, at its line. `child`: this process is that one.
[[nodiscard]] int emulateOwnCommand(const EngineContext& context, const Spec& spec, Json args,
                                    const std::string& file, bool json, bool child);
/// A question about the exercises with kernels.
struct ExerciseRequest {
    enum class What { List, Show, Check };

    What what = What::List;
    std::string exercise{}, file{};
    int hints = 0;  ///< that are shown
    bool json = false;
    bool here = false;  ///< this process is the one that emulates
};
/// Lists the exercises, prints one as a text to work on, or checks a solution, which is remembered.
/// \returns SomeNotDone where it is none.
[[nodiscard]] int exercisesCommand(const EngineContext& context, const ExerciseRequest& request);
/// Prints what CUDA's compiler says of a student's own kernel, which is not run: the answer to the
/// question "compile" (experiments/compile_answer.h), or with `json` its reply. Without an
/// architecture it compiles for this PC's GPU, or for the oldest where there is none. \returns
/// SomeNotDone of a text that does not compile.
[[nodiscard]] int compileCommand(EngineContext& context, const Spec& spec, const std::string& file,
                                 std::string architecture, bool opencl, bool json);
/// Prints which words the specs of these experiments want (experiments/spec_words.h), of all of
/// them where none is named. \returns SomeNotDone where one is missing or unused.
[[nodiscard]] int specCheckCommand(const EngineContext& context,
                                   const std::vector<std::string>& experiments);
/// Checks the engine. With `bench` the goals of goals.h are measured after the checks, into the
/// options' file.
[[nodiscard]] int selfTestCommand(EngineContext& context, bool bench, const RunOptions& options);
/// Lists the weights that there are, or fetches those that are named.
[[nodiscard]] int weightsCommand(EngineContext& context, const std::vector<std::string>& models,
                                 const std::filesystem::path& folder);
/// The parts of gpu-pack; none named: both.
inline constexpr std::string_view kNvidiaPart = "nvidia", kTorchPart = "torch";
/// Puts NVIDIA's libraries for Windows and LibTorch for CUDA where Duelo looks for them, downloaded
/// or out of `from`; with `fetch_to` it only downloads them, for a share. Where no address of
/// LibTorch is known it comes out of `from` alone (torch_pack.h).
[[nodiscard]] int gpuPackCommand(EngineContext& context, const std::vector<std::string>& parts,
                                 const std::filesystem::path& from,
                                 const std::filesystem::path& fetch_to);
/// Reads commands from standard input until `quit` or its end.
[[nodiscard]] int serveCommand(EngineContext& context);

/// Does the work of one cell for the process that started it, as its lines say
/// (measure/child_work.h), and leaves at the end of its input; also, with kSourceHangs, where a
/// call of a cell with a source or a command of a student's own takes longer than the limit.
[[nodiscard]] int childCommand(EngineContext& context, double limit_s);

/// Does what the first of processes that somebody has started together asks of this one, until it
/// asks no more. Who is the first of its PC holds the measuring lock meanwhile, unless the one that
/// measures does there.
[[nodiscard]] int followCommand(EngineContext& context, const StartedTogether& together);

/// Prints one line on standard error: what happened and what to do.
int refuse(const EngineContext& context, const Reason& reason);

/// "internal_error" {detail}: what nobody foresaw, in words.
[[nodiscard]] inline Reason internalError(const std::exception& error) {
    return {"internal_error", {{"detail", error.what()}}, error.what()};
}

/// Returns what this machine can do, as one object: the window's start page is drawn from it.
[[nodiscard]] ProbeSheet probeSheet(EngineContext& context);

}  // namespace duelo
