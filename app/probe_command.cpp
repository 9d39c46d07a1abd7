// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <iterator>

#include "base/json_text.h"
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

std::vector<ModelSheet> modelSheets() {
    std::vector<ModelSheet> list;
    for (const ModelInfo& model : models())
        list.push_back({.name = std::string(model.name),
                        .title = std::string(model.title),
                        .parameters = model.parameters,
                        .classes = model.classes,
                        .min_size_px = model.min_size_px,
                        .weights = officialWeightsFile(model.name) ? "official" : "random"});
    return list;
}

/// Parameters as for ten classes.
TrainingSheet trainingSheet(EngineContext& context) {
    constexpr int kShownOutputs = 10;
    TrainingSheet sheet;
    sheet.plan = toJson(usualPlan(*findSpec("training"), context.facts()));
    for (const std::string& name : trainableNames())
        if (const auto model = trainableModel(name, kShownOutputs))
            sheet.models.push_back({.name = model->name,
                                    .title = model->title,
                                    .parameters = model->network.parameterCount(),
                                    .size_px = model->size_px});
    for (const char* data : {"textures", "digits", "synthetic"}) sheet.data.push_back({data});
    return sheet;
}

}  // namespace

ProbeSheet probeSheet(EngineContext& context) {
    ProbeSheet sheet{.kind = "probe",
                     .app = DUELO_VERSION,
                     .machine = context.machine(),
                     .state = context.readState(),
                     .engine = readEngineSheet(),
                     .clock = context.glanceAtClock()};
    const GpuStatus& gpu = context.gpu().status();
    sheet.gpu = gpu.sheet;
    sheet.gpu.available = gpu.available;
    sheet.gpu.reason = gpu.reason;
    sheet.warnings = machineWarnings(sheet.state);
    std::ranges::move(engineWarnings(sheet.engine), std::back_inserter(sheet.warnings));
    sheet.models = modelSheets();
    sheet.samples = sampleInputs();
    sheet.default_plan = toJson(usualPlan(*findSpec("inference"), context.facts()));
    sheet.training = trainingSheet(context);
    return sheet;
}

int probeCommand(EngineContext& context, bool json) {
    const ProbeSheet sheet = probeSheet(context);
    if (json) {
        std::cout << jsonText(toJson(sheet)) << '\n';
        return kAllDone;
    }
    const Text& text = context.text();
    const CpuSheet& cpu = sheet.machine.cpu;
    const auto orUnknown = [](const std::string& told) { return told.empty() ? "?" : told; };
    std::cout << "Duelo " << DUELO_VERSION << '\n'
              << text("cli.probe_cpu", {{"name", orUnknown(cpu.name)},
                                        {"cores", cpu.cores.value_or(0)},
                                        {"logical", cpu.logical.value_or(0)}})
              << '\n';
    if (const GpuStatus& gpu = context.gpu().status(); gpu.available)
        std::cout << text("cli.probe_gpu", {{"name", orUnknown(gpu.sheet.name)}}) << '\n';
    else
        std::cout << text("cli.probe_no_gpu", {{"why", text.reason(*gpu.reason)}}) << '\n';
    std::cout << text("cli.probe_libtorch",
                      {{"version", orUnknown(sheet.engine.libtorch)},
                       {"capability", orUnknown(sheet.engine.cpu_capability)}})
              << '\n'
              << text("cli.probe_clock", {{"resolution_ns", sheet.clock.resolution_ns.value_or(0)},
                                          {"read_ns", sheet.clock.read_ns.value_or(0)}})
              << '\n';
    for (const ModelSheet& model : sheet.models)
        std::cout << "  " << model.name << ": "
                  << text("cli.probe_model", {{"parameters", model.parameters.value_or(0)},
                                              {"weights", text.word("weights", model.weights)}})
                  << '\n';
    for (const Reason& warning : sheet.warnings) std::cout << "! " << text.reason(warning) << '\n';
    return kAllDone;
}

}  // namespace duelo
