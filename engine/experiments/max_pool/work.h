// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "experiments/aligned_floats.h"
#include "experiments/max_pool/kernels.h"
#include "experiments/max_pool/params.h"
#include "experiments/pinned_team.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call pools a picture that lies in memory into a map.
class PoolWork : public Work {
public:
    explicit PoolWork(const PoolCase& work) : m_case(work) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    /// Sets the processors that the threads of its calls keep to (pinned_team.h); empty: any.
    void keepTo(std::vector<int> cpus) { m_cpus = std::move(cpus); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Makes what the calls write to; input() is there.
    virtual void makeRoom() = 0;
    /// Throws StepStopped.
    virtual void pool() = 0;
    /// Returns what reaches each of the threads that share a call.
    [[nodiscard]] virtual EachThread eachThread() { return thisThread(); }
    /// Returns the map of the last call.
    [[nodiscard]] virtual std::span<const float> map() = 0;

    [[nodiscard]] const PoolCase& work() const { return m_case; }
    [[nodiscard]] const AlignedFloats& input() const { return m_input; }
    [[nodiscard]] const CallControl& control() const { return m_control; }

private:
    const PoolCase m_case;
    CallControl m_control;
    HostWatch m_watch;
    std::vector<int> m_cpus;
    AlignedFloats m_input;
};

/// Computes the map of such a picture by the plainest of the texts.
[[nodiscard]] AlignedFloats mapByLoops(const PoolCase& work, const AlignedFloats& picture);

/// Pools with a text of resources/kernels, its rows shared out to threads that stay for all calls.
class KernelPool final : public PoolWork {
public:
    KernelPool(const PoolCase& work, PoolKernel kernel, int threads, const PoolKernels& kernels);

protected:
    void makeRoom() override;
    void pool() override;
    [[nodiscard]] EachThread eachThread() override {
        return [this](const auto& call) { m_team.run(call); };
    }
    [[nodiscard]] std::span<const float> map() override { return m_map.values(); }

private:
    void poolRows(int member);

    const PoolKernel m_kernel;
    const PoolKernels& m_kernels;
    AlignedFloats m_map;
    std::vector<AlignedFloats> m_lines;  ///< of each thread
    Team m_team;
};

}  // namespace duelo
