// SPDX-License-Identifier: Apache-2.0
#include "fake_run.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "base/places.h"
#include "experiments/specs.h"
#include "experiments/training/params.h"
#include "fake_sheet.h"
#include "fake_training.h"
#include "record/doubt.h"

namespace duelo::fake {

namespace {

using namespace std::chrono_literals;

/// The engine's exit codes (app/program.h).
enum ExitCode {
    kAllDone = 0,
    kSomeNotDone = 1,
    kBadInput = 2,
    kCancelled = 3,
    kNeedsRestart = 70,
    kCallHangs = 71
};

constexpr const char* kLibraryWords = "CUDNN_STATUS_NOT_SUPPORTED\nat conv.cpp:12";
constexpr int kParts = 6;  // lines of samples of a cell
constexpr int kRoundsOfPart = 4;

Result<Plan> planOf(const Json& command, const Facts& facts) {
    if (command["c"] != "run") {
        const auto log = readRecords(fromUtf8(command.value("file", "")));
        return log ? planFromJson(log->header().plan) : tl::unexpected(log.error());
    }
    auto plan = planFromJson(command.value("plan", Json::object()));
    return plan ? validated(std::move(*plan), facts) : plan;
}

Header headerOf(const Plan& plan, std::size_t cells, const Json& label, bool gpu) {
    Header header;
    header.run = newRunId();
    header.app = probeSheet(gpu).app;
    header.started = utcNow();
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    header.protocol = sheetOf(protocolOf(plan.preset));
    header.cells = static_cast<int>(cells);
    header.machine = machineSheet();
    header.engine = engineSheet();
    header.engine.clock = clockSheet();
    header.engine.gpu = gpuSheet(gpu);
    if (!gpu) header.engine.gpu_reason = noGpu();
    header.label = label;
    return header;
}

ResultRecord without(const std::string& cell, Status status, Reason reason) {
    ResultRecord result;
    result.cell = cell;
    result.status = status;
    result.reason = std::move(reason);
    return result;
}

void rest(std::chrono::milliseconds time, const std::stop_token& stop) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stop.stop_requested() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::min(2ms, time));
}

/// True once for this journal, over all processes.
bool firstTime(const std::string& file) {
    const auto mark = fromUtf8(file + ".once");
    const bool first = !std::filesystem::exists(mark);
    std::ofstream(mark) << "x";
    return first;
}

}  // namespace

Result<std::unique_ptr<FakeRun>> FakeRun::start(const Json& command, const Scenario& scenario,
                                                Pipe& pipe) {
    const std::string name = command.value("file", "");
    const auto file = fromUtf8(name);
    if (scenario.has("at-start") || (scenario.has("at-start-once") && firstTime(name)))
        std::abort();
    const Facts machine = facts(scenario.has("gpu"));
    const auto plan = planOf(command, machine);
    if (!plan) return tl::unexpected(plan.error());

    std::unique_ptr<FakeRun> run(new FakeRun(command, scenario, pipe));
    run->m_cells = expand(*plan, machine);
    Header header = headerOf(*plan, run->m_cells.size(), command.value("label", Json::object()),
                             scenario.has("gpu"));
    if (scenario.has("locked")) {
        auto lock = MeasuringLock::acquire(
            {.program = "duelo-engine", .run = header.run, .started = header.started});
        if (!lock) return tl::unexpected(lock.error());
        run->m_lock.emplace(std::move(*lock));
    }
    if (command["c"] != "run") {
        auto resumed = RecordFile::resume(file);
        if (!resumed) return tl::unexpected(resumed.error());
        const RecordLog& log = resumed->log;
        run->m_file = std::move(resumed->file);
        run->m_finished = log.finishedCells();
        header.extra["resumed_cells"] = run->m_finished.size();
        header.prediction = log.header().prediction;
        if (command["c"] == "repeat") {
            for (const auto& row : doubtfulRows(log))
                header.repeats.insert(header.repeats.end(), row.cells.begin(), row.cells.end());
            if (header.repeats.empty()) return fail("nothing_to_repeat", {{"path", name}});
            for (const Cell& cell : run->m_cells) run->m_finished.insert(cell.id);
            for (const std::string& cell : header.repeats) run->m_finished.erase(cell);
        }
        for (const Record& record : log.records)
            if (const auto* result = std::get_if<ResultRecord>(&record))
                if (result->status == Status::Failed) run->m_allDone = false;
    } else {
        if (const Json said = command.value("prediction", Json()); said.is_object())
            header.prediction = sheetFrom<Prediction>(said);
        auto journal = RecordFile::create(file);
        if (!journal) return tl::unexpected(journal.error());
        run->m_file = std::move(*journal);
    }
    if (scenario.has("stale")) {
        pipe.send(encode(Stage{.cell = "c099", .stage = "measure"}));
        pipe.send(encode(without("c099", Status::Failed, {"out_of_memory"})));
    }
    run->write(header);
    if (scenario.has("gpu")) pipe.send(jsonText(toJson(gpuReading())));
    run->m_worker =
        std::jthread([raw = run.get()](const std::stop_token& stop) { raw->walk(stop); });
    return run;
}

