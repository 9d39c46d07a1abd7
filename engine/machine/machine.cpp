// SPDX-License-Identifier: Apache-2.0
#include "machine/machine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "base/container_limits.h"
#include "base/processors.h"
#include "base/sha256.h"
#include "machine/machine_system.h"

namespace duelo {
namespace {

// The jiffy is 10 ms: a shorter window would report 0 % or 50 % by chance.
constexpr double kShortestWindowMs = 50;

// Below these nothing was seen to move a median; above them a banner is worth its place.
constexpr double kBusyPercent = 10;
constexpr double kBusyCpus = 0.5;  // half a foreign thread disturbs even a 32-thread machine
constexpr double kStolenPercent = 2;
constexpr double kLowMemoryGib = 1;

// Variables that change how fast the same work runs. Values are recorded as they stand.
constexpr std::array kEnvironment{"OMP_NUM_THREADS",
                                  "OMP_THREAD_LIMIT",
                                  "OMP_DYNAMIC",
                                  "OMP_PROC_BIND",
                                  "OMP_PLACES",
                                  "OMP_WAIT_POLICY",
                                  "OMP_SCHEDULE",
                                  "GOMP_CPU_AFFINITY",
                                  "GOMP_SPINCOUNT",
                                  "KMP_AFFINITY",
                                  "KMP_BLOCKTIME",
                                  "MKL_NUM_THREADS",
                                  "MKL_DYNAMIC",
                                  "MKL_CBWR",
                                  "MKL_ENABLE_INSTRUCTIONS",
                                  "ONEDNN_MAX_CPU_ISA",
                                  "ONEDNN_DEFAULT_FPMATH_MODE",
                                  "ATEN_CPU_CAPABILITY",
                                  "CUDA_VISIBLE_DEVICES",
                                  "CUDA_LAUNCH_BLOCKING",
                                  "CUDA_MODULE_LOADING",
                                  "NVIDIA_TF32_OVERRIDE",
                                  "PYTORCH_CUDA_ALLOC_CONF"};

TextTable environment() {
    TextTable set;
    for (const char* name : kEnvironment) {
        if (const char* value = std::getenv(name)) {
            set.emplace_back(name, value);
        }
    }
    return set;
}

/// Thirty cloned lab PCs share their machine-id, so the identity holds the host's name as well;
/// because of the machine-id in it, nobody finds that name again by trying names.
void identify(MachineSheet& sheet, const MachineSource& source) {
    const system_info::Identity identity = system_info::identity(source);
    if (identity.text.empty()) return;
    sheet.id = sha256Hex("duelo machine sheet 1\n" + identity.text).substr(0, 8);
    if (identity.until_restart) sheet.id_until_restart = true;
}

/// Adds what the process may use of the machine: processors and memory.
void addLimits(MachineSheet& sheet, const MachineSource& source) {
    const UsableProcessors usable = readUsableProcessors(source.root);
    CpuSheet& cpu = sheet.cpu;
    cpu.usable_logical = usable.logical;
    cpu.quota = usable.quota;
    const int cores = cpu.usable_cores.value_or(cpu.cores.value_or(usable.logical));
    cpu.default_threads = std::min(cores, usable.count());
    const auto limit_bytes = readContainerLimits(source.root).memory_bytes;
    if (limit_bytes && *limit_bytes < sheet.memory.total_bytes.value_or(*limit_bytes + 1))
        sheet.memory.limit_bytes = limit_bytes;
}

std::int64_t steadyNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double rounded(double value, int digits) {
    const double scale = std::pow(10.0, digits);
    return std::round(value * scale) / scale;
}

std::optional<CpuTicks> ticksAndThrottles(const MachineSource& source) {
    auto ticks = system_info::cpuTicks(source);
    if (ticks) ticks->throttles = system_info::throttleEvents(source);
    return ticks;
}

void addLoad(MachineState& state, const CpuTicks& before, const CpuTicks& now, double window_ms) {
    const auto ticks = system_info::ticksBetween(before, now);
    const auto positive = [](std::int64_t count) {
        return static_cast<double>(std::max<std::int64_t>(0, count));
    };
    state.throttles = positive(ticks.throttles);
    const double total = positive(ticks.total);
    if (total <= 0) {
        return;
    }
    const double others = positive(ticks.others) / total;
    state.others_percent = rounded(100 * others, 1);
    state.others_cpus = rounded(others * now.cpus, 2);
    state.stolen_percent = rounded(100 * positive(ticks.stolen) / total, 1);
    state.window_ms = std::llround(window_ms);
}

}  // namespace

const std::vector<std::string>& system_info::instructionSetsOfInterest() {
    static const std::vector<std::string> names{
        "sse4_2",      "avx",      "f16c",        "fma",         "avx2",
        "avx512f",     "avx512bw", "avx512_vnni", "avx512_bf16", "avx_vnni",
        "avx512_fp16", "amx_tile", "amx_int8",    "amx_bf16"};
    return names;
}

system_info::TickDifference system_info::ticksBetween(const CpuTicks& before, const CpuTicks& now) {
    const auto since = [](std::uint64_t from, std::uint64_t to) {
        return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
    };
    return {.total = since(before.total, now.total),
            .others = since(before.busy, now.busy) - since(before.own, now.own),
            .stolen = since(before.stolen, now.stolen),
            .throttles = since(before.throttles, now.throttles)};
}

CpuMhz system_info::spread(std::vector<double> values) {
    if (values.empty()) {
        return {};
    }
    std::ranges::sort(values);
    const auto whole = [](double value) { return std::int64_t{std::llround(value)}; };
    return {.min = whole(values.front()),
            .median = whole(values[values.size() / 2]),
            .max = whole(values.back())};
}

MachineSheet readMachineSheet(const MachineSource& source) {
    MachineSheet sheet = system_info::staticFacts(source);
    identify(sheet, source);
    system_info::addTopology(sheet.cpu);
    addLimits(sheet, source);
    sheet.environment = environment();
    return sheet;
}

#ifndef _WIN32
void stayAtFullSpeed() {}
#endif

MachineMonitor::MachineMonitor(MachineSource source)
    : m_source(std::move(source)), m_ticks(ticksAndThrottles(m_source)), m_readAtNs(steadyNs()) {}

MachineState MachineMonitor::read() {
    MachineState state = system_info::momentaryFacts(m_source);
    const double window_ms = static_cast<double>(steadyNs() - m_readAtNs) / 1e6;
    if (window_ms < kShortestWindowMs) {
        return state;
    }
    const std::optional<CpuTicks> now = ticksAndThrottles(m_source);
    if (m_ticks && now) {
        addLoad(state, *m_ticks, *now, window_ms);
    }
    m_ticks = now;
    m_readAtNs = steadyNs();
    return state;
}

MachineState readMachineState(const MachineSource& source, int window_ms) {
    MachineMonitor monitor(source);
    if (window_ms > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(window_ms));
    }
    return monitor.read();
}

