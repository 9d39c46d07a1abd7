// SPDX-License-Identifier: Apache-2.0
#include "engine_context.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/places.h"
#include "build_info.h"
#include "calibration.h"
#include "commands.h"
#include "engine_sheet.h"
#include "experiments/specs.h"
#include "gpu/gpu_device_state.h"
#include "gpu/opencl_devices.h"
#include "machine/machine.h"
#include "measure/child_work.h"
#include "measure/side_by_side.h"
#include "measure/split_work.h"
#include "models/numerics.h"
#include "plan/protocol.h"
#include "record/tolerance.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace duelo {

namespace {

/// A probe is there to be fast. Whatever measures asks for the 10^6 reads of R-29.
constexpr std::size_t kGlanceReads = 100'000;
/// In userDataDir().
constexpr const char* kScatterFile = "forecast.json";

}  // namespace

EngineContext::EngineContext(Text text, WrapMaker wrap)
    : m_text(std::move(text)), m_wrap(std::move(wrap)) {}

void EngineContext::leaveGpuAlone() {
    // A name that no library has.
    m_noGpu = std::make_unique<Gpu>(GpuPaths{.driver = "no-gpu", .nvml = "no-gpu"});
}

Gpu& EngineContext::gpu() {
    if (m_noGpu) return *m_noGpu;
    Gpu& gpu = Gpu::instance();
    m_gpu = gpu.plain();
    return gpu;
}

const MachineSheet& EngineContext::machine() {
    if (!m_machine) m_machine = readMachineSheet();
    return *m_machine;
}

const ClockSheet& EngineContext::clock() {
    if (!m_clock) m_clock = inspectClock();
    return *m_clock;
}

ClockSheet EngineContext::glanceAtClock() const {
    return m_clock ? *m_clock : inspectClock(nowNs, kGlanceReads);
}

MachineState EngineContext::readState() {
    const std::lock_guard lock(m_monitorMutex);
    return m_monitor.read();
}

std::optional<GpuReading> EngineContext::readGpu() const {
    PlainGpu* const gpu = m_gpu;
    if (!gpu) return std::nullopt;
    GpuReading reading = readingOf(gpu->state(), ProcessTable());
    return reading.isEmpty() ? std::nullopt : std::optional(std::move(reading));
}

std::vector<Reason> EngineContext::gpuWarnings() const {
    const auto reading = readGpu();
    return reading ? duelo::gpuWarnings(*reading) : std::vector<Reason>();
}

void EngineContext::calibrate() {
    if (std::exchange(m_calibrated, true)) return;
    m_unused = false;
    for (const Device device : usableDevices()) {
        GpuApi* const api = device.api == Api::Cuda ? gpu().api() : nullptr;
        // The rate is that of networks' operations.
        if (device.isCpu() || api != nullptr) m_rates[device] = measureRate(physicalCores(), api);
        if (energyOf(device)) m_countsEnergy.insert(device);
    }
}

std::optional<double> EngineContext::energyOf(const Device& device) {
    if (!device.isGpu()) return m_packages.joules();
    if (device != Device::Cuda) return std::nullopt;  // GpuState is of the first card
    PlainGpu* const api = gpu().plain();
    return api ? api->state().energy_j : std::nullopt;
}

bool EngineContext::countsEnergy(const Device& device) const {
    return m_countsEnergy.contains(device);
}

const std::optional<ComputeRate>& EngineContext::rate(const Device& device) const {
    static const std::optional<ComputeRate> unknown;
    const auto known = m_rates.find(device);
    return known == m_rates.end() ? unknown : known->second;
}

ScatterMemory& EngineContext::scatterMemory() {
    if (!m_scatterMemory) m_scatterMemory.emplace(userDataDir() / kScatterFile, machine().id);
    return *m_scatterMemory;
}

int EngineContext::physicalCores() {
    return threadsOfAllCores(machine().cpu);
}

