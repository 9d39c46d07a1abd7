// SPDX-License-Identifier: Apache-2.0
/// duelo-fake-engine [serve] [SCENARIO]: the engine's end of the pipe without an engine.
///
/// It answers every command at once, plays runs with invented figures and a real journal, and has
/// the faults that SCENARIO names. Without an argument $DUELO_FAKE is the scenario, so a window
/// that starts $DUELO_ENGINE can be given one too. Words are joined by "+"; "@cNNN" says in which
/// cell a fault strikes (default c002, "@any": in every cell that is at work).
///
///     normal           12 ms a cell; resnet18 and mobilenet_v2; no GPU (its cells are skipped)
///     gpu              a GPU that is eight times as fast
///     slow=MS          a cell takes this long (2000) and obeys a cancel
///   in the middle of a cell
///     abort, segv, killed, exit=N    the process ends by SIGABRT, SIGSEGV, SIGKILL, exit(N) (9)
///     device-lost, call-hangs        the cell is closed as failed, then exit 70, exit 71
///     bad-input        exit 2
///     half-line        half a line of samples, then exit 0
///     hang             nothing more is done, read or answered
///     mute             the run stands still, other commands are answered, a cancel changes nothing
///     noisy            its result is doubtful, unless it is repeated
///     diverges         of a training: its loss is no number in epoch 3, and the cell fails
///   elsewhere
///     between          SIGABRT right after the cell's result
///     at-start, at-start-once        SIGABRT on run, resume or repeat, always or the first time
///     missing-library  the loader's sentence and exit 127, before anything is read
///     blocked=N        SIGKILL, or exit(N), before anything is read, as an antivirus does it
///     silent           answers nothing at all
///   in all of a run
///     gpu-fails        LibTorch reports an error in each cell of the GPU, unless it is repeated
///     deaf             goes on when told to cancel or to quit
///     keeps=MS         a run that is cancelled or quit tells that it keeps a state, for MS (1000)
///     stale            records of another run come before the header
///     refuses=CODE     run and resume are refused ("another_measurement")
///     locked           it has the measuring lock, a first cell that is never slow, and SIGTERM
///                      cancels it
///     unread           the results of the first cell are left out of the pipe
///     disk-full        ends with exit code 1 and without an end line
///     garbage          unreadable lines between the samples
///     many-samples=N   N lines of samples at once (100000) in cell c001
///     big-line=MB, endless-line=MB   one line so long, with and without an end, in cell c001
///     stderr-flood     1 MB of standard error before each reply
///   replies
///     late=MS          each comes so much later (300)
///     probes           a forecast with a probe is another one; without, it says that there is more
///     no-data          questions about data are refused: a class without images
///     wrong-ids        each comes after two that are nobody's
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/json_text.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "experiments/matrix_product/emulated.h"
#include "experiments/matrix_product/params.h"
#include "experiments/max_pool/emulated.h"
#include "experiments/specs.h"
#include "fake_pipe.h"
#include "fake_run.h"
#include "fake_scenario.h"
#include "fake_sheet.h"
#include "fake_training.h"

namespace duelo::fake {

namespace {

using namespace std::chrono_literals;

class Server {
public:
    explicit Server(Scenario scenario) : m_scenario(std::move(scenario)) {}

    /// \returns false on "quit".
    bool handle(const std::string& line);
    void waitForRun() {
        while (m_run && !m_run->isOver()) std::this_thread::sleep_for(2ms);
    }

    void cancelRun() {
        if (m_run) m_run->cancel();
    }

private:
    void disturb(const Json& command);
    void answer(const std::string& name, const Json& command);
    void answerForecast(const Json& command);
    void answerAsk(const Json& command);
    void answerCompile(const Json& command);
    void answerOwn(const Json& command);
    void answerExercise(const Json& command);
    void answerData(const Json& command, bool samples);
    void answerDownload(const Json& command);
    void sendDownload(const Json& command);
    void startRun(const Json& command);

