// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/device.h"
#include "base/sheet.h"

namespace duelo {

/// A device of a PC as records and the probe list it (base/sheet.h).
struct DeviceSheet {
    std::string api{};  ///< the word of its Api, maybe of one that this Duelo does not know
    std::optional<int> index{};  ///< among those of that API
    std::string name{};
    std::optional<Reason> reason{};  ///< why nothing is measured on it
    /// Facts that OpenCL tells of its devices; the GPU of CUDA has a sheet of its own.
    std::string platform{}, driver{}, version{};
    std::optional<int> compute_units{}, clock_mhz{};
    std::optional<std::int64_t> memory_bytes{};
    std::optional<bool> shares_memory{};  ///< with the processor
    std::optional<bool> has_doubles{};
    std::optional<bool> is_software{};  ///< the processor itself does the work
    Json extra = Json::object();
    bool operator==(const DeviceSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("api", self.api);
        field("index", self.index);
        field("name", self.name);
        field("reason", self.reason);
        field("platform", self.platform);
        field("driver", self.driver);
        field("version", self.version);
        field("compute_units", self.compute_units);
        field("clock_mhz", self.clock_mhz);
        field("memory_bytes", self.memory_bytes);
        field("shares_memory", self.shares_memory);
        field("has_doubles", self.has_doubles);
        field("is_software", self.is_software);
    }

    /// Returns the word of the device, as variants name it: "cuda:1".
    [[nodiscard]] std::string word() const {
        return index.value_or(0) == 0 ? api : api + ':' + std::to_string(*index);
    }
};

[[nodiscard]] inline DeviceSheet sheetOf(const Device& device, std::string name,
                                         std::optional<Reason> reason = {}) {
    return {.api = std::string(word(device.api)),
            .index = device.index,
            .name = std::move(name),
            .reason = std::move(reason)};
}

/// Returns the first GPU by OpenCL that can be used; null: there is none.
[[nodiscard]] inline const DeviceSheet* firstByOpenCl(const std::vector<DeviceSheet>& devices) {
    for (const DeviceSheet& one : devices)
        if (one.api == word(Api::OpenCl) && !one.reason) return &one;
    return nullptr;
}

/// Returns the name of the GPU of a PC without one by CUDA, with the API that it is used by: times
/// of two APIs are never those of the same GPU. Empty: it has none by OpenCL either.
[[nodiscard]] inline std::string nameByOpenCl(const std::vector<DeviceSheet>& devices) {
    const DeviceSheet* const gpu = firstByOpenCl(devices);
    return gpu ? gpu->name + " (OpenCL)" : std::string();
}

}  // namespace duelo
