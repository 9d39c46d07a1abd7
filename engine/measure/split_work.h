// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "measure/maker.h"
#include "plan/protocol.h"
#include "plan/spec.h"

namespace duelo {

/// The time that the threads of a process go on looking for work after its last call before they
/// sleep: libgomp looks 300,000 times, which was 4 ms here and is 15 where a look takes longest.
/// The next process waits that long, or it would share its cores with them.
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
    ~SplitWork() override;

    void setControl(CallControl control) override;
    /// All of them; told is what the first has learnt, with the longest time.
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] bool beginRound(int round) override;
    [[nodiscard]] Timing step(int calls) override;
    /// agreedOutput().
    [[nodiscard]] Output output() override;
    void beginBlock() override;
    /// All allocations, the largest peak, all that holds a clock down. In a round only the process
    /// at work is asked; of the others it is what they said last, but the allocations of the block
    /// and `throttled` are its own.
    [[nodiscard]] std::optional<DeviceState> deviceState() override;
    /// Asks the first process: what is measured by itself is no sample.
    [[nodiscard]] Parts measureApart() override;
    void leave() override;

private:
    std::vector<std::unique_ptr<Work>> m_processes;
    std::vector<std::optional<DeviceState>> m_states;  ///< parallel to them
    const double m_tolerance;
    const std::chrono::milliseconds m_settle;
    std::optional<std::size_t> m_atWork;  ///< in a round
};

/// Returns the number of child engines that do the work of a cell; 0: this process does it. Work
/// that is repeated is done by as many as the preset asks for; steps towards an end cannot be
/// repeated (Spec::steps). A student's own source is never computed here, because what it breaks
/// ends with its process; so no experiment has both steps and a source. Each call of a student's
/// own command is a process anyway. Each of instances side by side is a child, so the children of
/// such a cell are as many rows of them.
[[nodiscard]] int childrenOf(const Cell& cell, const Spec& spec, const Protocol& protocol);

/// Makes the work of each cell that has children as a SplitWork of them.
class SplitMaker final : public Maker {
public:
    using Count = std::function<int(const Cell&)>;
    using MakeChild = std::function<std::unique_ptr<Work>(const Cell&)>;
    /// `inner` says what can be done and what it needs, and makes the work of cells without
    /// children; `make` makes one of the processes.
    SplitMaker(std::unique_ptr<Maker> inner, Count children, MakeChild make);

    [[nodiscard]] Result<void> check(const Cell& cell) override { return m_inner->check(cell); }
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    /// Lets this process do the work.
    [[nodiscard]] Result<std::unique_ptr<Work>> sample(const Cell& cell) override {
        return m_inner->sample(cell);
    }
    /// Memory for all of them, in their own processes where they are instances side by side:
    /// "instances_need_memory" {needed_bytes, free_bytes, instances}.
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
    const Count m_children;
    const MakeChild m_make;
};

}  // namespace duelo
