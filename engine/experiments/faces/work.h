// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/faces/detector.h"
#include "experiments/faces/photograph.h"
#include "experiments/pinned_team.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// The photographs whose pixels stand in a result already, of the cells of a run.
using ShownPhotographs = std::shared_ptr<std::set<std::string>>;

/// A call looks for faces in a grey photograph that lies in memory: it shrinks it, adds it up,
/// slides the window over it and groups what it finds, on threads that stay for all calls.
class FaceWork final : public Work {
public:
    FaceWork(FaceCase work, int threads, ShownPhotographs shown);

    void setControl(CallControl control) override { m_control = std::move(control); }
    /// Sets the processors that the threads of its calls keep to (pinned_team.h); empty: any.
    void keepTo(std::vector<int> cpus) { m_cpus = std::move(cpus); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    /// Throws StepStopped.
    void find(Parts& parts);
    /// Gives each number from 0 to `count` - 1 to whichever thread comes first. Throws StepStopped.
    void shareOut(std::size_t count, const std::function<void(std::size_t)>& job);

    const FaceCase m_case;
    const ShownPhotographs m_shown;
    Team m_team;
    CallControl m_control;
    HostWatch m_watch;
    std::vector<int> m_cpus;
    ShippedCascade m_cascade;
    FacePhotograph m_photograph;
    std::optional<FaceDetector> m_detector;
    std::vector<FoundFace> m_found;
};

}  // namespace duelo
