// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/pi/params.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call computes pi once, from the same samples each time.
class PiWork : public Work {
public:
    explicit PiWork(const PiCase& work) : m_case(work) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Over all samples: points inside the circle, or the terms of the series. Throws StepStopped.
    [[nodiscard]] virtual double sum() = 0;
    /// Of a call that does not go through step().
    void takeSum(double sum) { m_sum = sum; }
    [[nodiscard]] const PiCase& work() const { return m_case; }
    [[nodiscard]] const CallControl& control() const { return m_control; }

private:
    const PiCase m_case;
    CallControl m_control;
    HostWatch m_watch;
    double m_sum = 0;
};

/// The loop, whole or shared out to threads that are started for each call. Both add the same
/// blocks in the same order, so their sums are equal to the last bit.
class PiLoop final : public PiWork {
public:
    PiLoop(const PiCase& work, int threads);

protected:
    [[nodiscard]] double sum() override;

private:
    void addBlocks(int thread);

    const int m_threads;
    std::vector<double> m_blocks;
};

}  // namespace duelo
