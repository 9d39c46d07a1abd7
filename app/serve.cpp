// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

#include "commands.h"
#include "core/json_text.h"
#include "core/places.h"
#include "run.h"
#include "images.h"

namespace duelo {

namespace {

/// Whole lines on standard output: replies of the reader and records of the worker never mix.
class Pipe {
public:
    void send(const std::string& line) {
        const std::lock_guard lock(m_mutex);
        std::cout << line << '\n' << std::flush;
    }
    void reply(const std::string& to, Json fields) {
        Json line{{"r", "reply"}, {"to", to}};
        line.update(fields);
        send(jsonText(line));
    }
    void refuse(const std::string& to, const Reason& reason) {
        reply(to, {{"ok", false},
                   {"reason", reason.code},
                   {"args", reason.args},
                   {"message", reason.message}});
    }

private:
    std::mutex m_mutex;
};

/// The commands of one window. Everything but the measuring itself happens on the reader's thread,
/// so a cancel is read while a kernel runs.
class Server {
public:
    explicit Server(EngineContext& context) : m_context(context) {}

    /// \returns false on "quit".
    bool handle(const std::string& line);
    [[nodiscard]] bool busy();
    /// Ends a run that is over, and the process with it where it cannot go on.
    void watch();

private:
    void startRun(const Json& command);

    EngineContext& m_context;
    Pipe m_pipe;
    std::mutex m_mutex;  ///< m_run: the reader starts and cancels it, the watcher ends it
    std::unique_ptr<Run> m_run;
};

bool Server::handle(const std::string& line) {
    const Json command = parseJson(line).value_or(Json());
    if (!command.is_object() || !command.contains("c") || !command["c"].is_string()) {
        m_pipe.refuse("?", {"command_not_understood", {{"line", line.substr(0, 200)}}});
        return true;
    }
    const std::string name = command["c"];
    const std::lock_guard lock(m_mutex);
    if (name == "quit") {
        m_run.reset();
        return false;
    }
    if (name == "cancel") {
        if (m_run) m_run->cancel();
        m_pipe.reply(name, {{"ok", true}, {"running", m_run != nullptr}});
    } else if (name == "probe") {
        m_pipe.reply(name, {{"ok", true}, {"sheet", probeSheet(m_context)}});
    } else if (name == "thumbnail") {
        const std::string path = command.value("path", Json()).is_string() ? command["path"] : "";
        const int max_px = command.value("max_px", Json(96)).is_number_integer()
                               ? command.value("max_px", 96)
                               : 96;
        if (auto thumbnail = thumbnailOf(fromUtf8(path), max_px)) {
            (*thumbnail)["ok"] = true;
            (*thumbnail)["path"] = path;
            m_pipe.reply(name, *thumbnail);
        } else {
            m_pipe.refuse(name, thumbnail.error());
        }
    } else if (name == "run" || name == "resume") {
        startRun(command);
    } else {
        m_pipe.refuse(name, {"command_unknown", {{"name", name}}});
    }
    return true;
}

void Server::startRun(const Json& command) {
    const std::string name = command["c"];
    if (m_run) return m_pipe.refuse(name, {"run_in_progress"});
    if (!command.contains("file") || !command["file"].is_string())
        return m_pipe.refuse(name, {"command_needs", {{"name", name}, {"field", "file"}}});

    RunRequest request;
    request.journal = fromUtf8(command["file"].get<std::string>());
    request.resume = name == "resume";
    if (command.contains("label") && command["label"].is_object()) request.label = command["label"];
    Result<Plan> plan = tl::unexpected(Reason{"command_needs", {{"name", name}, {"field", "plan"}}});
    if (request.resume) {
        const auto log = readRecords(request.journal);
        if (!log) return m_pipe.refuse(name, log.error());
        plan = planOfJournal(*log, m_context.catalogue());
    } else if (command.contains("plan")) {
        plan = planFromJson(command["plan"]);
        if (plan) plan = validated(std::move(*plan), m_context.catalogue());
    }
    if (!plan) return m_pipe.refuse(name, plan.error());
    request.plan = std::move(*plan);

    auto run = Run::start(std::move(request), m_context,
                          [this](const Record& record) { m_pipe.send(encode(record)); });
    if (!run) return m_pipe.refuse(name, run.error());
    m_run = std::move(*run);
}

bool Server::busy() {
    const std::lock_guard lock(m_mutex);
    return m_run != nullptr;
}

void Server::watch() {
    const std::lock_guard lock(m_mutex);
    if (!m_run || m_run->isRunning()) return;
    const ExitCode code = m_run->exitCode();
    m_pipe.reply("run", {{"ok", true}, {"exit_code", static_cast<int>(code)}});
    if (code == kCallHangs) std::_Exit(code);  // its thread cannot be joined
    m_run.reset();
    // Only a new process can use the GPU again; the window starts one.
    if (code == kNeedsRestart) std::_Exit(code);
}

}  // namespace

int serveCommand(EngineContext& context) {
#ifndef _WIN32
    std::signal(SIGPIPE, SIG_IGN);  // a window that died must not take the run with it
#endif
    Server server(context);
    std::jthread watcher([&server](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            server.watch();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    std::string line;
    bool quit = false;
    while (!quit && std::getline(std::cin, line)) quit = !line.empty() && !server.handle(line);
    // The window is gone without a word: its run goes on to the end, the journal keeps it.
    while (!quit && server.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return kAllDone;
}

}  // namespace duelo
