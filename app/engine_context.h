// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "experiments/makers.h"
#include "gpu/gpu_loader.h"
#include "machine/clock.h"
#include "machine/gpu_reading.h"
#include "machine/machine.h"
#include "machine/package_energy.h"
#include "measure/call_times.h"
#include "measure/child_work.h"
#include "measure/scatter_memory.h"
#include "plan/spec.h"
#include "program.h"
#include "record/record.h"

namespace duelo {

/// A course, and what coarseCallTime() says of one of its calls; 0: nothing.
struct CountedCourse {
    CourseForecast forecast{};
    double coarse_ms = 0;
};

/// Holds all that the commands of the engine program need to know about this machine and this call.
/// Reading the machine costs some milliseconds, so it is done on first use. Everything but
/// readState(), readGpu(), gpuWarnings() and callTimes() belongs to one thread.
class EngineContext {
public:
    EngineContext(Text text, WrapMaker wrap);

    [[nodiscard]] const Text& text() const { return m_text; }
    [[nodiscard]] Gpu& gpu();
    /// Leaves the GPU alone: gpu() is then as on a PC without any. Call it before anything asks for
    /// the GPU.
    void leaveGpuAlone();
    [[nodiscard]] const MachineSheet& machine();
    [[nodiscard]] const ClockSheet& clock();
    /// clock() if it is known, else one tenth of its reads: enough to show, not to measure with.
    [[nodiscard]] ClockSheet glanceAtClock() const;
    /// MachineMonitor::read() of this process: the load is that since the call before. From any
    /// thread.
    [[nodiscard]] MachineState readState();
    /// Returns the present state of the GPU; nothing before it is known that there is one, or where
    /// its driver tells nothing. It asks the driver, so it must not be called while anything is
    /// timed here. From any thread.
    [[nodiscard]] std::optional<GpuReading> readGpu() const;
    /// gpuWarnings() of that. Not while anything is computed here. From any thread.
    [[nodiscard]] std::vector<Reason> gpuWarnings() const;
    [[nodiscard]] int physicalCores();
    [[nodiscard]] Facts facts();

    /// CPU, and the GPU where there is one that works.
    [[nodiscard]] std::vector<Device> usableDevices();
    /// All of this PC, the CPU first, with the reason of each on which nothing is measured.
    [[nodiscard]] std::vector<DeviceSheet> devices();

    /// `journal`: the record file of a run, beside which work keeps its own files; empty: nothing
    /// is kept. With `resume` it goes on from those that are there. What childrenOf() says is done
    /// by child engines, and a call of a student's own text ends there after kSourceLimit_s, or
    /// after `call_limit_s` where that is less.
    [[nodiscard]] std::unique_ptr<Maker> makerOf(const Plan& plan,
                                                 const std::filesystem::path& journal = {},
                                                 bool resume = false,
                                                 double call_limit_s = kSourceLimit_s);
    /// Returns a maker that does everything itself, as a child engine does.
    [[nodiscard]] std::unique_ptr<Maker> makerHere(const Plan& plan,
                                                   const std::filesystem::path& journal = {},
                                                   bool resume = false);
    /// Fills in all of a header but its run, start and label.
    void describe(Header& header, const Plan& plan, std::size_t cells);
    /// Describes the GPU and the libraries that are in use by now.
    void describeGpu(Header& header);

    /// Measures what the usable devices can do, unless that is known (calibration.h). Not while a
    /// run is in progress.
    void calibrate();
    [[nodiscard]] const std::optional<ComputeRate>& rate(const Device& device) const;
    /// Reads what a device has taken since some moment (measure/energy_block.h). From any thread.
    [[nodiscard]] std::optional<double> energyOf(const Device& device);
    /// Whether something counts what it takes; false before calibrate().
    [[nodiscard]] bool countsEnergy(const Device& device) const;
    /// The times that calls took in this session, in probes and in runs. Callable from any thread.
    [[nodiscard]] CallTimes& callTimes() { return m_callTimes; }
    /// The scatter of rounds on this machine, in former sessions too; kept in the user's folder.
    [[nodiscard]] ScatterMemory& scatterMemory();
    /// probeKey() of what was tried, whatever came of it.
    [[nodiscard]] std::set<std::string>& probed() { return m_probed; }
    /// The courses whose calls a forecast has counted, by their probeKey().
    [[nodiscard]] std::map<std::string, CountedCourse>& courses() { return m_courses; }

    /// Whether nothing was computed in this process so far; from now on something was.
    [[nodiscard]] bool takeFirstUse() { return std::exchange(m_unused, false); }

private:
    Text m_text;
    WrapMaker m_wrap;
    Kept m_kept;  ///< of all makers
    std::optional<MachineSheet> m_machine;
    std::optional<ClockSheet> m_clock;
    std::map<Device, std::optional<ComputeRate>> m_rates;
    std::set<Device> m_countsEnergy;
    PackageEnergy m_packages;
    CallTimes m_callTimes;
    std::optional<ScatterMemory> m_scatterMemory;
    std::set<std::string> m_probed;
    std::map<std::string, CountedCourse> m_courses;
    bool m_calibrated = false;
    bool m_unused = true;
    std::unique_ptr<Gpu> m_noGpu;            ///< leaveGpuAlone()
    std::atomic<PlainGpu*> m_gpu = nullptr;  ///< null: not asked for yet, or there is none
    std::mutex m_monitorMutex;
    MachineMonitor m_monitor;
};

/// $DUELO_LANG, else the system's language: Spanish where it is Spanish, English elsewhere.
[[nodiscard]] Language systemLanguage();

}  // namespace duelo
