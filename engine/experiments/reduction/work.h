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

/// The result of a call.
struct SumResult {
    float sum = 0;             ///< of a scan the last of its sums
    AlignedFloats prefixes{};  ///< of a scan, as many as there are numbers
    ByteCounts counts{};       ///< of a histogram
};

/// A call adds up, scans or counts all numbers once, always the same ones. Threads keep to a core
/// each where there are enough.
class SumWork : public Work {
public:
    /// `store` outlives the work.
    SumWork(const SumTask& task, SumNumbersStore& store);

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<void> fetch() override;
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    /// Tells {sum, exact}, of a histogram {total, exact} with the digest of its counts, and the
    /// metrics "error" and "error_bound", shares of the exact sum: of a scan the largest of all.
    /// Throws WorkFailed "reduction_wrong" {found, expected} beyond that bound.
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Makes the result, which is of no use where a stop was asked for.
    virtual void compute(SumResult& result) = 0;
    [[nodiscard]] virtual EachThread eachThread() = 0;
    [[nodiscard]] const SumTask& task() const { return m_task; }
    [[nodiscard]] const SumNumbers& numbers() const { return *m_numbers; }
    [[nodiscard]] const CallControl& control() const { return m_control; }

private:
    const SumTask m_task;
    SumNumbersStore& m_store;
    const std::vector<int> m_cpus;
    CallControl m_control;
    HostWatch m_watch;
    std::shared_ptr<const SumNumbers> m_numbers;
    SumResult m_result;
};

/// Works by the texts of kernel_texts.h: each thread on an equal part of the numbers, in their
/// order, or of a scan on pieces in turn.
class KernelSum final : public SumWork {
public:
    KernelSum(const SumTask& task, SumNumbersStore& store,
              const SimdKernels& simd = usableSimdKernels().back());

protected:
    void compute(SumResult& result) override;
    [[nodiscard]] EachThread eachThread() override;

private:
    void addPart(int thread);
    void countPart(int thread);
    /// Makes the prefix sums of the pieces that are a thread's turn; of one thread, of all.
    void scanPieces(int thread, float* out);
    /// Calls `work(first, count)` for a thread's numbers, until it is stopped.
    template <typename OfPiece>
    void inPieces(int thread, const OfPiece& work) const;
    [[nodiscard]] float joined();
    [[nodiscard]] ByteCounts joinedCounts();

    const SimdKernels m_simd;
    const AddNumbers m_own;
    const AddShared m_shared;
    const CountBytes m_count;
    const CountShared m_count_shared;
    Team m_team;
    SharedSums m_all;
};

}  // namespace duelo
