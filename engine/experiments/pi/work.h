// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/pi/params.h"
#include "experiments/pinned_team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call computes pi once, from the same samples each time.
class PiWork : public Work {
public:
    explicit PiWork(const PiCase& work) : m_case(work) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    /// Sets the processors that the threads of its calls keep to (pinned_team.h); empty: any.
    void keepTo(std::vector<int> cpus) { m_cpus = std::move(cpus); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Adds up all samples: points inside the circle, or the terms of the series. Throws
    /// StepStopped.
    [[nodiscard]] virtual double sum() = 0;
    /// Returns what reaches each of the threads that share a call and are there before it.
    [[nodiscard]] virtual EachThread eachThread() { return thisThread(); }
    /// Keeps the sum of a call that does not go through step().
    void takeSum(double sum) { m_sum = sum; }
    [[nodiscard]] const PiCase& work() const { return m_case; }
    [[nodiscard]] const CallControl& control() const { return m_control; }
    [[nodiscard]] const std::vector<int>& cpus() const { return m_cpus; }

private:
    const PiCase m_case;
    CallControl m_control;
    HostWatch m_watch;
    std::vector<int> m_cpus;
    double m_sum = 0;
};

/// The loop, whole or shared out to threads that are started for each call. Both add the same
/// blocks in the same order, so their sums are equal to the last bit. Those that keep to a core are
/// bound as they start, which is part of the call.
class PiLoop final : public PiWork {
public:
    PiLoop(const PiCase& work, int threads);

protected:
    [[nodiscard]] double sum() override;
    /// Reaches none: the threads are there in a call alone.
    [[nodiscard]] EachThread eachThread() override {
        return [](const auto&) {};
    }

private:
    void addBlocks(int thread);
    /// Runs addBlocks() on the thread's own core where there is one. Returns whether the system let
    /// it.
    [[nodiscard]] bool addBlocksThere(int thread);

    const int m_threads;
    std::vector<double> m_blocks;
};

}  // namespace duelo
