// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <exception>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

#include "background_answer.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "commands.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "interrupts.h"
#include "run.h"
#include "serve_answers.h"
#include "serve_pipe.h"
#include "task_queue.h"

namespace duelo {

namespace {

/// Returns what to do with a run; nothing where the command is not for a run.
std::optional<RunTask> taskOf(const Command& command) {
    if (command.name == "run") return RunTask::Whole;
    if (command.name == "resume") return RunTask::Resume;
    if (command.name == "repeat") return RunTask::Repeat;
    return std::nullopt;
}

/// The commands of one window. The reader's thread only takes them in and answers what is known
/// without work, so a cancel is answered at once whatever goes on; whatever takes time happens on
/// the desk's thread, the measuring on the session's, a download that an experiment offers on its
/// own.
class Server {
public:
    explicit Server(EngineContext& context) : m_context(context) {}

    /// Handles a line, on the reader's thread; `fault` is that of nextLine(). \returns false on
    /// "quit".
    bool handle(const std::string& line, std::optional<Reason> fault);
    /// Ends a run that is over, or begins the next one of its file; ends the process where it
    /// cannot go on.
    void watch();
    /// Leaves because the system has asked this process `times` times to end (interrupts.h): a run
    /// is cancelled, and sealed before the process leaves.
    void interrupt(int times);
    /// The commands have come to their end. Without a "quit" the window is gone without a word: its
    /// run goes on to the end, the journal keeps it.
    void finish(bool quit);

private:
    [[noreturn]] void leave(ExitCode code);
    void answer(const Command& command, Responder responder);
    void answerGpu(const Command& command);
    void cancel(const Command& command);
    void takeRun(const Command& command);
    void startRun(const Command& command, std::optional<RunRequest> request);
    Result<RunRequest> runRequest(const Command& command);
    /// \returns whether the question is one that takes long.
    bool answersApart(const Command& command);
    [[nodiscard]] bool busy();

    EngineContext& m_context;
    ReplyPipe m_pipe;

    std::mutex
        m_mutex;  ///< the reader takes and cancels a run, the desk starts it, watch() ends it
    std::unique_ptr<Run> m_run;
    Command m_runCommand;                ///< what the final reply is to
    std::deque<RunRequest> m_following;  ///< of a file with several plans
    ExitCode m_worst = kAllDone;         ///< of those that are over
    bool m_starting = false;             ///< between the command and its run
    bool m_cancelled = false;            ///< meanwhile

    BackgroundAnswer m_apart;  ///< the reader's
    TaskQueue m_desk;          ///< last: its tasks use all of the above
};

bool Server::handle(const std::string& line, std::optional<Reason> fault) {
    const Command command = fault ? Command() : readCommand(line, fault);
    if (fault) {
        m_pipe.refuse(command, *fault);
    } else if (command.name == "quit") {
        m_pipe.reply(command);
        return false;
    } else if (command.name == "cancel") {
        cancel(command);
    } else if (command.name == "state") {
        m_pipe.reply(command, answerState(m_context, busy()));
    } else if (command.name == "gpu") {
        // Behind what the desk computes, which may be timed.
        m_desk.post([this, command] { answerGpu(command); });
    } else if (taskOf(command)) {
        takeRun(command);
    } else if (command.name == "ask" && answersApart(command)) {
        return true;
    } else if (const Responder responder = responderTo(command.name)) {
        m_desk.post([this, command, responder] { answer(command, responder); });
    } else {
        m_pipe.refuse(command, {"command_unknown", {{"name", command.name}}});
    }
    return true;
}

void Server::answer(const Command& command, Responder responder) {
    try {
        m_pipe.answer(command, responder(m_context, command, [this] { return busy(); }));
    } catch (const std::exception& error) {
        m_pipe.refuse(command, internalError(error));
    }
}

/// gpu: the line of ReplyPipe::reading(), and {"told": whether there is a GPU that tells anything}.
/// Refused as "run_in_progress": a run on the GPU tells the same line at moments of its own.
void Server::answerGpu(const Command& command) {
    if (busy()) return m_pipe.refuse(command, {"run_in_progress"});
    const auto reading = m_context.readGpu();
    if (reading) m_pipe.reading(*reading);
    m_pipe.reply(command, {{"told", reading.has_value()}});
}

void Server::cancel(const Command& command) {
    const std::string what =
        command.fields.contains("what") ? command.text("what").value_or("?") : "run";
    if (what == "ask") {
        const bool running = m_apart.isRunning();
        m_apart.cancel();
        return m_pipe.reply(command, {{"running", running}});
    }
    if (what != "run")
        return m_pipe.refuse(
            command,
            {"unknown_value", {{"field", "what"}, {"value", what}, {"accepted", {"run", "ask"}}}});
    const std::lock_guard lock(m_mutex);
    m_cancelled = true;
    if (m_run) m_run->cancel();
    m_pipe.reply(command, {{"running", m_starting || m_run}});
}

void Server::takeRun(const Command& command) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_starting || m_run) return m_pipe.refuse(command, {"run_in_progress"});
        m_starting = true;
        m_cancelled = false;
        m_following.clear();
        m_worst = kAllDone;
    }
    // Thumbnails that are waiting need not be finished first.
    m_desk.post([this, command] { startRun(command, std::nullopt); }, true);
}

