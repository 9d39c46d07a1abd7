// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/sheet.h"

/// The state of a GPU at a moment, as a value (base/sheet.h): the engine tells it on its pipe, the
/// window shows it. It is never a line of a record file.
namespace duelo {

/// A program that computes on the GPU, or holds memory of it.
struct GpuProcess {
    std::optional<std::int64_t> pid{};
    std::string name{};  ///< empty where the system does not tell
    std::optional<std::int64_t> memory_bytes{};
    std::optional<bool> own{};  ///< Duelo's own: the engine, or what it has started
    Json extra = Json::object();
    bool operator==(const GpuProcess&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("pid", self.pid);
        field("name", self.name);
        field("memory_bytes", self.memory_bytes);
        field("own", self.own);
    }
};

/// The state of one GPU. A value that the driver refuses to tell is absent, never 0.
struct GpuReading {
    std::string kind = "gpu";  ///< what the line is
    std::optional<int> temperature_c{};
    std::optional<std::int64_t> memory_used_bytes{}, memory_total_bytes{};  ///< of whomever
    std::optional<int> load_percent{};  ///< of the time in which something was computed
    std::optional<int> sm_clock_mhz{}, memory_clock_mhz{};
    std::optional<double> power_w{};
    std::vector<GpuProcess> processes{};
    Json extra = Json::object();
    bool operator==(const GpuReading&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("r", self.kind);
        field("temperature_c", self.temperature_c);
        field("memory_used_bytes", self.memory_used_bytes);
        field("memory_total_bytes", self.memory_total_bytes);
        field("load_percent", self.load_percent);
        field("sm_clock_mhz", self.sm_clock_mhz);
        field("memory_clock_mhz", self.memory_clock_mhz);
        field("power_w", self.power_w);
        field("processes", self.processes);
    }

    /// Tells whether the driver has told nothing at all.
    [[nodiscard]] bool isEmpty() const { return *this == GpuReading{.extra = extra}; }
    /// Returns the processes that are not Duelo's, the one with the most memory first.
    [[nodiscard]] std::vector<GpuProcess> others() const;
    /// Takes name and number from the processes that are not Duelo's.
    void forgetOthers();
};

}  // namespace duelo
