// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sheet.h"
#include "machine/engine_sheet.h"
#include "machine/machine_sheet.h"
#include "machine/machine_state.h"

/// The engine's answer to `probe`, as values (base/sheet.h): the engine writes it, the window reads
/// it.
namespace duelo {

/// A network that a form offers.
struct ModelSheet {
    std::string name{};
    std::optional<std::int64_t> parameters{};
    std::optional<int> classes{}, min_size_px{};
    std::optional<int> size_px{};  ///< where its images have one size only
    std::string weights{};         ///< "official" or "random"; empty: it reads none
    Json extra = Json::object();
    bool operator==(const ModelSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("size_px", self.size_px);
        field("parameters", self.parameters);
        field("classes", self.classes);
        field("min_size_px", self.min_size_px);
        field("weights", self.weights);
    }
};

/// The choices that the form of an experiment offers on this machine.
struct ExperimentSheet {
    std::string id{};
    Json plan{};  ///< the usual one; planFromJson() reads it
    std::vector<ModelSheet> models{};
    std::vector<std::string> inputs{};  ///< that it can use without a file
    Json extra = Json::object();
    bool operator==(const ExperimentSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("id", self.id);
        field("plan", self.plan);
        field("models", self.models);
        field("inputs", self.inputs);
    }
};

/// A plan that the start page offers beside the default one: the text "offer.<id>" says what it is.
struct OfferSheet {
    std::string id{};
    Json plan{};  ///< planFromJson() reads it
    Json extra = Json::object();
    bool operator==(const OfferSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("id", self.id);
        field("plan", self.plan);
    }
};

struct ProbeSheet {
    std::string kind{};  ///< "probe": what the line is, as in a record file
    std::string app{};   ///< version of Duelo
    MachineSheet machine{};
    MachineState state{};
    EngineSheet engine{};  ///< without clock, devices and GPU, which stand beside it
    ClockSheet clock{};
    std::vector<DeviceSheet> devices{};  ///< of this PC, the CPU first
    GpuSheet gpu{};
    std::vector<Reason> warnings{};
    Json default_plan{};  ///< planFromJson() reads it
    std::vector<OfferSheet> offers{};
    std::vector<ExperimentSheet> experiments{};
    Json extra = Json::object();
    bool operator==(const ProbeSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("r", self.kind);
        field("app", self.app);
        field("machine", self.machine);
        field("state", self.state);
        field("engine", self.engine);
        field("clock", self.clock);
        field("devices", self.devices);
        field("gpu", self.gpu);
        field("warnings", self.warnings);
        field("default_plan", self.default_plan);
        field("offers", self.offers);
        field("experiments", self.experiments);
    }

    /// An empty one where the engine told nothing of it.
    [[nodiscard]] const ExperimentSheet& of(std::string_view experiment) const {
        static const ExperimentSheet none;
        for (const ExperimentSheet& sheet : experiments)
            if (sheet.id == experiment) return sheet;
        return none;
    }
};

/// Returns the devices of a PC, also of a Duelo that did not list them yet.
[[nodiscard]] inline std::vector<DeviceSheet> devicesOf(const ProbeSheet& probe) {
    if (!probe.devices.empty()) return probe.devices;
    std::vector<DeviceSheet> devices{sheetOf(Device::Cpu, probe.machine.cpu.name)};
    if (probe.gpu.available.value_or(false))
        devices.push_back(sheetOf(Device::Cuda, probe.gpu.name));
    return devices;
}

/// The part of the engine's answer to `state` that the window needs.
struct StateReply {
    std::vector<Reason> warnings{};
    Json extra = Json::object();
    bool operator==(const StateReply&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("warnings", self.warnings);
    }
};

}  // namespace duelo
