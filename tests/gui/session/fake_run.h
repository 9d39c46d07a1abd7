// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "fake_pipe.h"
#include "fake_scenario.h"
#include "machine/measuring_lock.h"
#include "record/record_file.h"

namespace duelo::fake {

/// A run that measures nothing and invents every figure, but keeps a journal as the real one does:
/// a new header where it is resumed, the lost cell closed with its reason, the cells that have a
/// result left alone, the digest at the end.
class FakeRun {
public:
    /// The engine's refusals as far as they concern the file and the plan.
    [[nodiscard]] static Result<std::unique_ptr<FakeRun>> start(const Json& command,
                                                                const Scenario& scenario,
                                                                Pipe& pipe);

    void cancel() { m_worker.request_stop(); }
    [[nodiscard]] bool isOver() const { return m_over; }
    /// The process is to hear nothing any more ("hang").
    [[nodiscard]] bool hangs() const { return m_hangs; }

private:
    FakeRun(Json command, const Scenario& scenario, Pipe& pipe)
        : m_command(std::move(command)), m_scenario(scenario), m_pipe(pipe) {}

    void walk(const std::stop_token& stop);
    void measure(const Cell& cell, const std::stop_token& stop);
    void train(const Cell& cell, const std::stop_token& stop);
    void findRate(const Cell& cell, const std::stop_token& stop);
    void strike(const std::string& cell);
    void flood(const std::string& cell);
    void write(const Record& record);
    [[noreturn]] void leave(const std::string& cell, const Reason& reason, int exit_code);
    [[noreturn]] void standStill();
    void over(int exit_code);

    const Json m_command;
    const Scenario& m_scenario;
    Pipe& m_pipe;
    std::vector<Cell> m_cells;
    std::set<std::string> m_finished;
    bool m_allDone = true;
    std::optional<MeasuringLock> m_lock;
    std::unique_ptr<RecordFile> m_file;
    std::atomic<bool> m_over{false}, m_hangs{false};
    std::jthread m_worker;  ///< last: joined before anything that it uses goes
};

}  // namespace duelo::fake
