// SPDX-License-Identifier: Apache-2.0
#include "engine_context.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/places.h"
#include "base/reason_json.h"
#include "calibration.h"
#include "experiments/inference/inference.h"
#include "experiments/inference/input_store.h"
#include "experiments/training/training.h"
#include "models/engine_sheet.h"
#include "networks/registry.h"
#include "networks/trainable.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace duelo {

namespace {

/// A probe is there to be fast. Whatever measures asks for the 10^6 reads of R-29.
constexpr std::size_t kGlanceReads = 100'000;

}  // namespace

EngineContext::EngineContext(Text text, WrapFactory wrap)
    : m_text(std::move(text)), m_wrap(std::move(wrap)) {}

Gpu& EngineContext::gpu() {
    return Gpu::instance();
}

const Json& EngineContext::machine() {
    if (m_machine.is_null()) m_machine = readMachineSheet();
    return m_machine;
}

const ClockSheet& EngineContext::clock() {
    if (!m_clock) m_clock = inspectClock();
    return *m_clock;
}

ClockSheet EngineContext::glanceAtClock() const {
    return m_clock ? *m_clock : inspectClock(nowNs, kGlanceReads);
}

Json EngineContext::readState() {
    const std::lock_guard lock(m_monitorMutex);
    return m_monitor.read();
}

void EngineContext::calibrate() {
    if (std::exchange(m_calibrated, true)) return;
    m_unused = false;
    for (const Device device : usableDevices())
        m_rates[static_cast<std::size_t>(device)] =
            measureRate(physicalCores(), device == Device::Cuda ? gpu().api() : nullptr);
}

const std::optional<ComputeRate>& EngineContext::rate(Device device) const {
    return m_rates[static_cast<std::size_t>(device)];
}

int EngineContext::physicalCores() {
    return std::max(1, machine().value("/cpu/cores"_json_pointer, 1));
}

Catalogue EngineContext::catalogue() {
    Catalogue catalogue;
    for (const ModelInfo& model : models())
        catalogue.models.push_back(
            {.name = std::string(model.name), .min_size_px = model.min_size_px});
    catalogue.training_size_px = [](const std::string& name) -> Result<int> {
        const auto model = trainableModel(name, 1);
        if (!model) return tl::unexpected(model.error());
        return model->size_px;
    };
    return catalogue;
}

std::vector<Device> EngineContext::usableDevices() {
    std::vector<Device> devices{Device::Cpu};
    if (gpu().status().available) devices.push_back(Device::Cuda);
    return devices;
}

std::unique_ptr<WorkloadFactory> EngineContext::makeFactory(const Plan& plan,
                                                            const std::filesystem::path& journal,
                                                            bool resume) {
    std::unique_ptr<WorkloadFactory> factory;
    if (plan.trains()) {
        std::filesystem::path folder = journal;
        if (!folder.empty()) folder.replace_extension(".training");
        factory = std::make_unique<TrainingFactory>(plan, gpu(), m_trainingData, std::move(folder),
                                                    resume);
    } else {
        factory = std::make_unique<InferenceFactory>(plan, gpu());
    }
    return m_wrap ? m_wrap(std::move(factory)) : std::move(factory);
}

Header EngineContext::makeHeader(const Plan& plan, std::size_t cells, const Json& label) {
    Header header;
    header.run = newRunId();
    header.app = DUELO_VERSION;
    header.started = utcNow();
    header.plan = toJson(plan);
    header.plan_hash = planHash(plan);
    header.cells = static_cast<int>(cells);
    header.machine = machine();
    header.engine = readEngineSheet();
    header.engine["clock"] = toJson(clock());
    header.engine["gpu"] = gpu().api() != nullptr ? gpu().api()->sheet() : gpu().status().sheet;
    if (const auto& reason = gpu().status().reason) header.engine["gpu_reason"] = toJson(*reason);
    header.label = label;
    return header;
}

Plan defaultPlan(std::vector<Device> devices) {
    Plan plan;
    plan.sweeps = {Sweep{.models = {"resnet18"},
                         .inputs = {std::string(kRandomInput)},
                         .sizes_px = {224, 512, 1024},
                         .batches = {1}}};
    if (auto samples = sampleInputs(); !samples.empty())
        plan.sweeps.push_back({.models = {"efficientnet_lite0"},
                               .inputs = std::move(samples),
                               .sizes_px = {224},
                               .batches = {1}});
    plan.devices = std::move(devices);
    return plan;
}

Plan defaultTrainingPlan(Experiment experiment, std::vector<Device> devices) {
    constexpr int kBatch = 32;  // several updates in an epoch of 183 images (S2-M04)
    const auto model = trainableModel(trainableNames().front(), 1);
    Plan plan;
    plan.experiment = experiment;
    plan.sweeps = {Sweep{.models = {model->name},
                         .inputs = {"textures"},
                         .sizes_px = {model->size_px},
                         .batches = {kBatch}}};
    plan.devices = std::move(devices);
    if (experiment == Experiment::Training) plan.modes = {Mode::Eager, Mode::Fused};
    return plan;
}

std::vector<std::string> sampleInputs() {
    std::vector<std::string> inputs;
    const auto folder = shippedFile("samples");
    std::error_code error;
    if (!folder) return inputs;
    for (const auto& entry : std::filesystem::directory_iterator(*folder, error))
        if (const auto suffix = entry.path().extension(); suffix == ".png" || suffix == ".jpg")
            inputs.push_back(std::string(kSamplePrefix) + utf8(entry.path().filename()));
    std::ranges::sort(inputs);
    return inputs;
}

Language systemLanguage() {
    std::string locale;
    for (const char* name : {"DUELO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); locale.empty() && value != nullptr)
            locale = value;
#ifdef _WIN32
    if (locale.empty() && PRIMARYLANGID(GetUserDefaultUILanguage()) == LANG_SPANISH) locale = "es";
#endif
    return locale.starts_with("es") ? Language::Spanish : Language::English;
}

}  // namespace duelo
