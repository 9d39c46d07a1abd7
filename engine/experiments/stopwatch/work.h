// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/stopwatch/params.h"
#include "measure/work.h"

namespace duelo {

/// A stopwatch, and how to make what it needs beside the work.
struct StopwatchJob {
    Stopwatch stopwatch = Stopwatch::Right;
    bool on_cpu = true;  ///< the work's calls return when all is done
    std::function<Result<std::unique_ptr<Work>>()> again{};  ///< the same work once more
    std::function<std::unique_ptr<Work>()> elsewhere{};      ///< in a process of its own
};

/// The work of another experiment, which the loop times as it times any. The stopwatch's own
/// reading is taken beside that: before the work is loaded, or after its first call, never between
/// samples. It stands in the metric `claimed_ms`, several readings in output.readings.
///
/// NoSynchronise reads when a GPU's call was handed over. A call of the CPU returns when all is
/// done, so there a CpuQueue takes it, which the note "stopwatch_cpu_queue" says. Beside what was
/// claimed stand `queue_waited_ms`, the same call waited for, and `queue_pending_ms`, one that is
/// begun while the call before it is still in the queue (S0-M04).
class StopwatchWork final : public Work {
public:
    StopwatchWork(std::unique_ptr<Work> timed, StopwatchJob job)
        : m_timed(std::move(timed)), m_job(std::move(job)) {}

    void setControl(CallControl control) override;
    [[nodiscard]] Result<void> fetch() override;
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] bool beginRound(int round) override { return m_timed->beginRound(round); }
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_timed->beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override {
        return m_timed->deviceState();
    }
    [[nodiscard]] Parts measureApart() override { return m_timed->measureApart(); }

private:
    [[nodiscard]] double firstElsewhere();
    [[nodiscard]] double withPreparation();
    [[nodiscard]] double byCoarseClock();
    void readSeveral(int count, double (StopwatchWork::*read)());
    void readClocks(Output& output);
    void readUnwaited(Output& output);
    void readQueue(Output& output);

    const std::unique_ptr<Work> m_timed;
    const StopwatchJob m_job;
    CallControl m_control;
    std::optional<double> m_first_ms;
    std::vector<double> m_readings;
};

}  // namespace duelo
