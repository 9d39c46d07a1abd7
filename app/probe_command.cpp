// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/json_text.h"
#include "base/reason_json.h"
#include "commands.h"
#include "experiments/inference/spec.h"
#include "experiments/specs.h"
#include "machine/machine.h"
#include "models/engine_sheet.h"
#include "models/weight_store.h"
#include "networks/registry.h"
#include "networks/trainable.h"

namespace duelo {

namespace {

Json modelSheet() {
    Json list = Json::array();
    for (const ModelInfo& model : models())
        list.push_back({{"name", model.name},
                        {"title", model.title},
                        {"parameters", model.parameters},
                        {"classes", model.classes},
                        {"min_size_px", model.min_size_px},
                        {"weights", officialWeightsFile(model.name) ? "official" : "random"}});
    return list;
}

/// What a form for training offers; parameters as for ten classes.
Json trainingSheet(EngineContext& context) {
    constexpr int kShownOutputs = 10;
    Json list = Json::array();
    for (const std::string& name : trainableNames()) {
        const auto model = trainableModel(name, kShownOutputs);
        if (!model) continue;
        list.push_back({{"name", model->name},
                        {"title", model->title},
                        {"size_px", model->size_px},
                        {"parameters", model->network.parameterCount()}});
    }
    return {{"plan", toJson(usualPlan(*findSpec("training"), context.facts()))},
            {"models", std::move(list)},
            {"data", {{{"name", "textures"}}, {{"name", "digits"}}, {{"name", "synthetic"}}}}};
}

}  // namespace

Json probeSheet(EngineContext& context) {
    Json sheet{{"r", "probe"}, {"app", DUELO_VERSION}};
    sheet["machine"] = context.machine();
    const Json state = context.readState();
    sheet["state"] = state;
    sheet["engine"] = readEngineSheet();
    sheet["clock"] = toJson(context.glanceAtClock());
    const GpuStatus& gpu = context.gpu().status();
    sheet["gpu"] = gpu.sheet;
    sheet["gpu"]["available"] = gpu.available;
    if (gpu.reason) sheet["gpu"]["reason"] = toJson(*gpu.reason);
    sheet["warnings"] = Json::array();
    for (const Reason& warning : machineWarnings(state))
        sheet["warnings"].push_back(toJson(warning));
    for (const Reason& warning : engineWarnings(sheet["engine"]))
        sheet["warnings"].push_back(toJson(warning));
    sheet["models"] = modelSheet();
    sheet["samples"] = sampleInputs();
    sheet["default_plan"] = toJson(usualPlan(*findSpec("inference"), context.facts()));
    sheet["training"] = trainingSheet(context);
    return sheet;
}

int probeCommand(EngineContext& context, bool json) {
    const Json sheet = probeSheet(context);
    if (json) {
        std::cout << jsonText(sheet) << '\n';
        return kAllDone;
    }
    const Text& text = context.text();
    const Json& cpu = sheet["machine"]["cpu"];
    std::cout << "Duelo " << DUELO_VERSION << '\n'
              << text("cli.probe_cpu", {{"name", cpu.value("name", "?")},
                                        {"cores", cpu.value("cores", 0)},
                                        {"logical", cpu.value("logical", 0)}})
              << '\n';
    if (const GpuStatus& gpu = context.gpu().status(); gpu.available)
        std::cout << text("cli.probe_gpu", {{"name", gpu.sheet.value("name", "?")}}) << '\n';
    else
        std::cout << text("cli.probe_no_gpu", {{"why", text.reason(*gpu.reason)}}) << '\n';
    std::cout << text("cli.probe_libtorch",
                      {{"version", sheet["engine"].value("libtorch", "?")},
                       {"capability", sheet["engine"].value("cpu_capability", "?")}})
              << '\n'
              << text("cli.probe_clock", {{"resolution_ns", sheet["clock"]["resolution_ns"]},
                                          {"read_ns", sheet["clock"]["read_ns"]}})
              << '\n';
    for (const Json& model : sheet["models"])
        std::cout << "  " << model["name"].get<std::string>() << ": "
                  << text("cli.probe_model",
                          {{"parameters", model["parameters"]},
                           {"weights", text.word("weights", model["weights"].get<std::string>())}})
                  << '\n';
    for (const Json& warning : sheet["warnings"])
        std::cout << "! " << text.reason(reasonFromJson(warning)) << '\n';
    return kAllDone;
}

}  // namespace duelo
