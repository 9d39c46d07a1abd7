// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "experiments/training/training_data.h"
#include "gpu/gpu_loader.h"
#include "machine/clock.h"
#include "machine/machine.h"
#include "measure/forecast_duration.h"
#include "plan/spec.h"
#include "program.h"
#include "record/record.h"

namespace duelo {

/// What every command of the engine program needs to know about this machine and this call.
/// Reading the machine costs some milliseconds, so it is done on first use.
/// Everything but readState() belongs to one thread.
class EngineContext {
public:
    EngineContext(Text text, WrapMaker wrap);

    [[nodiscard]] const Text& text() const { return m_text; }
    [[nodiscard]] Gpu& gpu();
    [[nodiscard]] const MachineSheet& machine();
    [[nodiscard]] const ClockSheet& clock();
    /// clock() if it is known, else one tenth of its reads: enough to show, not to measure with.
    [[nodiscard]] ClockSheet glanceAtClock() const;
    /// MachineMonitor::read() of this process: the load is that since the call before. From any
    /// thread.
    [[nodiscard]] MachineState readState();
    [[nodiscard]] int physicalCores();
    [[nodiscard]] Facts facts();

    /// CPU, and the GPU where there is one that works.
    [[nodiscard]] std::vector<Device> usableDevices();

    /// `journal`: the record file of a run, beside which a training keeps its checkpoints; empty:
    /// nothing is kept. With `resume` it goes on from those that are there. Where the plan's preset
    /// asks for several processes, what is repeated is done by child engines.
    [[nodiscard]] std::unique_ptr<Maker> makerOf(const Plan& plan,
                                                 const std::filesystem::path& journal = {},
                                                 bool resume = false);
    /// Fills in all of a header but its run, start and label.
    void describe(Header& header, const Plan& plan, std::size_t cells);

    /// Measures what the usable devices can do, unless that is known (calibration.h). Not while a
    /// run is in progress.
    void calibrate();
    [[nodiscard]] const std::optional<ComputeRate>& rate(Device device) const;

    /// Whether nothing was computed in this process so far; from now on something was.
    [[nodiscard]] bool takeFirstUse() { return std::exchange(m_unused, false); }

private:
    Text m_text;
    WrapMaker m_wrap;
    /// Of all makers, so that what the window has shown is not read again for the run.
    TrainingDataStore m_trainingData;
    std::optional<MachineSheet> m_machine;
    std::optional<ClockSheet> m_clock;
    std::array<std::optional<ComputeRate>, wordsOf<Device>.size()> m_rates;
    bool m_calibrated = false;
    bool m_unused = true;
    std::mutex m_monitorMutex;
    MachineMonitor m_monitor;
};

/// $DUELO_LANG, else the system's language: Spanish where it is Spanish, English elsewhere.
[[nodiscard]] Language systemLanguage();

}  // namespace duelo