    const Scenario m_scenario;
    Pipe m_pipe;
    std::unique_ptr<FakeRun> m_run;
    Json m_emulating;  ///< a question that only a cancel answers; null: there is none
    std::atomic<bool> m_downloading = false;
    std::jthread m_download;
};

bool Server::handle(const std::string& line) {
    while (m_scenario.has("silent") || (m_run && m_run->hangs())) std::this_thread::sleep_for(1h);
    const Json command = parseJson(line).value_or(Json());
    if (!command.is_object()) {
        m_pipe.refuse({}, {"command_not_understood", {{"line", line}}});
        return true;
    }
    const std::string name = command.value("c", "");
    if (name == "quit") {
        if (m_run && m_scenario.has("keeps")) {
            m_run->cancel();
            waitForRun();
        }
        if (!m_scenario.has("deaf")) m_pipe.reply(command, {{"ok", true}});
        return m_scenario.has("deaf");
    }
    disturb(command);
    if (name == "run" || name == "resume" || name == "repeat")
        startRun(command);
    else
        answer(name, command);
    return true;
}

void Server::disturb(const Json& command) {
    if (m_scenario.has("stderr-flood"))
        std::cerr << std::string(std::size_t{1} << 20, '!') << '\n' << std::flush;
    if (m_scenario.has("late")) std::this_thread::sleep_for(m_scenario.number("late", 300) * 1ms);
    if (!m_scenario.has("wrong-ids")) return;
    Json other = command;
    other["id"] = command.value("id", 0) + 1000;
    m_pipe.refuse(other, {"command_unknown", {{"name", "nobody's"}}});
    other["id"] = "text";
    m_pipe.refuse(other, {"command_unknown", {{"name", "nobody's"}}});
}

void Server::answer(const std::string& name, const Json& command) {
    const std::string path = command.value("path", "");
    if (name == "cancel" && command.value("what", "") == "ask") {
        if (const Json asked = std::exchange(m_emulating, {}); !asked.is_null())
            m_pipe.refuse(asked, {"simt_stopped"});
        m_pipe.reply(command, {{"ok", true}, {"running", false}});
    } else if (name == "cancel") {
        const bool running = m_run && !m_run->isOver();
        if (running) m_run->cancel();
        m_pipe.reply(command, {{"ok", true}, {"running", running}});
    } else if (name == "probe") {
        m_pipe.reply(command, {{"ok", true}, {"sheet", toJson(probeSheet(m_scenario.has("gpu")))}});
    } else if (name == "state") {
        m_pipe.reply(
            command,
            {{"ok", true}, {"state", toJson(machineState())}, {"warnings", Json::array()}});
    } else if (name == "gpu") {
        const bool gpu = m_scenario.has("gpu");
        if (m_run && !m_run->isOver()) return m_pipe.refuse(command, {"run_in_progress"});
        if (gpu) m_pipe.send(jsonText(toJson(gpuReading())));
        m_pipe.reply(command, {{"ok", true}, {"told", gpu}});
    } else if (name == "thumbnail") {
        Json fields = thumbnail(command.value("max_px", 96));
        fields.update({{"ok", true}, {"path", path}});
        m_pipe.reply(command, fields);
    } else if (name == "images") {
        // "*.empty" are pictures that cannot be taken.
        Json skipped = Json::array();
        std::error_code error;
        for (const auto& file : std::filesystem::directory_iterator(path, error))
            if (file.path().extension() == ".empty")
                skipped.push_back(
                    toJson(Reason{"image_empty", {{"file", file.path().filename().string()}}}));
        m_pipe.reply(command,
                     {{"ok", true}, {"images", Json::array({path})}, {"skipped", skipped}});
    } else if (name == "forecast") {
        answerForecast(command);
    } else if (name == "ask") {
        answerAsk(command);
    } else {
        m_pipe.refuse(command, {"command_unknown", {{"name", name}}});
    }
}

void Server::answerForecast(const Json& command) {
    auto plan = planFromJson(command.value("plan", Json::object()));
    if (plan) plan = validated(std::move(*plan), facts(m_scenario.has("gpu")));
    if (!plan) return m_pipe.refuse(command, plan.error());
    Json fields = forecast(*plan, m_scenario.has("gpu"));
    if (m_scenario.has("probes")) {
        const bool probed = command.value("probe", false);
        fields["more"] = !probed;
        if (probed) fields["duration_ms"] = {{"low", 100e3}, {"expected", 124e3}, {"high", 150e3}};
    }
    fields["ok"] = true;
    m_pipe.reply(command, fields);
}

/// Answers as the compiler would: a text with "nothing" in it does not compile here.
void Server::answerCompile(const Json& command) {
    const Json args = command.value("args", Json::object());
    const std::string text = args.value("text", "");
    Json reply{{"ok", true}, {"architecture", "sm_75"}, {"remarks", Json::array()}};
    const std::size_t wrong = text.find("= nothing");
    reply["compiled"] = wrong == text.npos;
    if (wrong != text.npos) {
        const auto line =
            1 + std::count(text.begin(), text.begin() + static_cast<long>(wrong), '\n');
        reply["remarks"] = {
            {{"line", line}, {"error", true}, {"text", "identifier \"nothing\" is undefined"}}};
        return m_pipe.reply(command, reply);
    }
    const bool pools = command.value("experiment", "") == "max_pool";
    const auto shape = pools ? ownShape(args.value("name", ""), text, kernels::kPoolShapes)
                             : ownShape(args.value("name", ""), text, productShapes());
    if (!shape) return m_pipe.refuse(command, shape.error());
    if (!pools) reply["check"] = {{{"n", 33}}, {{"n", 36}}};
    reply["opencl"] = {{"text", "__kernel void " + std::string(shape->kernel) + "()\n" + text}};
    reply["kernel"] = shape->kernel;
    reply["block"] = {shape->block_x, shape->block_y};
    reply["tile"] = {shape->rows, shape->columns};
    m_pipe.reply(command, reply);
}

/// Answers as the emulator would, by the first of these words that the text has: "race", a fault in
/// its line at n = 36; "oddly", an instruction that it does not know; "dies", its process is gone;
/// "for ever", an end when it is cancelled. Others are right.
void Server::answerOwn(const Json& command) {
    const Json args = command.value("args", Json::object());
    const std::string text = args.at("source").value("text", "");
    const auto lineOf = [&](const char* word) -> std::int64_t {
        const std::size_t at = text.find(word);
        if (at == text.npos) return 0;
        return 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    };
    if (!m_emulating.is_null()) return m_pipe.refuse(command, {"answer_in_progress"});
    if (lineOf("for ever") > 0) {
        m_emulating = command;
        return;
    }
    if (lineOf("dies") > 0) return m_pipe.refuse(command, {"simt_child_ended", {{"code", 11}}});
    Json kernel{{"kernel", "matmul3"}, {"text", "mine.cu"}, {"warnings", Json::array()}};
    kernel["printed"] = lineOf("printf") > 0 ? "hello\n" : "";
    const Json place{{"kernel", "matmul3"}, {"thread", "1, 0"}, {"block", "0, 0"}};
    const auto found = [&](const char* code, std::int64_t line, Json more) {
        more.update(place);
        more["line"] = line;
        kernel["reason"] = toJson(Reason{code, more});
    };
    if (lineOf("race") > 0 && args.value("n", 0) == 36)
        found("simt_race_table", lineOf("race"),
              {{"array", "as"}, {"index", 3}, {"other_thread", "0, 0"}});
    else if (lineOf("oddly") > 0)
        found("simt_unknown", lineOf("oddly"), {{"instruction", "wgmma"}});
    else
        kernel["right"] = true;
    Json reply = args;
    reply.erase("source");
    reply.update(
        {{"ok", true}, {"experiment", "matrix_product"}, {"kernels", Json::array({kernel})}});
    m_pipe.reply(command, reply);
}

/// Answers as a check of an exercise would, by the first of these words that the text has:
/// "mended", it is solved; "for ever", an end when it is cancelled; "slow", a condition that does
/// not hold. Others have a race in their first line.
void Server::answerExercise(const Json& command) {
    const Json args = command.value("args", Json::object());
    const std::string text = args.at("source").value("text", "");
    const auto has = [&](const char* word) { return text.find(word) != text.npos; };
    if (!m_emulating.is_null()) return m_pipe.refuse(command, {"answer_in_progress"});
    if (has("for ever")) {
        m_emulating = command;
        return;
    }
    Json kernel{{"kernel", "add"},
                {"warnings", Json::array()},
                {"counters", {{"sectors", 64}, {"global_requests", 4}}}};
    Json reply{{"ok", true}, {"exercise", args.value("exercise", "")}, {"solved", has("mended")}};
    if (!has("mended") && has("slow")) reply["unmet"] = 0;
    if (!has("mended") && !has("slow"))
        kernel["reason"] = toJson(Reason{"simt_race",
                                         {{"kernel", "add"},
                                          {"line", 1},
                                          {"thread", "1, 0"},
                                          {"block", "0, 0"},
                                          {"other_thread", "0, 0"},
                                          {"other_block", "0, 0"},
                                          {"array", "sum"},
                                          {"index", 0}}});
    reply["kernels"] = Json::array({kernel});
    m_pipe.reply(command, reply);
}

/// Its questions are those of the experiments; which of them an engine refuses while it measures is
/// not played.
void Server::answerAsk(const Json& command) {
    const std::string experiment = command.value("experiment", "");
    const std::string query = command.value("query", "");
    if (const auto known = knownSpec(experiment); !known)
        return m_pipe.refuse(command, known.error());
    const bool infers = experiment == "inference";
    if (!infers && (query == "data" || query == "samples"))
        return answerData(command, query == "samples");
    if (query == "emulate") {
        const Json args = command.value("args", Json::object());
        if (args.contains("source")) return answerOwn(command);
        auto reply = experiment == "max_pool" ? emulatePool(args, {}) : emulateProduct(args, {});
        if (!reply) return m_pipe.refuse(command, reply.error());
        (*reply)["ok"] = true;
        return m_pipe.reply(command, *reply);
    }
    if (query == "compile") return answerCompile(command);
    if (query == "exercise") return answerExercise(command);
    if (infers && query == "official_weights") return answerDownload(command);
    if (!infers || query != "weights")
        return m_pipe.refuse(
            command,
            {"question_unknown",
             {{"query", query},
              {"accepted", infers ? Json::array({"weights", "feature_maps", "official_weights"})
                                  : Json::array({"data", "samples"})}}});
    m_pipe.reply(command, {{"ok", true},
                           {"provenance", "other"},
                           {"sha256", std::string(64, 'b')},
                           {"tensors", 122},
                           {"format", "safetensors"},
                           {"bytes", 46'830'571},
                           {"notes", Json::array()}});
}

/// Downloads as the engine does: one at a time, beside other answers.
void Server::answerDownload(const Json& command) {
    if (m_downloading.exchange(true)) return m_pipe.refuse(command, {"answer_in_progress"});
    m_download = std::jthread([this, command] { sendDownload(command); });
}

void Server::sendDownload(const Json& command) {
    for (int done = 0; done <= 100; done += 50)
        m_pipe.send(jsonText({{"r", "progress"},
                              {"to", "ask"},
                              {"id", command.value("id", 0)},
                              {"done_bytes", done},
                              {"total_bytes", 100}}));
    std::this_thread::sleep_for(50ms);
    m_downloading = false;
    m_pipe.reply(command,
                 {{"ok", true},
                  {"path", command.value("args", Json::object()).value("model", "") + ".pth"}});
}

void Server::answerData(const Json& command, bool samples) {
    const Json args = command.value("args", Json::object());
    auto plan = planFromJson(args.value("plan", Json::object()));
    if (plan) plan = validated(std::move(*plan), facts(m_scenario.has("gpu")));
    if (!plan) return m_pipe.refuse(command, plan.error());
    if (m_scenario.has("no-data"))
        return m_pipe.refuse(command, {"data_class_empty", {{"class", "grass"}}});
    Json fields = samples ? samplesReply(args.value("samples", Json::array())) : dataReply(*plan);
    fields["ok"] = true;
    m_pipe.reply(command, fields);
}

void Server::startRun(const Json& command) {
    if (m_scenario.has("refuses"))
        return m_pipe.refuse(command, {m_scenario.value("refuses", "another_measurement"),
                                       {{"pid", 1}, {"program", "duelo-engine"}}});
    if (m_run && !m_run->isOver()) return m_pipe.refuse(command, {"run_in_progress"});
    m_run.reset();
    auto run = FakeRun::start(command, m_scenario, m_pipe);
    if (run)
        m_run = std::move(*run);
    else
        m_pipe.refuse(command, run.error());
}

volatile std::sig_atomic_t s_told = 0;  ///< to end, by the system

int serve(const std::string& words) {
    auto scenario = Scenario::parse(words);
    if (!scenario) {
        std::cerr << "no such scenario: " << words << '\n';
        return 64;
    }
    if (scenario->has("blocked")) {
        const int code = scenario->number("blocked", 0);
        if (code == 0) std::raise(SIGKILL);
        return code;
    }
    if (scenario->has("missing-library")) {
        std::cerr << "duelo-engine: error while loading shared libraries: libtorch_cpu.so: cannot "
                     "open shared object file: No such file or directory\n";
        return 127;
    }
    // A test that dies must not leave a process that sleeps for ever.
    std::thread([] {
        std::this_thread::sleep_for(5min);
        std::_Exit(97);
    }).detach();
    if (scenario->has("locked")) std::signal(SIGTERM, [](int) { s_told = 1; });
    Server server(std::move(*scenario));
    std::string line;
    bool quit = false;
    while (!quit && std::getline(std::cin, line)) quit = !line.empty() && !server.handle(line);
    const std::jthread watcher([&](const std::stop_token& stop) {
        for (; !stop.stop_requested(); std::this_thread::sleep_for(2ms))
            if (s_told != 0) server.cancelRun();
    });
    if (!quit) server.waitForRun();
    std::cout.flush();
    std::_Exit(0);
}

}  // namespace

}  // namespace duelo::fake

int main(int argc, char** argv) {
    const char* const environment = std::getenv("DUELO_FAKE");
    std::string words = environment != nullptr ? environment : "normal";
    for (int i = 1; i < argc; ++i)
        if (std::string(argv[i]) != "serve") words = argv[i];
    return duelo::fake::serve(words);
}
