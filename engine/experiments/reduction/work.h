// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "experiments/pinned_team.h"
#include "experiments/reduction/kernels.h"
#include "experiments/reduction/numbers.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call adds up all numbers once, always the same ones. Threads keep to a core each where there
/// are enough.
class SumWork : public Work {
public:
    /// `store` outlives the work.
    SumWork(const SumTask& task, SumNumbersStore& store);

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<void> fetch() override;
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    /// Tells {sum, exact}, and the metrics "error" and "error_bound", shares of the exact sum.
    /// Throws WorkFailed "reduction_wrong" {found, expected} beyond that bound.
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Adds the numbers up. Its value is of no use where a stop was asked for.
    [[nodiscard]] virtual float sum() = 0;
    [[nodiscard]] virtual EachThread eachThread() = 0;
    [[nodiscard]] const SumTask& task() const { return m_task; }
    [[nodiscard]] const AlignedFloats& numbers() const { return m_numbers->x; }
    [[nodiscard]] const CallControl& control() const { return m_control; }

private:
    const SumTask m_task;
    SumNumbersStore& m_store;
    const std::vector<int> m_cpus;
    CallControl m_control;
    HostWatch m_watch;
    std::shared_ptr<const SumNumbers> m_numbers;
    float m_sum = 0;
};

/// Adds by the texts of kernel_texts.h: each thread an equal part of the numbers, in their order.
class KernelSum final : public SumWork {
public:
    KernelSum(const SumTask& task, SumNumbersStore& store,
              AddNumbers simd = usableSimdSums().back());

protected:
    [[nodiscard]] float sum() override;
    [[nodiscard]] EachThread eachThread() override;

private:
    void addPart(int thread);
    /// Calls `add(begin, count)` for a thread's numbers, until it is stopped.
    template <typename Add>
    void inPieces(int thread, const Add& add) const;
    [[nodiscard]] float joined();

    const AddNumbers m_own;
    const AddShared m_shared;
    Team m_team;
    SharedSums m_all;
};

}  // namespace duelo