void FakeRun::write(const Record& record) {
    if (!m_file->write(record)) std::_Exit(98);
    const auto* result = std::get_if<ResultRecord>(&record);
    if (result && result->cell == "c001" && m_scenario.has("unread"))
        return m_pipe.send(R"({"r":"skipped","records":1})");
    m_pipe.send(encode(record));
}

void FakeRun::over(int exit_code) {
    m_over = true;
    m_pipe.reply(m_command, {{"ok", true}, {"exit_code", exit_code}});
}

void FakeRun::walk(const std::stop_token& stop) {
    const bool deaf = m_scenario.has("deaf");
    const std::stop_token obeyed = deaf ? std::stop_token() : stop;
    if (const Json lost = m_command.value("lost", Json()); lost.is_object()) {
        const std::string cell = lost.value("cell", "");
        m_allDone = false;
        if (m_finished.insert(cell).second)
            write(without(cell, Status::Failed, reasonFromFields(lost)));
    }
    for (const Cell& cell : m_cells) {
        if (m_finished.contains(cell.id)) continue;
        if (obeyed.stop_requested()) break;
        measure(cell, obeyed);
        if (!obeyed.stop_requested() && m_scenario.strikes("between", cell.id)) std::abort();
    }
    if (obeyed.stop_requested()) {
        if (m_scenario.has("keeps")) {
            write(Stage{.cell = m_cells.front().id, .stage = "keep"});
            std::this_thread::sleep_for(m_scenario.number("keeps", 1000) * 1ms);
        }
        write(End{.status = "cancelled", .reason = Reason{"cancelled_by_user"}});
        return over(kCancelled);
    }
    if (m_scenario.has("disk-full")) return over(kSomeNotDone);  // and no end line
    write(End{.status = "completed"});
    over(m_allDone ? kAllDone : kSomeNotDone);
}

void FakeRun::measure(const Cell& cell, const std::stop_token& stop) {
    write(CellRecord{.cell = cell.id,
                     .experiment = cell.experiment,
                     .work = cell.work,
                     .variant = cell.variant});
    write(Stage{.cell = cell.id, .stage = "prepare"});
    if (deviceOf(cell.variant) == Device::Cuda && !m_scenario.has("gpu")) {
        m_allDone = false;
        return write(without(cell.id, Status::Skipped, noGpu()));
    }
    if (deviceOf(cell.variant) == Device::Cuda && m_scenario.has("gpu-fails") &&
        m_command["c"] == "run") {
        m_allDone = false;
        return write(without(cell.id, Status::Failed,
                             {"library_error", {{"library", "LibTorch"}}, kLibraryWords}));
    }
    if (cell.experiment == "training") return train(cell, stop);
    if (cell.experiment == "lr_finder") return findRate(cell, stop);
    write(Stage{.cell = cell.id, .stage = "cold"});
    write(Cold{.cell = cell.id, .load_ms = 30, .first_ms = 2 * callMs(cell)});
    for (const char* stage : {"check", "warm_up", "measure"})
        write(Stage{.cell = cell.id, .stage = stage});

    const bool slow = m_scenario.has("slow") && !(m_scenario.has("locked") && cell.id == "c001");
    const auto pause = slow ? m_scenario.number("slow", 2000) * 1ms : 12ms;
    std::vector<double> wall_ms;
    for (int part = 0; part < kParts && !stop.stop_requested(); ++part) {
        const Samples samples = samplesOf(cell, part * kRoundsOfPart, kRoundsOfPart);
        wall_ms.insert(wall_ms.end(), samples.wall_ms.begin(), samples.wall_ms.end());
        write(samples);
        if (m_scenario.has("garbage"))
            m_pipe.sendRaw("\nOMP: warning\n{\"r\":\n\xff\xfe\n[]\n{\"x\":1}\n{\"r\":\"cell\"}\n");
        if (part == 1) strike(cell.id);
        rest(pause / kParts, stop);
    }
    if (cell.id == "c001") flood(cell.id);
    if (stop.stop_requested())
        return write(without(cell.id, Status::Cancelled, {"cancelled_by_user"}));
    ResultRecord result = resultOf(cell, wall_ms);
    if (m_command["c"] == "run" && m_scenario.strikes("noisy", cell.id)) result.flags = {"noisy"};
    write(result);
}

