// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "experiments/effects/data.h"
#include "experiments/effects/params.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call goes over the data in one of two ways, small data as often as makes a call of about a
/// million elements: waking threads would be most of a shorter one.
class EffectsWork : public Work {
public:
    explicit EffectsWork(const EffectCase& work) : m_case(work) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

    /// Returns how often a call goes over so many elements.
    [[nodiscard]] static std::int64_t passesOf(std::size_t elements);

protected:
    /// Makes the data; that is not timed.
    virtual void makeData() = 0;
    /// Goes over all data once. \returns the whole number that all ways come to.
    [[nodiscard]] virtual std::uint64_t pass() = 0;
    /// Makes several passes. \returns the sum of each.
    [[nodiscard]] virtual std::uint64_t passes(std::int64_t count);
    [[nodiscard]] const EffectCase& work() const { return m_case; }
    /// Tells whether the work is to be left; it is asked between pieces of the data.
    [[nodiscard]] bool isStopped() const { return m_control.stop.stop_requested(); }

private:
    const EffectCase m_case;
    CallControl m_control;
    HostWatch m_watch;
    std::uint64_t m_sum = 0;
};

[[nodiscard]] std::unique_ptr<Work> effectsWork(const EffectCase& work, EffectWay way);

}  // namespace duelo
