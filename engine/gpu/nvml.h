// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/gpu_values.h"

namespace duelo {

/// Bits of nvmlDeviceGetCurrentClocksEventReasons as stable codes, lowest bit first:
/// gpu_idle 0x1, application_clocks 0x2, sw_power_cap 0x4, hw_slowdown 0x8, sync_boost 0x10,
/// sw_thermal 0x20, hw_thermal 0x40, power_brake 0x80, display_clocks 0x100; "other" for bits that
/// this version does not know. Source: docs.nvidia.com/deploy/nvml-api.
[[nodiscard]] std::vector<std::string> throttleCodes(std::uint64_t reasons);

/// The driver's management library, loaded at run time. It needs no CUDA, so it can name a driver
/// that is too old for CUDA 13. What the card or the driver does not report stays absent.
class Nvml {
public:
    /// Absent when the library is missing or the driver does not answer.
    [[nodiscard]] static std::shared_ptr<Nvml> open(const std::filesystem::path& library);
    /// libnvidia-ml.so.1 or nvml.dll.
    [[nodiscard]] static std::filesystem::path standardLibrary();
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    /// For example "580.65.06".
    [[nodiscard]] std::optional<std::string> driverVersion() const;
    /// `pci_bus_id` as cudaDeviceGetPCIBusId writes it ("0000:65:00.0"): NVML and CUDA number the
    /// devices of one PC differently.
    [[nodiscard]] GpuState state(const std::string& pci_bus_id) const;
    /// Renews only SM clock, throttle reasons and the counter of energy (cards since Volta), which
    /// are quick to read; the rest, above all the list of processes, takes milliseconds in which
    /// the GPU's clock may fall.
    void renewClock(const std::string& pci_bus_id, GpuState& state) const;
    /// "wddm", "tcc" or "mcdm" on Windows, absent elsewhere.
    [[nodiscard]] std::optional<std::string> driverModel(const std::string& pci_bus_id) const;

private:
    struct Functions;
    explicit Nvml(std::unique_ptr<Functions> functions);

    std::unique_ptr<Functions> m_functions;
};

}  // namespace duelo
