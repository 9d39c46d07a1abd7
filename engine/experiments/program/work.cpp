// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/work.h"

#include <algorithm>
#include <system_error>

#include "base/places.h"
#include "base/printable.h"
#include "base/private_folder.h"
#include "base/reason_json.h"
#include "base/sha256.h"
#include "base/whole_file.h"
#include "experiments/program/command.h"

namespace duelo {

namespace {

constexpr std::size_t kProgramDigits = 16;
constexpr int kMostLooks = 3;             ///< one cold call, and fewer than there are to warm up
constexpr std::size_t kKeptWords = 1000;  ///< of its standard error
/// The shortest time that a program can tell: anything less is the step of its clock at best.
constexpr double kLeastTold_ms = 1e-3;

void addPart(Parts& parts, const char* id, double ms, bool inside = true) {
    const auto known = std::ranges::find(parts, id, &PartTime::id);
    if (known == parts.end())
        parts.push_back({id, ms, inside});
    else
        known->ms += ms;
}

}  // namespace

ProgramWork::~ProgramWork() {
    std::error_code error;  // what cannot be removed lies among other temporary files
    if (!m_folder.empty()) std::filesystem::remove_all(m_folder, error);
}

/// The text of a program is put into a folder that nobody else may look into.
Result<std::vector<std::string>> ProgramWork::words() {
    if (!isScript(m_job.name, Attachment(m_job.text)))
        return commandWords(m_job.text, m_job.work.n);
    namespace fs = std::filesystem;
    const auto notThere = [](const Json& path, const std::string& message) {
        return fail("program_no_folder", {{"path", path}}, message);
    };
    const auto folder = makePrivateFolder();
    if (!folder) return notThere(folder.error().args["path"], folder.error().message);
    m_folder = *folder;
    // Of a name that came with a plan only the last part, wherever it leads.
    const fs::path file = m_folder / fromUtf8(m_job.name).filename();
    if (const auto written = writeWhole(m_job.text, file); !written)
        return notThere(utf8(m_folder), written.error().message);
    std::error_code error;
    fs::permissions(file, fs::perms::owner_all, error);
    if (error) return notThere(utf8(m_folder), error.message());
    return scriptWords(m_job.name, m_job.text, utf8(file), m_job.work.n);
}

Result<Prepared> ProgramWork::prepare() {
    auto found = words();
    if (!found) return tl::unexpected(found.error());
    m_command.program = fromUtf8(found->front());
    m_command.arguments.assign(found->begin() + 1, found->end());
    m_command.limit_ms = m_job.limit_ms;
    Prepared prepared;
    if (m_job.work.n.value_or(0) > 0)
        prepared.quantities = {{"number_per_call", *m_job.work.n, "number_rate", "1/s"}};
    return prepared;
}

void ProgramWork::failed(const char* code, const TimedExit& exit, Json args) const {
    args["name"] = m_job.name;
    if (exit.how == TimedExit::How::LeftBehind)
        args[kNextReason] = toJson(Reason{"program_rest_stopped"});
    if (!exit.not_stopped.empty()) {
        std::string processes;
        for (const int one : exit.not_stopped)
            processes += (processes.empty() ? "" : ", ") + std::to_string(one);
        args[kNextReason] = toJson(Reason{"program_rest_runs", {{"processes", processes}}});
    }
    throw WorkFailed{Reason{code, std::move(args), printable(exit.errors, kKeptWords)}};
}

TimedExit ProgramWork::runOnce() {
    // The first calls are no samples: there is time to look at its memory. One may be over first.
    m_command.watch_memory = m_peak_bytes == 0 && m_looks++ < kMostLooks;
    auto exit = runTimed(m_command, [this] {
        m_control.beat();
        return !m_control.stop.stop_requested();
    });
    if (!exit)
        throw WorkFailed{Reason{"program_not_started",
                                {{"name", m_job.name}, {"program", utf8(m_command.program)}},
                                exit.error().message}};
    if (exit->how == TimedExit::How::Stopped) throw StepStopped{};
    m_peak_bytes = std::max(m_peak_bytes, exit->peak_bytes);
    return std::move(*exit);
}

void ProgramWork::checkEnd(const TimedExit& exit) const {
    switch (exit.how) {
        case TimedExit::How::Exited:
            if (exit.code != 0) failed("program_exit", exit, {{"code", exit.code}});
            break;
        case TimedExit::How::Signalled:
            failed("program_signal", exit, {{"code", exit.code}});
        case TimedExit::How::OutOfTime:
            failed("program_time_limit", exit, {{"limit_s", m_job.limit_ms / 1e3}});
        case TimedExit::How::TooMuchOutput:
            failed("program_output_too_long", exit, {{"max_bytes", m_command.most_output_bytes}});
        case TimedExit::How::LeftBehind:
            failed("program_left_processes", exit);
        case TimedExit::How::Stopped:
            break;  // told by runOnce()
    }
}

double ProgramWork::toldMs(const TimedExit& exit) const {
    const auto told_ms = printedNumber(*m_job.pattern, exit.output);
    if (!told_ms)
        failed("program_no_printed_time", exit,
               {{"pattern", m_job.pattern->before + "#" + m_job.pattern->after}});
    if (*told_ms < kLeastTold_ms) failed("program_time_too_short", exit, {{"told_ms", *told_ms}});
    return *told_ms;
}

Timing ProgramWork::step(int calls) {
    Timing timing;
    for (int i = 0; i < calls; ++i) {
        const TimedExit exit = runOnce();
        checkEnd(exit);
        if (m_job.pattern) {
            const double told_ms = toldMs(exit);
            timing.wall_ms += told_ms;
            timing.spent_ms = timing.spent_ms.value_or(0) + exit.wall_ms;
            addPart(timing.parts, "process", exit.wall_ms, false);
        } else {
            timing.wall_ms += exit.wall_ms;
            addPart(timing.parts, "start", exit.start_ms);
            addPart(timing.parts, "run", exit.wall_ms - exit.start_ms);
        }
        addPart(timing.parts, "user", exit.user_ms, false);
        addPart(timing.parts, "system", exit.system_ms, false);
        if (!m_first_output)
            m_first_output = exit.output;
        else if (m_job.work.same_output && exit.output != *m_first_output)
            failed("program_output_changes", exit);
    }
    return timing;
}

Output ProgramWork::output() {
    // A program that ended otherwise has no result at all, so the status is the same for all.
    const std::string agreed = m_job.work.same_output ? *m_first_output : std::string();
    Output output{.fingerprint = Fingerprint{
                      .sha256 = sha256Hex("exit 0\n" + agreed).substr(0, kProgramDigits)}};
    output.output["output_bytes"] = m_first_output->size();
    return output;
}

std::optional<DeviceState> ProgramWork::deviceState() {
    DeviceState state;
    if (m_peak_bytes > 0) state.peak_bytes = m_peak_bytes;
    return state;
}

}  // namespace duelo
