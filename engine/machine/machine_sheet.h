// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/sheet.h"

/// The facts about a machine that do not change during a run, as values (base/sheet.h). A value
/// that the system does not tell is absent, never guessed.
namespace duelo {

/// P and E cores; a CPU whose cores are all alike has one kind.
struct CpuKind {
    std::string kind{};  ///< "performance", "efficiency" or "all"
    std::optional<int> cores{}, logical{}, max_mhz{};
    Json extra = Json::object();
    bool operator==(const CpuKind&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("kind", self.kind);
        field("cores", self.cores);
        field("logical", self.logical);
        field("max_mhz", self.max_mhz);
    }
};

/// The caches of one level and size.
struct CpuCache {
    std::optional<int> level{};
    std::string kind{};  ///< "data" or "unified"
    std::optional<std::int64_t> size_bytes{};
    std::optional<int> count{};
    Json extra = Json::object();
    bool operator==(const CpuCache&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("level", self.level);
        field("kind", self.kind);
        field("size_bytes", self.size_bytes);
        field("count", self.count);
    }
};

struct CpuSheet {
    std::string name{};
    std::optional<int> usable_logical{}, usable_cores{};  ///< by the affinity of the process
    std::optional<double>
        quota{};  ///< processors' worth of time that a container allows; absent: all
    std::optional<int> default_threads{};  ///< that "all cores" stands for: threadsOfAllCores()
    std::vector<std::string> isa{};  ///< instruction sets that decide which kernels are picked
    std::optional<int> packages{}, cores{}, logical{}, numa_nodes{};
    std::optional<int> processor_groups{};  ///< of Windows, with at most 64 processors each
    std::optional<int> base_mhz{}, max_mhz{};
    std::vector<CpuKind> kinds{};  ///< the fastest first
    std::vector<CpuCache> caches{};
    Json extra = Json::object();
    bool operator==(const CpuSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("usable_logical", self.usable_logical);
        field("usable_cores", self.usable_cores);
        field("quota", self.quota);
        field("default_threads", self.default_threads);
        field("isa", self.isa);
        field("packages", self.packages);
        field("cores", self.cores);
        field("logical", self.logical);
        field("numa_nodes", self.numa_nodes);
        field("processor_groups", self.processor_groups);
        field("base_mhz", self.base_mhz);
        field("max_mhz", self.max_mhz);
        field("kinds", self.kinds);
        field("caches", self.caches);
    }
};

/// Returns how many threads "all cores" stands for on that machine: one for each physical core that
/// the process may use, no more than the quota and OMP_THREAD_LIMIT have room for.
[[nodiscard]] inline int threadsOfAllCores(const CpuSheet& cpu) {
    return std::max(1, cpu.default_threads.value_or(cpu.cores.value_or(1)));
}

struct MemorySheet {
    std::optional<std::int64_t> total_bytes{}, limit_bytes{};  ///< limit: of a container
    Json extra = Json::object();
    bool operator==(const MemorySheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("total_bytes", self.total_bytes);
        field("limit_bytes", self.limit_bytes);
    }
};

struct SystemSheet {
    std::string name{}, kernel{}, arch{};
    std::optional<bool> virus_scan{};  ///< of each file that is opened; Windows alone tells it
    Json extra = Json::object();
    bool operator==(const SystemSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("kernel", self.kernel);
        field("arch", self.arch);
        field("virus_scan", self.virus_scan);
    }
};

struct MachineSheet {
    std::string id{};  ///< 8 hex digits, equal in all files of one machine; tells no name
    /// The system tells nothing that lasts, as in a container: `id` is that of its start, so it is
    /// equal in all files of one machine until that is started again.
    std::optional<bool> id_until_restart{};
    CpuSheet cpu{};
    MemorySheet memory{};
    SystemSheet os{};
    std::optional<bool> virtual_machine{}, container{};
    TextTable environment{};  ///< variables that are set and change speed: OMP_NUM_THREADS, …
    Json extra = Json::object();
    bool operator==(const MachineSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("id", self.id);
        field("id_until_restart", self.id_until_restart);
        field("cpu", self.cpu);
        field("memory", self.memory);
        field("os", self.os);
        field("virtual_machine", self.virtual_machine);
        field("container", self.container);
        field("environment", self.environment);
    }
};

}  // namespace duelo
