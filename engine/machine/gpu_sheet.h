// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/sheet.h"

/// The facts about the GPU, its driver and the libraries in use, as values (base/sheet.h). They
/// stand here and not in the room `gpu`, because every record file holds them.
namespace duelo {

/// A card as the driver lists it.
struct GpuDevice {
    std::string name{};
    std::string compute_capability{};  ///< "8.6"
    Json extra = Json::object();
    bool operator==(const GpuDevice&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("compute_capability", self.compute_capability);
    }
};

struct GpuSheet {
    /// In a probe only: whether it can be used and, when not, why.
    std::optional<bool> available{};
    std::optional<Reason> reason{};
    /// Why no network can be computed on it although it is used. Where there is one, figures of its
    /// memory count what Duelo has asked for, and not what NVIDIA's libraries take for themselves.
    std::optional<Reason> networks_reason{};
    std::string name{};
    std::string compute_capability{};  ///< "8.6"
    std::optional<std::int64_t> memory_total_bytes{};
    std::optional<int> multiprocessors{};
    std::string uuid{};  ///< as nvidia-smi prints it
    std::string pci_bus_id{};
    std::optional<int> index{}, device_count{};
    std::string driver{}, driver_cuda{}, runtime_cuda{};  ///< versions
    std::optional<int> sm_clock_boost_mhz{}, memory_clock_max_mhz{}, memory_bus_bits{}, l2_bytes{};
    std::optional<bool> launch_timeout{};  ///< Windows ends long kernels (R-06)
    std::optional<bool> ecc{}, integrated{};
    std::string driver_model{};     ///< "WDDM", "TCC" or "MCDM"
    std::string nvrtc{}, cublas{};  ///< versions
    TextTable libraries{};          ///< which copy of each is in use
    std::string cudnn{};            ///< version
    std::optional<int> sm_clock_default_mhz{}, sm_clock_max_mhz{};
    std::optional<double> power_limit_w{};
    std::vector<GpuDevice> devices{};  ///< all that the driver lists; in a probe only
    Json extra = Json::object();
    bool operator==(const GpuSheet&) const = default;

    /// In a probe: tells whether networks can be computed on it.
    [[nodiscard]] bool isForNetworks() const {
        return available.value_or(false) && !networks_reason;
    }

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("available", self.available);
        field("reason", self.reason);
        field("networks_reason", self.networks_reason);
        field("name", self.name);
        field("compute_capability", self.compute_capability);
        field("memory_total_bytes", self.memory_total_bytes);
        field("multiprocessors", self.multiprocessors);
        field("uuid", self.uuid);
        field("pci_bus_id", self.pci_bus_id);
        field("index", self.index);
        field("device_count", self.device_count);
        field("driver", self.driver);
        field("driver_cuda", self.driver_cuda);
        field("runtime_cuda", self.runtime_cuda);
        field("sm_clock_boost_mhz", self.sm_clock_boost_mhz);
        field("memory_clock_max_mhz", self.memory_clock_max_mhz);
        field("memory_bus_bits", self.memory_bus_bits);
        field("l2_bytes", self.l2_bytes);
        field("launch_timeout", self.launch_timeout);
        field("ecc", self.ecc);
        field("integrated", self.integrated);
        field("driver_model", self.driver_model);
        field("nvrtc", self.nvrtc);
        field("cublas", self.cublas);
        field("libraries", self.libraries);
        field("cudnn", self.cudnn);
        field("sm_clock_default_mhz", self.sm_clock_default_mhz);
        field("sm_clock_max_mhz", self.sm_clock_max_mhz);
        field("power_limit_w", self.power_limit_w);
        field("devices", self.devices);
    }
};

}  // namespace duelo