namespace {

/// Makes the work of a cell in a child engine, or in as many side by side as it asks for.
/// `cores`: EngineContext::physicalCores(); 0: whoever asks has no such cells.
std::function<std::unique_ptr<Work>(const Cell&)> childMaker(
    const Params& run = {}, int cores = 0, double source_limit_s = kSourceLimit_s) {
    return [run, cores, source_limit_s](const Cell& cell) -> std::unique_ptr<Work> {
        const int count = instancesOf(cell.variant);
        std::vector<std::string> arguments{std::string(kChildCommand)};
        if (source_limit_s < kSourceLimit_s)
            arguments.insert(arguments.end(), {kCallLimit, formatExact(source_limit_s)});
        if (count > 0) arguments.emplace_back(kOfCpuAlone);
        const ChildProgram program{executablePath(), arguments, source_limit_s};
        const auto child = [&run, &program](const Cell& own) {
            return std::make_unique<ChildWork>(program, own, run);
        };
        if (count == 0) return child(cell);
        std::vector<std::unique_ptr<ChildWork>> instances;
        for (int i = 0; i < count; ++i) instances.push_back(child(cellOfInstance(cell, i)));
        return std::make_unique<SideBySide>(std::move(instances),
                                            static_cast<int>(cell.variant.integer("threads", 1)),
                                            cores, toleranceFor(cell.variant, cell.variant));
    };
}

}  // namespace

Facts EngineContext::facts() {
    return {.physical_cores = physicalCores(),
            .devices = usableDevices(),
            .networks_on_gpu = gpu().api() != nullptr};
}

std::vector<Device> EngineContext::usableDevices() {
    std::vector<Device> devices{Device::Cpu};
    if (gpu().status().available) devices.push_back(Device::Cuda);
    for (const DeviceSheet& sheet : gpu().openCl().sheets())
        if (!sheet.reason) devices.push_back({Api::OpenCl, *sheet.index});
    return devices;
}

std::vector<DeviceSheet> EngineContext::devices() {
    std::vector<DeviceSheet> devices{sheetOf(Device::Cpu, machine().cpu.name)};
    std::ranges::copy(gpu().status().devices, std::back_inserter(devices));
    std::ranges::copy(gpu().openCl().sheets(), std::back_inserter(devices));
    return devices;
}

std::unique_ptr<Maker> EngineContext::makerHere(const Plan& plan,
                                                const std::filesystem::path& journal, bool resume) {
    MakerSetup setup{.gpu = &gpu(),
                     .kept = m_kept,
                     .facts = facts(),
                     .run = plan.run,
                     .resume = resume,
                     .child = childMaker()};
    if (!journal.empty())
        setup.folder = std::filesystem::path(journal).replace_extension("." + plan.experiment);
    auto maker = duelo::makerOf(plan.experiment, setup);
    return m_wrap ? m_wrap(std::move(maker)) : std::move(maker);
}

std::unique_ptr<Maker> EngineContext::makerOf(const Plan& plan,
                                              const std::filesystem::path& journal, bool resume,
                                              double call_limit_s) {
    const auto children = [spec = findSpec(plan.experiment),
                           protocol = protocolOf(plan.preset)](const Cell& cell) {
        return spec ? childrenOf(cell, *spec, protocol) : 0;
    };
    return std::make_unique<SplitMaker>(
        makerHere(plan, journal, resume), children,
        childMaker(plan.run, physicalCores(), std::min(call_limit_s, kSourceLimit_s)));
}

void EngineContext::describe(Header& header, const Plan& plan, std::size_t cells) {
    header.app = kVersion;
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    if (const Spec* spec = findSpec(plan.experiment)) header.spec_version = spec->version;
    header.cells = static_cast<int>(cells);
    header.machine = machine();
    header.state = readMachineState();
    if (PlainGpu* api = gpu().plain()) header.state.gpu_temperature_c = api->state().temperature_c;
    header.engine = readEngineSheet(gpu());
    header.engine.clock = clock();
    header.engine.devices = devices();
    describeGpu(header);
    header.engine.gpu_reason = gpu().status().reason;
    if (gpu().api() != nullptr) header.engine.cudnn_benchmark = Numerics{}.cudnn_benchmark;
}

void EngineContext::describeGpu(Header& header) {
    header.engine.gpu = gpu().plain() != nullptr ? gpu().plain()->sheet() : gpu().status().sheet;
    header.engine.gpu.networks_reason = gpu().status().networks_reason;
}

Language systemLanguage() {
    std::string locale;
    for (const char* name : {"DUELO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); locale.empty() && value != nullptr)
            locale = value;
#ifdef _WIN32
    if (locale.empty() && PRIMARYLANGID(GetUserDefaultUILanguage()) == LANG_SPANISH) locale = "es";
#endif
    return locale.starts_with("es") ? Language::Spanish : Language::English;
}

}  // namespace duelo
