// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "experiments/aligned_floats.h"
#include "experiments/stencil/kernels.h"
#include "experiments/stencil/params.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call lets heat spread for some steps, always from the same plate, so that it ends the same
/// however often it is made. Each thread has an equal part of the rows, and keeps to a core where
/// there are enough.
class StencilWork final : public Work {
public:
    StencilWork(const HeatCase& work, HeatWay way, int threads,
                const HeatKernels& kernels = usableHeatKernels().back());

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

    [[nodiscard]] static std::int64_t bytesOf(const HeatCase& work, HeatWay way, int threads);

private:
    void callOnce();
    void passRows(int member, const HeatStep& step, long levels, double share_before);
    void compute(const HeatStep& step, const HeatPart& part, long levels, float* space) const;

    const HeatCase m_case;
    const HeatWay m_way;
    const HeatKernels& m_kernels;
    const std::vector<int> m_cpus;
    CallControl m_control;
    HostWatch m_watch;
    Team m_team;
    AlignedFloats m_start;
    std::array<AlignedFloats, 2> m_plates;  ///< written in turns; after a pass one has its result
    std::vector<AlignedFloats> m_spaces;    ///< of each thread, of HeatWay::Temporal
};

}  // namespace duelo
