// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/sheet.h"

/// The state of a machine, which changes while a run goes on, as values (base/sheet.h).
namespace duelo {

/// The power settings that a system tells: Linux may tell any of them, Windows tells plan and
/// saver.
struct PowerState {
    std::string driver{}, governor{}, preference{}, profile{};
    std::string plan{};  ///< what slows the machine down, else what the user picked
    std::optional<bool> turbo{}, saver{};
    Json extra = Json::object();
    bool operator==(const PowerState&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("driver", self.driver);
        field("governor", self.governor);
        field("preference", self.preference);
        field("profile", self.profile);
        field("plan", self.plan);
        field("turbo", self.turbo);
        field("saver", self.saver);
    }
};

/// Clocks over the logical CPUs.
struct CpuMhz {
    std::optional<std::int64_t> min{}, median{}, max{};
    Json extra = Json::object();
    bool operator==(const CpuMhz&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("min", self.min);
        field("median", self.median);
        field("max", self.max);
    }
};

struct MemoryState {
    std::optional<std::int64_t> available_bytes{}, total_bytes{};
    Json extra = Json::object();
    bool operator==(const MemoryState&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("available_bytes", self.available_bytes);
        field("total_bytes", self.total_bytes);
    }
};

struct MachineState {
    std::string power_source{};  ///< "ac" or "battery"; a desktop PC tells nothing
    std::optional<int> battery_percent{};
    PowerState power{};
    CpuMhz cpu_mhz{};
    MemoryState memory{};
    std::optional<double> temperature_c{};   ///< the hottest CPU sensor
    std::optional<int> gpu_temperature_c{};  ///< told by whoever computes on it
    /// These five are of the window since the reading before; absent when it is below 50 ms.
    std::optional<double> others_percent{};  ///< load by everybody else, of the whole machine
    std::optional<double> others_cpus{};     ///< the same in logical CPUs
    std::optional<double> stolen_percent{};  ///< taken by the hypervisor
    std::optional<std::int64_t> window_ms{};
    std::optional<double> throttles{};  ///< new thermal throttle events
    Json extra = Json::object();
    bool operator==(const MachineState&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("power_source", self.power_source);
        field("battery_percent", self.battery_percent);
        field("power", self.power);
        field("cpu_mhz", self.cpu_mhz);
        field("memory", self.memory);
        field("temperature_c", self.temperature_c);
        field("gpu_temperature_c", self.gpu_temperature_c);
        field("others_percent", self.others_percent);
        field("others_cpus", self.others_cpus);
        field("stolen_percent", self.stolen_percent);
        field("window_ms", self.window_ms);
        field("throttles", self.throttles);
    }
};

}  // namespace duelo
