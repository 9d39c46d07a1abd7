// SPDX-License-Identifier: Apache-2.0
#include "machine/machine.h"

#include <hwloc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <thread>

#include "base/sha256.h"
#include "machine/machine_system.h"

namespace duelo {
namespace {

using Topology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;
using CpuSet = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

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

Topology loadTopology() {
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) {
        return {nullptr, &hwloc_topology_destroy};
    }
    Topology topology(raw, &hwloc_topology_destroy);
    // I/O devices are left out by hwloc's default, which keeps this to a few milliseconds.
    if (hwloc_topology_load(raw) != 0) {
        return {nullptr, &hwloc_topology_destroy};
    }
    return topology;
}

std::string infoOf(const hwloc_info_s* infos, unsigned count, std::string_view name) {
    for (unsigned i = 0; i < count; ++i) {
        if (infos[i].name == name) {
            return infos[i].value;
        }
    }
    return {};
}

int coresIn(hwloc_topology_t topology, hwloc_const_cpuset_t cpus) {
    int cores = 0;
    hwloc_obj_t core = nullptr;
    while ((core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core)) != nullptr) {
        cores += hwloc_bitmap_intersects(core->cpuset, cpus) ? 1 : 0;
    }
    return cores;
}

/// P and E cores as Intel's CPUID names them; other hybrids by rank, when exactly two are ranked.
std::string kindName(const std::string& coreType, int kinds, int efficiency) {
    if (coreType == "IntelCore") {
        return "performance";
    }
    if (coreType == "IntelAtom") {
        return "efficiency";
    }
    if (kinds == 2 && efficiency >= 0) {
        return efficiency == 0 ? "efficiency" : "performance";
    }
    return "all";
}

std::vector<CpuKind> cpuKinds(hwloc_topology_t topology) {
    std::vector<CpuKind> kinds;
    const int count = hwloc_cpukinds_get_nr(topology, 0);
    for (int i = count - 1; i >= 0; --i) {  // hwloc ranks the fastest last
        const CpuSet cpus(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
        int efficiency = -1;
        unsigned infoCount = 0;
        hwloc_info_s* infos = nullptr;
        if (!cpus || hwloc_cpukinds_get_info(topology, static_cast<unsigned>(i), cpus.get(),
                                             &efficiency, &infoCount, &infos, 0) != 0) {
            continue;
        }
        CpuKind kind{.kind = kindName(infoOf(infos, infoCount, "CoreType"), count, efficiency)};
        const int cores = coresIn(topology, cpus.get());
        const int logical = hwloc_bitmap_weight(cpus.get());
        if (const std::string mhz = infoOf(infos, infoCount, "FrequencyMaxMHz"); !mhz.empty()) {
            kind.max_mhz = std::atoi(mhz.c_str());
        }
        // Kinds that differ in nothing that is shown here are one line, not many.
        auto twin = std::ranges::find_if(kinds, [&kind](const CpuKind& other) {
            return other.kind == kind.kind && other.max_mhz == kind.max_mhz;
        });
        if (twin == kinds.end()) {
            twin = kinds.insert(twin, std::move(kind));
        }
        twin->cores = twin->cores.value_or(0) + cores;
        twin->logical = twin->logical.value_or(0) + logical;
    }
    return kinds;
}

std::vector<CpuCache> caches(hwloc_topology_t topology) {
    std::map<std::pair<int, std::uint64_t>, int> counts;
    for (const hwloc_obj_type_t type :
         {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE}) {
        hwloc_obj_t cache = nullptr;
        while ((cache = hwloc_get_next_obj_by_type(topology, type, cache)) != nullptr) {
            ++counts[{static_cast<int>(cache->attr->cache.depth), cache->attr->cache.size}];
        }
    }
    std::vector<CpuCache> list;
    for (const auto& [cache, count] : counts) {
        list.push_back({.level = cache.first,
                        .kind = cache.first == 1 ? "data" : "unified",
                        .size_bytes = static_cast<std::int64_t>(cache.second),
                        .count = count});
    }
    return list;
}

/// Fills `cpu` with what hwloc sees; a machine that it cannot read keeps the system's own facts.
void addTopology(CpuSheet& cpu) {
    const Topology topology = loadTopology();
    if (!topology) {
        return;
    }
    hwloc_topology_t raw = topology.get();
    if (const hwloc_obj_t package = hwloc_get_obj_by_type(raw, HWLOC_OBJ_PACKAGE, 0)) {
        const std::string model = infoOf(package->infos, package->infos_count, "CPUModel");
        if (!model.empty()) {
            cpu.name = model;
        }
    }
    const auto count = [raw](hwloc_obj_type_t type) {
        const int objects = hwloc_get_nbobjs_by_type(raw, type);
        return objects > 0 ? std::optional(objects) : std::nullopt;
    };
    cpu.packages = count(HWLOC_OBJ_PACKAGE);
    cpu.cores = count(HWLOC_OBJ_CORE);
    cpu.logical = count(HWLOC_OBJ_PU);
    cpu.numa_nodes = count(HWLOC_OBJ_NUMANODE);
    cpu.kinds = cpuKinds(raw);
    cpu.caches = caches(raw);
}

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
std::string machineId(const MachineSource& source) {
    const std::string identity = system_info::identity(source);
    if (identity.empty()) {
        return {};
    }
    return sha256Hex("duelo machine sheet 1\n" + identity).substr(0, 8);
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
    sheet.id = machineId(source);
    addTopology(sheet.cpu);
    sheet.environment = environment();
    return sheet;
}

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
