// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <iterator>
#include <system_error>

#include "base/file_name.h"
#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"
#include "build_info.h"
#include "commands.h"
#include "engine_sheet.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "gpu/opencl_devices.h"
#include "machine/machine.h"

namespace duelo {

ProbeSheet probeSheet(EngineContext& context) {
    ProbeSheet sheet{.kind = "probe",
                     .app = kVersion,
                     .machine = context.machine(),
                     .state = context.readState(),
                     .engine = readEngineSheet(context.gpu()),
                     .clock = context.glanceAtClock()};
    const GpuStatus& gpu = context.gpu().status();
    sheet.devices = context.devices();
    sheet.gpu = gpu.sheet;
    sheet.gpu.available = gpu.available;
    sheet.gpu.reason = gpu.reason;
    sheet.gpu.networks_reason = gpu.networks_reason;
    sheet.warnings = machineLimits(sheet.machine);
    std::ranges::move(machineWarnings(sheet.state), std::back_inserter(sheet.warnings));
    std::ranges::move(context.gpuWarnings(), std::back_inserter(sheet.warnings));
    if (const auto untried = untriedGpu(); untried && gpu.available)
        sheet.warnings.push_back(*untried);
    std::ranges::move(engineWarnings(sheet.engine), std::back_inserter(sheet.warnings));
    for (const Spec& spec : specs()) offer(spec, context.facts(), sheet);
    return sheet;
}

namespace {

/// "probe-14.json": by the seat, else by the machine, so that those of a class fit in one folder.
std::string probeName(const ProbeSheet& sheet, const ClassLabel& label) {
    std::string name = label.seat.empty() ? sheet.machine.id : label.seat;
    if (!label.seat.empty() && !label.room.empty()) name = label.room + "-" + name;
    name = safeFileName(name);
    return "probe-" + (name.empty() ? "pc" : name) + ".json";
}

int writeProbe(EngineContext& context, const ProbeSheet& sheet, std::filesystem::path out,
               const Json& label) {
    Json json = toJson(sheet);
    if (!label.empty()) json["label"] = label;
    std::error_code error;
    const bool folder = std::filesystem::is_directory(out, error);
    if (folder) out /= fromUtf8(probeName(sheet, labelFrom(label)));
    if (const auto written = writeWhole(jsonText(json) + '\n', out, folder); !written)
        return refuse(context, written.error());
    std::cerr << context.text()("cli.written", {{"path", utf8(out)}}) << '\n';
    return kAllDone;
}

}  // namespace

int probeCommand(EngineContext& context, bool json, const std::filesystem::path& out,
                 const Json& label) {
    const ProbeSheet sheet = probeSheet(context);
    if (!out.empty())
        if (const int code = writeProbe(context, sheet, out, label); code != kAllDone) return code;
    if (json) {
        std::cout << jsonText(toJson(sheet)) << '\n';
        return kAllDone;
    }
    const Text& text = context.text();
    const CpuSheet& cpu = sheet.machine.cpu;
    const auto orUnknown = [](const std::string& told) { return told.empty() ? "?" : told; };
    std::cout << "Duelo " << versionText() << '\n'
              << text("cli.probe_cpu", {{"name", orUnknown(cpu.name)},
                                        {"cores", cpu.cores.value_or(0)},
                                        {"logical", cpu.logical.value_or(0)}})
              << '\n';
    if (const GpuStatus& gpu = context.gpu().status(); gpu.available)
        std::cout << text("cli.probe_gpu", {{"name", orUnknown(gpu.sheet.name)}}) << '\n';
    else
        std::cout << text("cli.probe_no_gpu", {{"why", text.reason(*gpu.reason)}}) << '\n';
    // Where there is a GPU that can be used, nobody needs another way to it.
    if (const auto& why = context.gpu().openCl().reason(); why && !context.gpu().status().available)
        std::cout << text("cli.probe_no_opencl", {{"why", text.reason(*why)}}) << '\n';
    if (const auto& reason = sheet.gpu.networks_reason) std::cout << text.reason(*reason) << '\n';
    for (const DeviceSheet& device : sheet.devices)
        if (device.reason && (context.gpu().status().available || device.api == word(Api::OpenCl)))
            std::cout << "  " << device.word() << ": " << text.reason(*device.reason) << '\n';
        else if (device.api == word(Api::OpenCl))
            std::cout << text(device.is_software.value_or(false) ? "cli.probe_opencl_software"
                                                                 : "cli.probe_opencl",
                              {{"word", device.word()},
                               {"name", device.name},
                               {"platform", orUnknown(device.platform)}})
                      << '\n';
    std::cout << (sheet.engine.libtorch.empty()
                      ? text("cli.probe_no_libtorch")
                      : text("cli.probe_libtorch",
                             {{"version", sheet.engine.libtorch},
                              {"capability", orUnknown(sheet.engine.cpu_capability)}}))
              << '\n'
              << text("cli.probe_clock", {{"resolution_ns", sheet.clock.resolution_ns.value_or(0)},
                                          {"read_ns", sheet.clock.read_ns.value_or(0)}})
              << '\n';
    for (const ExperimentSheet& experiment : sheet.experiments)
        for (const ModelSheet& model : experiment.models)
            if (!model.weights.empty())
                std::cout << "  " << model.name << ": "
                          << text("cli.probe_model",
                                  {{"parameters", model.parameters.value_or(0)},
                                   {"weights", text.word("weights", model.weights)}})
                          << '\n';
    for (const Reason& warning : sheet.warnings) std::cout << "! " << text.reason(warning) << '\n';
    return kAllDone;
}

}  // namespace duelo
