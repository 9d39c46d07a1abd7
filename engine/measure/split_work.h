// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "measure/maker.h"

namespace duelo {

/// How long the threads of a process go on looking for work after its last call before they sleep:
/// libgomp looks 300,000 times, which was 4 ms here and is 15 where a look takes longest. The next
/// process waits that long, or it would share its cores with them.
inline constexpr std::chrono::milliseconds kSettle{20};

/// The work of one cell done by several processes that began alike, in turn: process `round` modulo
/// their number does the calls of a round, and Timing::process says which it was. Before the
/// rounds each call is one of every process, and the longest is told. A median that depends on
/// where the system has put the pages of a process shows only so.
class SplitWork final : public Work {
public:
    /// `tolerance`: of Fingerprints of one variant against itself.
    SplitWork(std::vector<std::unique_ptr<Work>> processes, double tolerance,
              std::chrono::milliseconds settle = kSettle);

    void setControl(CallControl control) override;
    /// All of them; told is what the first has learnt, with the longest time.
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] bool beginRound(int round) override;
    [[nodiscard]] Timing step(int calls) override;
    /// That of the first, or WorkFailed with "processes_disagree" {process, tolerance} and what
    /// agreement() says where another's is not the same.
    [[nodiscard]] Output output() override;
    /// All allocations, the largest peak, the slowest clock. In a round only the process at work is
    /// asked; of the others it is what they said last.
    [[nodiscard]] std::optional<DeviceState> deviceState() override;

private:
    std::vector<std::unique_ptr<Work>> m_processes;
    std::vector<std::optional<DeviceState>> m_states;  ///< parallel to them
    const double m_tolerance;
    const std::chrono::milliseconds m_settle;
    std::optional<std::size_t> m_atWork;  ///< in a round
};

/// Makes the work of each cell as a SplitWork of several processes.
class SplitMaker final : public Maker {
public:
    using MakeChild = std::function<std::unique_ptr<Work>(const Cell&)>;
    /// `inner` says what can be done and what it needs, `make` makes one of the processes.
    SplitMaker(std::unique_ptr<Maker> inner, int processes, MakeChild make);

    [[nodiscard]] Result<void> check(const Cell& cell) override { return m_inner->check(cell); }
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    /// Memory for all of them.
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Result<std::optional<CourseForecast>> look(const Cell& cell,
                                                             bool measuring) override {
        return m_inner->look(cell, measuring);
    }
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override {
        return m_inner->describe(error);
    }
    [[nodiscard]] Result<Json> answer(std::string_view query, const Json& args) override {
        return m_inner->answer(query, args);
    }
    void release() override { m_inner->release(); }

private:
    const std::unique_ptr<Maker> m_inner;
    const int m_count;
    const MakeChild m_make;
};

}  // namespace duelo
