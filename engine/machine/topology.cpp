// SPDX-License-Identifier: Apache-2.0
// All that is asked of hwloc.
#include <hwloc.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "machine/core_binding.h"
#include "machine/machine_system.h"

namespace duelo {
namespace {

using Topology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;
using CpuSet = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

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

/// Returns the logical processors that this process may use: all that hwloc sees, where it
/// describes another machine.
CpuSet usableCpus(hwloc_topology_t topology) {
    CpuSet cpus(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)), &hwloc_bitmap_free);
    const CpuSet own(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
    if (hwloc_topology_is_thissystem(topology) != 0 &&
        hwloc_get_cpubind(topology, own.get(), HWLOC_CPUBIND_THREAD) == 0)
        hwloc_bitmap_and(cpus.get(), cpus.get(), own.get());
    return cpus;
}

}  // namespace

void system_info::addTopology(CpuSheet& cpu) {
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
    if (const int usable = coresIn(raw, usableCpus(raw).get()); usable > 0)
        cpu.usable_cores = usable;
    cpu.numa_nodes = count(HWLOC_OBJ_NUMANODE);
    cpu.kinds = cpuKinds(raw);
    cpu.caches = caches(raw);
}

namespace {

/// Returns hwloc's rank of a core's kind, by speed; 0 where all are alike.
int rankOf(hwloc_topology_t topology, hwloc_const_cpuset_t cpus) {
    return std::max(0, hwloc_cpukinds_get_by_cpuset(topology, cpus, 0));
}

}  // namespace

class CoreBinding::Machine {
public:
    Machine() : topology(loadTopology()), usable(nullptr, &hwloc_bitmap_free) {
        if (topology) usable = usableCpus(topology.get());
    }
    Topology topology;
    CpuSet usable;
};

CoreBinding::CoreBinding() : m_machine(std::make_unique<Machine>()) {
    if (!m_machine->topology) return;
    hwloc_topology_t raw = m_machine->topology.get();
    std::vector<std::pair<int, int>> cores;  // rank, number
    for (hwloc_obj_t core = nullptr;
         (core = hwloc_get_next_obj_by_type(raw, HWLOC_OBJ_CORE, core)) != nullptr;) {
        const CpuSet own(hwloc_bitmap_dup(core->cpuset), &hwloc_bitmap_free);
        hwloc_bitmap_and(own.get(), own.get(), m_machine->usable.get());
        // One of its logical processors stands for the core: two threads there would share it.
        if (const int first = hwloc_bitmap_first(own.get()); first >= 0)
            cores.emplace_back(rankOf(raw, own.get()), first);
    }
    // In hwloc's order within a kind: neighbours share caches and memory.
    std::ranges::stable_sort(cores, std::ranges::greater(), &std::pair<int, int>::first);
    for (const auto& [rank, number] : cores) m_cores.push_back(number);
}

CoreBinding::~CoreBinding() = default;

bool CoreBinding::canBind() const {
    if (!m_machine->topology || m_cores.empty()) return false;
    const hwloc_topology_support* support = hwloc_topology_get_support(m_machine->topology.get());
    return support->cpubind->set_thisthread_cpubind != 0;
}

bool CoreBinding::bindThisThread(int cpu) const {
    const CpuSet one(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
    hwloc_bitmap_set(one.get(), static_cast<unsigned>(cpu));
    return hwloc_set_cpubind(m_machine->topology.get(), one.get(), HWLOC_CPUBIND_THREAD) == 0;
}

std::vector<int> CoreBinding::cpusOfThisThread() const {
    std::vector<int> cpus;
    const CpuSet own(hwloc_bitmap_alloc(), &hwloc_bitmap_free);
    if (hwloc_get_cpubind(m_machine->topology.get(), own.get(), HWLOC_CPUBIND_THREAD) != 0)
        return cpus;
    for (int cpu = hwloc_bitmap_first(own.get()); cpu >= 0; cpu = hwloc_bitmap_next(own.get(), cpu))
        cpus.push_back(cpu);
    return cpus;
}

void CoreBinding::putThisThreadBack(const std::vector<int>& cpus) const {
    const CpuSet all(hwloc_bitmap_dup(m_machine->usable.get()), &hwloc_bitmap_free);
    if (!cpus.empty()) hwloc_bitmap_zero(all.get());
    for (const int cpu : cpus) hwloc_bitmap_set(all.get(), static_cast<unsigned>(cpu));
    hwloc_set_cpubind(m_machine->topology.get(), all.get(), HWLOC_CPUBIND_THREAD);
}

}  // namespace duelo