void FakeRun::train(const Cell& cell, const std::stop_token& stop) {
    write(lineOf(cell, dataOf(cell)));
    const int planned = trainingCase(cell.work).epochs;
    const auto pause = m_scenario.has("slow") ? m_scenario.number("slow", 2000) * 1ms : 60ms;
    std::vector<EpochEvent> epochs;
    double t0_ms = 0;
    for (int e = 1; e <= planned && !stop.stop_requested(); ++e) {
        if (e == 3 && m_scenario.strikes("diverges", cell.id)) {
            m_allDone = false;
            return write(without(cell.id, Status::Failed, divergence(cell, e)));
        }
        const EpochEvent& epoch = epochs.emplace_back(epochOf(cell, e));
        if (e == 1)
            write(Cold{.cell = cell.id, .load_ms = 30, .first_ms = epoch.wall_ms});
        else
            write(Samples{
                .cell = cell.id, .round = {e - 2}, .t0_ms = {t0_ms}, .wall_ms = {epoch.wall_ms}});
        t0_ms += epoch.wall_ms;
        write(lineOf(cell, epoch));
        if (e == 1) write(Stage{.cell = cell.id, .stage = "measure"});
        if (e == 2) strike(cell.id);
        rest(pause / planned, stop);
    }
    if (stop.stop_requested())
        return write(without(cell.id, Status::Cancelled, {"cancelled_by_user"}));
    write(Stage{.cell = cell.id, .stage = "test"});
    write(trainedResult(cell, epochs));
}

void FakeRun::findRate(const Cell& cell, const std::stop_token& stop) {
    const auto pause = m_scenario.has("slow") ? m_scenario.number("slow", 2000) * 1ms : 60ms;
    write(lineOf(cell, dataOf(cell)));
    write(Stage{.cell = cell.id, .stage = "measure"});
    const double step_ms = finderResult(cell).summary->median_ms;
    for (int step = 1; step <= kRateSteps && !stop.stop_requested(); ++step) {
        write(lineOf(cell, rateOf(step)));
        write(Samples{.cell = cell.id,
                      .round = {step - 1},
                      .t0_ms = {(step - 1) * step_ms},
                      .wall_ms = {step_ms}});
        rest(pause / kRateSteps, stop);
    }
    if (stop.stop_requested())
        return write(without(cell.id, Status::Cancelled, {"cancelled_by_user"}));
    write(finderResult(cell));
}

void FakeRun::leave(const std::string& cell, const Reason& reason, int exit_code) {
    write(without(cell, Status::Failed, reason));
    write(End{.status = "failed", .reason = reason});
    m_pipe.reply(m_command, {{"ok", true}, {"exit_code", exit_code}});
    std::_Exit(exit_code);
}

void FakeRun::standStill() {
    for (;;) std::this_thread::sleep_for(1h);
}

/// The fault that the scenario has for this cell.
void FakeRun::strike(const std::string& cell) {
    const auto now = [&](const char* word) { return m_scenario.strikes(word, cell); };
    if (now("abort")) std::abort();
    if (now("segv")) {
        std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit code of it
        std::raise(SIGSEGV);
    }
#ifndef _WIN32
    if (now("killed")) std::raise(SIGKILL);
#endif
    if (now("exit")) std::_Exit(m_scenario.number("exit", 9));
    if (now("bad-input")) std::_Exit(kBadInput);
    if (now("device-lost"))
        leave(cell, {"cuda_illegal_address", {{"number", 700}, {"name", "fake"}}}, kNeedsRestart);
    if (now("call-hangs")) leave(cell, {"call_hangs", {{"limit_s", 300}}}, kCallHangs);
    if (now("half-line")) {
        m_pipe.sendRaw("{\"r\":\"samples\",\"cell\":\"" + cell + "\",\"wall_ms\":[1.5,2.");
        std::_Exit(0);
    }
    if (now("mute")) standStill();
    if (now("hang")) {
        m_hangs = true;
        standStill();
    }
}

/// Much text at once: of samples, of one line, of a line without end.
void FakeRun::flood(const std::string& cell) {
    if (m_scenario.has("many-samples")) {
        std::string lines;
        for (int i = 0, count = m_scenario.number("many-samples", 100'000); i < count; ++i)
            lines +=
                encode(Samples{.cell = cell, .round = {i}, .t0_ms = {1.0 * i}, .wall_ms = {2}}) +
                '\n';
        m_pipe.sendRaw(lines);
    }
    const auto megabytes = [&](const char* word) {
        return std::string(static_cast<std::size_t>(m_scenario.number(word, 1)) << 20, 'x');
    };
    if (m_scenario.has("big-line"))
        m_pipe.send("{\"r\":\"future\",\"pad\":\"" + megabytes("big-line") + "\"}");
    if (m_scenario.has("endless-line")) {
        m_pipe.sendRaw(megabytes("endless-line"));
        standStill();
    }
}

}  // namespace duelo::fake