std::vector<Reason> machineLimits(const MachineSheet& sheet) {
    std::vector<Reason> limits;
    const CpuSheet& cpu = sheet.cpu;
    if (cpu.usable_logical && cpu.logical && *cpu.usable_logical < *cpu.logical)
        limits.push_back(
            {"processors_limited", {{"usable", *cpu.usable_logical}, {"logical", *cpu.logical}}});
    if (cpu.quota)
        limits.push_back({"processor_time_limited", {{"processors", rounded(*cpu.quota, 2)}}});
    if (const auto& bytes = sheet.memory.limit_bytes)
        limits.push_back({"memory_limited", {{"limit_bytes", *bytes}}});
    return limits;
}

std::vector<Reason> machineWarnings(const MachineState& state) {
    std::vector<Reason> warnings;
    const auto warn = [&warnings](const char* code, Json args) {
        warnings.push_back({code, std::move(args), {}});
    };
    const double others_percent = state.others_percent.value_or(0);
    const double others_cpus = state.others_cpus.value_or(0);
    const double stolen_percent = state.stolen_percent.value_or(0);
    const double throttles = state.throttles.value_or(0);
    if (state.power_source == "battery") {
        warn("on_battery", Json::object());
    }
    if (state.power.saver.value_or(false)) {
        warn("power_saver", {{"plan", state.power.plan.empty() ? Json() : Json(state.power.plan)}});
    }
    if (others_percent >= kBusyPercent || others_cpus >= kBusyCpus) {
        warn("busy_machine",
             {{"percent", std::lround(others_percent)}, {"cpus", rounded(others_cpus, 1)}});
    }
    if (stolen_percent >= kStolenPercent) {
        warn("cpu_stolen", {{"percent", std::lround(stolen_percent)}});
    }
    if (throttles > 0) {
        warn("cpu_throttled", {{"events", std::lround(throttles)}});
    }
    if (const auto available_bytes = state.memory.available_bytes) {
        const double gib = static_cast<double>(*available_bytes) / (1024.0 * 1024 * 1024);
        if (gib < kLowMemoryGib) {
            warn("low_memory", {{"available_gib", rounded(gib, 1)}});
        }
    }
    return warnings;
}

}  // namespace duelo
