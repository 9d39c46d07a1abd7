// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/sheet.h"
#include "machine/engine_sheet.h"
#include "machine/machine_sheet.h"
#include "machine/machine_state.h"

/// What the engine answers to `probe`, as values (base/sheet.h): the engine writes it, the window
/// reads it.
namespace duelo {

/// A network that a form offers.
struct ModelSheet {
    std::string name{}, title{};
    std::optional<std::int64_t> parameters{};
    std::optional<int> classes{}, min_size_px{}, size_px{};  ///< size: of a network to be trained
    std::string weights{};                                   ///< "official" or "random"
    Json extra = Json::object();
    bool operator==(const ModelSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
        field("title", self.title);
        field("size_px", self.size_px);
        field("parameters", self.parameters);
        field("classes", self.classes);
        field("min_size_px", self.min_size_px);
        field("weights", self.weights);
    }
};

/// Data that a training can use without a file.
struct DataSheet {
    std::string name{};
    Json extra = Json::object();
    bool operator==(const DataSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("name", self.name);
    }
};

/// What a form for training offers.
struct TrainingSheet {
    Json plan{};  ///< planFromJson() reads it
    std::vector<ModelSheet> models{};
    std::vector<DataSheet> data{};
    Json extra = Json::object();
    bool operator==(const TrainingSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("plan", self.plan);
        field("models", self.models);
        field("data", self.data);
    }
};

struct ProbeSheet {
    std::string kind{};  ///< "probe": what the line is, as in a record file
    std::string app{};   ///< version of Duelo
    MachineSheet machine{};
    MachineState state{};
    EngineSheet engine{};  ///< without clock and GPU, which stand beside it
    ClockSheet clock{};
    GpuSheet gpu{};
    std::vector<Reason> warnings{};
    std::vector<ModelSheet> models{};
    std::vector<std::string> samples{};  ///< built-in inputs
    Json default_plan{};                 ///< planFromJson() reads it
    TrainingSheet training{};
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
        field("gpu", self.gpu);
        field("warnings", self.warnings);
        field("models", self.models);
        field("samples", self.samples);
        field("default_plan", self.default_plan);
        field("training", self.training);
    }
};

/// What the engine answers to `state`, of which the window needs this.
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
