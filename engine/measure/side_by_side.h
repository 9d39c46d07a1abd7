// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "measure/child_work.h"
#include "measure/work.h"
#include "plan/instances.h"

/// Instances side by side (S0-12): child engines that each do the whole work of a cell, at the same
/// time and with data of their own, as a server does that answers several at once.
namespace duelo {

/// The parameter that stands in a child's variant in place of the number of instances: the number
/// of cores that the children before it take.
inline constexpr std::string_view kFirstCore = "first_core";

/// The cell of one of them, counted from 0, which knows nothing of the others but where its cores
/// begin.
[[nodiscard]] Cell cellOfInstance(const Cell& cell, int instance);

/// A row of that many milliseconds at least: telling the last of a hundred processes to begin takes
/// a millisecond, waking it a tenth of one.
inline constexpr double kLeastRowMs = 20;

class SideBySide final : public Work {
public:
    /// `tolerance`: of Fingerprints of one variant against itself. `cores`: physical ones of this
    /// PC; 0: unknown.
    SideBySide(std::vector<std::unique_ptr<ChildWork>> instances, int threads_each, int cores,
               double tolerance);
    ~SideBySide() override;

    void setControl(CallControl control) override;
    /// All at the same time. Told is what the first has learnt, with the longest time; notes
    /// "instances_share_cores" {instances, threads, cores} where there are fewer cores.
    [[nodiscard]] Result<Prepared> prepare() override;
    /// Each instance does its share of the calls, one at least, all from one moment on.
    /// Timing::wall_ms is from the first start to the last end.
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override;
    /// The memory of all together, and what is busy beside all of them.
    [[nodiscard]] std::optional<DeviceState> deviceState() override;
    void leave() override;

private:
    [[nodiscard]] int count() const { return static_cast<int>(m_instances.size()); }
    [[nodiscard]] bool isCrowded() const;
    /// Calls that of each; "child_died" becomes "instance_died" {instance, instances, code}.
    void ofEach(const std::function<void(ChildWork&)>& call);

    std::vector<std::unique_ptr<ChildWork>> m_instances;
    const int m_threads, m_cores;
    const double m_tolerance;
};

}  // namespace duelo