Result<RunRequest> Server::runRequest(const Command& command) {
    const auto file = command.text("file");
    if (!file) return tl::unexpected(file.error());
    RunRequest request;
    request.journal.path = fromUtf8(*file);
    request.journal.task = *taskOf(command);
    if (command.fields.value("label", Json()).is_object()) request.label = command.fields["label"];

    for (const Json& digest : command.fields.value("allowed", Json::array())) {
        if (!digest.is_string())
            return fail("command_needs", {{"name", command.name}, {"field", "allowed"}});
        request.allowed.insert(digest.get<std::string>());
    }

    if (request.journal.task == RunTask::Whole) {
        auto plan = planOf(m_context, command);
        if (!plan) return tl::unexpected(plan.error());
        request.plan = std::move(*plan);
        if (const auto said = command.fields.find("prediction"); said != command.fields.end()) {
            if (!said->is_object())
                return fail("command_needs", {{"name", command.name}, {"field", "prediction"}});
            request.prediction = sheetFrom<Prediction>(*said);
        }
    }

    request.tell_gpu = [this](const GpuReading& reading) { m_pipe.reading(reading); };
    if (const auto lost = command.fields.find("lost"); lost != command.fields.end()) {
        const Command inner{.name = command.name, .fields = *lost};
        const auto cell = inner.text("cell");
        if (!cell || !inner.text("reason"))
            return fail("command_needs", {{"name", command.name}, {"field", "lost"}});
        request.journal.lost = LostCell{*cell, reasonFromFields(*lost)};
    }
    return request;
}

/// Starts the run that was requested, or without a request that of the command.
void Server::startRun(const Command& command, std::optional<RunRequest> request) {
    Result<StartedRun> run;
    try {
        auto asked = request ? Result<RunRequest>(*std::move(request)) : runRequest(command);
        run = asked ? duelo::startRun(std::move(*asked), m_context,
                                      [this](const Record& record) { m_pipe.record(record); })
                    : tl::unexpected(asked.error());
    } catch (const std::exception& error) {
        run = tl::unexpected(internalError(error));
    }
    const std::lock_guard lock(m_mutex);
    m_starting = false;
    if (!run) return m_pipe.refuse(command, run.error());
    m_run = std::move(run->run);
    m_following.insert(m_following.begin(), run->following.begin(), run->following.end());
    m_runCommand = command;
    if (m_cancelled) m_run->cancel();
}

bool Server::answersApart(const Command& command) {
    const auto experiment = command.text("experiment");
    const auto query = command.text("query");
    const LongAnswer longOne = experiment && query ? longAnswer(*experiment, *query) : nullptr;
    if (longOne == nullptr) return false;
    if (busy() && !mayBeAskedAnytime(*experiment, *query))
        m_pipe.refuse(command, {"run_in_progress"});
    else if (m_apart.isRunning())
        m_pipe.refuse(command, {"answer_in_progress"});
    else
        m_apart.start(
            longOne, argsOf(command),
            [this, command](std::uint64_t done, std::uint64_t total) {
                m_pipe.progress(command, {{"done_bytes", done}, {"total_bytes", total}});
            },
            [this, command](const Result<Json>& fields) { m_pipe.answer(command, fields); });
    return true;
}

bool Server::busy() {
    const std::lock_guard lock(m_mutex);
    return m_starting || m_run;
}

void Server::watch() {
    const std::lock_guard lock(m_mutex);
    if (!m_run || m_run->isRunning()) return;
    const bool mustLeave = m_run->mustLeave();
    const Reason error = m_run->error();
    m_worst = std::max(m_worst, exitCodeOf(m_run->end()));
    const bool more = error.code.empty() && m_worst <= kSomeNotDone && !m_following.empty();
    if (more && !m_cancelled) {
        m_run.reset();  // which frees the lock
        m_starting = true;
        m_desk.post([this, command = m_runCommand,
                     next = std::move(m_following.front())] { startRun(command, next); },
                    true);
        return m_following.pop_front();
    }
    if (more) m_worst = kCancelled;
    Json fields{{"exit_code", static_cast<int>(m_worst)}};
    if (!error.code.empty()) fields.update(reasonFields(error));
    m_pipe.reply(m_runCommand, fields);
    if (mustLeave) leave(m_worst);
    m_run.reset();
    // Only a new process can use the GPU again; the window starts one.
    if (m_worst == kNeedsRestart) leave(m_worst);
}

/// Cancels the run, at once from the second time on. Where there is no run, the process ends and
/// leaves all other work undone: nobody waits for an answer any more.
void Server::interrupt(int times) {
    const std::lock_guard lock(m_mutex);
    m_cancelled = true;
    if (m_run && times > 1)
        m_run->cancelAtOnce();
    else if (m_run)
        m_run->cancel();
    else if (!m_starting)
        leave(kCancelled);
}

/// Destroys nothing: a thread that hangs in a call, or a device in an error, cannot be cleaned up.
void Server::leave(ExitCode code) {
    static_cast<void>(m_pipe.drain(kLastWords));  // who does not read them has had the time
    std::_Exit(code);
}

void Server::finish(bool quit) {
    m_apart.cancel();
    if (quit) {
        const std::lock_guard lock(m_mutex);
        m_cancelled = true;
        if (m_run) m_run->cancel();
    } else {
        m_desk.drain();
    }
    while (busy()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    m_apart.wait();
    if (!m_pipe.drain(kLastWords)) leave(kAllDone);
}

}  // namespace

int serveCommand(EngineContext& context) {
    outliveReaders();
    const InterruptGuard interrupt;
    Server server(context);
    const std::jthread watcher([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            server.watch();
            if (const int times = interrupt.count(); times > 0) server.interrupt(times);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    bool quit = false;
    while (!quit) {
        std::optional<Reason> fault;
        const auto line = nextLine(std::cin, fault);
        if (!line) break;
        quit = !line->empty() && !server.handle(*line, std::move(fault));
    }
    server.finish(quit);
    return kAllDone;
}

}  // namespace duelo
