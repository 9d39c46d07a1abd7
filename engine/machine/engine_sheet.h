// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sheet.h"
#include "machine/clock.h"
#include "machine/device_sheet.h"
#include "machine/gpu_sheet.h"
#include "machine/machine_sheet.h"

/// The libraries, devices and clock of the engine, as values (base/sheet.h). They stand here and
/// not in the room `models`, because every record file holds them; readEngineSheet() of the engine
/// program fills them in.
namespace duelo {

/// Threads that LibTorch uses now.
struct ThreadSheet {
    std::optional<int> intra_op{}, inter_op{};
    Json extra = Json::object();
    bool operator==(const ThreadSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("intra_op", self.intra_op);
        field("inter_op", self.inter_op);
    }
};

/// A library that is really loaded.
struct LoadedLibrary {
    std::string name{}, path{};
    Json extra = Json::object();
    bool operator==(const LoadedLibrary&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("path", self.path);
    }
};

struct EngineSheet {
    std::string libtorch{}, openmp{}, blas{}, onednn{};  ///< versions as the libraries tell them
    std::string cpu_capability{};                        ///< the instructions that LibTorch chose
    std::string compiler{};                              ///< that built LibTorch
    ThreadSheet threads{};
    std::vector<LoadedLibrary> libraries{};
    std::string build{};  ///< "release" or "debug"
    ClockSheet clock{};
    std::vector<DeviceSheet> devices{};  ///< of the PC, the CPU first
    GpuSheet gpu{};                      ///< the one that was opened
    std::optional<Reason> gpu_reason{};  ///< why no GPU can be used
    /// Whether cuDNN tries its algorithms at the first call of each shape; absent without a GPU.
    std::optional<bool> cudnn_benchmark{};
    Json extra = Json::object();
    bool operator==(const EngineSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("libtorch", self.libtorch);
        field("openmp", self.openmp);
        field("blas", self.blas);
        field("onednn", self.onednn);
        field("cpu_capability", self.cpu_capability);
        field("compiler", self.compiler);
        field("threads", self.threads);
        field("libraries", self.libraries);
        field("build", self.build);
        field("clock", self.clock);
        field("devices", self.devices);
        field("gpu", self.gpu);
        field("gpu_reason", self.gpu_reason);
        field("cudnn_benchmark", self.cudnn_benchmark);
    }
};

/// Returns the devices of a PC; where a Duelo did not list them yet, the CPU and the one GPU that
/// it told of.
[[nodiscard]] inline std::vector<DeviceSheet> devicesOf(const MachineSheet& machine,
                                                        const EngineSheet& engine) {
    if (!engine.devices.empty()) return engine.devices;
    std::vector<DeviceSheet> devices{sheetOf(Device::Cpu, machine.cpu.name)};
    if (!engine.gpu.name.empty())
        devices.push_back(sheetOf(Device::Cuda, engine.gpu.name, engine.gpu_reason));
    return devices;
}

/// Returns the name of the GPU that can be used, by CUDA or else by OpenCL; empty: there is none.
[[nodiscard]] inline std::string gpuNameOf(const EngineSheet& engine) {
    return engine.gpu_reason || engine.gpu.name.empty() ? nameByOpenCl(engine.devices)
                                                        : engine.gpu.name;
}

/// Returns what a PC calls the device of a word; empty: it does not tell.
[[nodiscard]] inline std::string deviceNameOf(const MachineSheet& machine,
                                              const EngineSheet& engine, std::string_view device) {
    for (const DeviceSheet& one : devicesOf(machine, engine))
        if (one.word() == device) return one.name;
    return {};
}

}  // namespace duelo
