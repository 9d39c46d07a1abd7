// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/places.h"
#include "experiments/common_axes.h"
#include "experiments/inference/params.h"
#include "experiments/inference/program.h"
#include "experiments/inference/told_layers.h"
#include "experiments/inference/view.h"
#include "experiments/network_loss.h"
#include "networks/registry.h"
#include "networks/trainable.h"
#include "networks/trained_network.h"
#include "plan/instances.h"

namespace duelo {

namespace {

/// A random tensor has no preprocess and nothing to fit.
const std::vector<When> kOfPhotographs{{.axis = "input", .not_in = {std::string(kRandomInput)}}};

/// They take images as those that they are trained with.
std::vector<Json> withOneSize() {
    return {kTrainableFamilies.begin(), kTrainableFamilies.end()};
}

Axis modelAxis() {
    Axis axis{.id = "model", .kind = AxisKind::Word, .many = true, .option = "--model"};
    for (const ModelInfo& model : models()) axis.words.emplace_back(model.name);
    for (const std::string_view model : kTrainableFamilies) axis.words.emplace_back(model);
    axis.usual = Json::array({axis.words.front()});
    axis.help = "networks, e.g. resnet18,mobilenet_v2";
    axis.widget = "networks";
    return axis;
}

/// Few plans have a perceptron: absent, it has as many as those that are trained usually have.
Axis usualHiddenAxis() {
    Axis axis = hiddenAxis();
    axis.optional = true;
    axis.usual = Json();
    return axis;
}

Axis photographAxis(const char* id, std::vector<std::string> words, const char* help) {
    return {.id = id,
            .kind = AxisKind::Word,
            .usual = words.front(),
            .words = words,
            .when = kOfPhotographs,
            .option = std::string("--") + id,
            .help = help,
            .advanced = true};
}

/// Few plans ask for less than all pixels: absent, a photograph is decoded in full. At its own size
/// it has to be.
Axis decodingAxis() {
    Axis axis = photographAxis("decoding", {"full", "scaled"}, "full, or scaled: JPEGs faster");
    axis.optional = true;
    axis.usual = Json();
    axis.when.push_back({.axis = "fit", .not_in = {"own"}});
    return axis;
}

Axis bestBatchAxis() {
    return {.id = "best_batch",
            .kind = AxisKind::Flag,
            .role = AxisRole::Run,
            .usual = false,
            .option = "--best-batch",
            .help = "with several batches (1..256): until throughput or memory ends",
            .advanced = true};
}

/// The layer whose maps stand in the result of each case; its names are those of the network.
Axis mapsAxis() {
    return {.id = "maps",
            .kind = AxisKind::Text,
            .role = AxisRole::Run,
            .optional = true,
            .option = "--maps",
            .help = "a layer, e.g. layer1.0.conv1: its maps stand in the result",
            .advanced = true};
}

/// A random tensor shares no batch with photographs.
void addRandomTogether(std::vector<Problem>& problems, const Plan& plan) {
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const std::vector<Json>& inputs = valuesIn(plan.cases[i], "input");
        for (std::size_t k = 0; k < inputs.size(); ++k)
            if (inputs[k].is_array() &&
                std::ranges::find(inputs[k], kRandomInput) != inputs[k].end())
                problems.push_back({"input",
                                    i,
                                    k,
                                    {"together_random",
                                     {{"field", "cases[" + std::to_string(i) + "].input[" +
                                                    std::to_string(k) + "]"}}}});
    }
}

/// Every network of the plan has the layer whose maps are wanted.
void addUnknownLayer(std::vector<Problem>& problems, const Plan& plan) {
    const std::string layer = plan.run.text("maps");
    if (layer.empty()) return;
    for (const Block& block : plan.cases)
        for (const Json& model : valuesIn(block, "model")) {
            const auto network = usableNetwork(model.get<std::string>());
            if (!network) continue;
            const std::vector<std::string> known = toldLayerNames((*network)->info.network);
            if (std::ranges::find(known, layer) != known.end()) continue;
            problems.push_back({"maps",
                                0,
                                0,
                                {"layer_not_there",
                                 {{"field", "run.maps"},
                                  {"value", layer},
                                  {"model", model},
                                  {"accepted", known}}}});
            return;
        }
}

std::optional<Reason> whyNotOfSize(const ModelInfo& info, const Json& size_px) {
    if (!size_px.is_number_integer()) return std::nullopt;  // which is told elsewhere
    Json args{{"value", size_px}, {"model", info.name}};
    if (size_px < info.min_size_px) {
        args["min"] = info.min_size_px;
        return Reason{"size_too_small_for_model", std::move(args), {}};
    }
    if (size_px.get<std::int64_t>() % info.size_step_px == 0) return std::nullopt;
    args["step"] = info.size_step_px;
    return Reason{"size_of_no_patches_for_model", std::move(args), {}};
}

/// A network needs a smallest image, and a file of weights belongs to one network.
std::vector<Problem> problemsOfInference(const Plan& plan, const Facts& facts) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const auto valuesAt = [&](std::string_view axis) -> const std::vector<Json>& {
            return valuesIn(plan.cases[i], axis);
        };
        const std::string at = "cases[" + std::to_string(i) + "].";
        const std::vector<Json>&names = valuesAt("model"), &sizes = valuesAt("size_px");
        if (!valuesAt("weights").empty() && names.size() > 1)
            problems.push_back(
                {"weights", i, 0, {"weights_of_several", {{"field", at + "weights"}}, {}}});
        for (const char* of_file : {"weights_key", "classes"})
            if (!valuesAt(of_file).empty() && valuesAt("weights").empty())
                problems.push_back(
                    {of_file, i, 0, {"weights_not_given", {{"field", at + of_file}}, {}}});
        for (const Json& name : names) {
            const auto info = findModel(name.get<std::string>());
            for (std::size_t k = 0; info && k < sizes.size(); ++k)
                if (auto why = whyNotOfSize(**info, sizes[k])) {
                    why->args["field"] = at + "size_px[" + std::to_string(k) + "]";
                    problems.push_back({"size_px", i, k, *std::move(why)});
                }
        }
    }
    const auto one = [](const Block& block) { return valuesIn(block, "batch").size() < 2; };
    if (plan.run.flag("best_batch") && std::ranges::all_of(plan.cases, one))
        problems.push_back(
            {"best_batch", 0, 0, {"best_batch_of_one", {{"field", "run.best_batch"}}}});
    std::ranges::move(problemsOfModes(plan, facts), std::back_inserter(problems));
    const auto lost = std::ranges::find_if(plan.variants, [](const Block& variants) {
        return isLostIn(Precision::Int8, Mode::Compiled, variants);
    });
    if (lost != plan.variants.end())
        problems.push_back({"precision",
                            static_cast<std::size_t>(lost - plan.variants.begin()),
                            0,
                            {"int8_needs_compiled"}});
    static constexpr std::array kOfCpu{kInstancesAxis, kPinningAxis};
    std::ranges::move(problemsWithoutCpu(plan, kOfCpu), std::back_inserter(problems));
    addRandomTogether(problems, plan);
    addUnknownLayer(problems, plan);
    return problems;
}

/// Several images at a time against all threads for one (S0-12).
Offer sideBySide() {
    return {.id = "side_by_side",
            .cases = {{{"model", {"resnet18"}}, {"size_px", {224}}, {"batch", {1}}}},
            .variants = {{{"device", {"cpu"}}, {"instances", {1, 2, 4}}, {"threads", {1}}},
                         {{"device", {"cpu"}}, {"instances", {1}}, {"threads", {0}}}},
            .base = {{"instances", 1}, {"threads", 1}}};
}

/// The shipped photographs through the network whose trained weights are shipped (S0-04, S0-05).
std::vector<Offer> offersOfInference() {
    std::vector<Json> inputs;
    for (const std::string& input : sampleInputs()) inputs.emplace_back(input);
    std::vector<Offer> offers{{.id = "handout", .cases = {Block()}}, sideBySide()};
    if (!inputs.empty())
        offers.insert(offers.begin(), {"samples",
                                       {{{"model", {"efficientnet_lite0"}},
                                         {"input", std::move(inputs)},
                                         {"size_px", {224}}}}});
    return offers;
}

/// "cara_ejemplo.jpg", "imagen_ejemplo.jpg": what the handout's own programs open (S0-47).
constexpr std::string_view kHandoutNames = "_ejemplo.jpg";

}  // namespace

std::vector<std::string> sampleInputs() {
    std::vector<std::string> inputs;
    const auto folder = shippedFile("samples");
    std::error_code error;
    if (!folder) return inputs;
    for (const auto& entry : std::filesystem::directory_iterator(*folder, error)) {
        const std::string name = utf8(entry.path().filename());
        const auto suffix = entry.path().extension();
        if ((suffix == ".png" || suffix == ".jpg") && !name.ends_with(kHandoutNames))
            inputs.push_back(std::string(kSamplePrefix) + name);
    }
    std::ranges::sort(inputs);
    return inputs;
}

Spec inferenceSpec() {
    Spec spec{.id = "inference",
              .command = "infer",
              .help = "measure inference; alone: the default plan"};
    spec.networks = true;
    spec.axes = {
        modelAxis(),
        usualHiddenAxis(),
        {.id = "weights",
         .kind = AxisKind::Path,
         .optional = true,
         .per = "model",
         .option = "--weights",
         .help = "NAME=FILE, or FILE of the only network: .safetensors or .pth"},
        {.id = "weights_key",
         .kind = AxisKind::Text,
         .optional = true,
         .per = "model",
         .option = "--weights-key",
         .help = "NAME=KEY, or KEY: which weights of a file with several, e.g. model_ema"},
        {.id = "classes",
         .kind = AxisKind::Path,
         .optional = true,
         .per = "model",
         .option = "--classes",
         .help = "NAME=FILE, or FILE: text, a class of the network in each line"},
        {.id = "input",
         .kind = AxisKind::Path,
         .many = true,
         .usual = Json::array({std::string(kRandomInput)}),
         .words = {std::string(kRandomInput), std::string(kSamplePrefix), "digits:", "textures:"},
         .max = kMaxBatch,
         .folders = true,
         .option = "--image",
         .help = "photographs, folders of them, 'random', or 'digits:17', 'textures:80'",
         .widget = "photographs"},
        photographAxis("preprocess", {"model", "script", "imagenet"}, "model, script or imagenet"),
        photographAxis("fit", {"square", "letterbox", "centre_crop", "own"},
                       "square, letterbox, centre_crop or own, its own size"),
        decodingAxis(),
        {.id = "size_px",
         .unit = "px",
         .many = true,
         .usual = Json::array({224, 512, 1024}),
         .min = kMinSizePx,
         .max = kMaxSizePx,
         .range_reason = "size_out_of_range",
         .when = {{.axis = "model", .not_in = withOneSize()}, {.axis = "fit", .not_in = {"own"}}},
         .option = "--size",
         .help = "pixels, e.g. 224,512,1024",
         .offered = {128, 224, 256, 512, 1024}},
        batchAxis(1, {1, 8, 32}, "images per call, e.g. 1,8,32 or, doubled, 1..256"),
        seedAxis(),
        deviceAxis(),
        instancesAxis(),
        threadsAxis(),
        pinningAxis(),
        precisionAxis({"fp32", "tf32", "bf16", "fp16", "int8"}),
        modeAxis({"eager", "channels_last", "fused", "compiled", "graph", "overlapped"}),
        bestBatchAxis(),
        mapsAxis()};
    spec.ends = SweepEnd{.axis = "batch",
                         .metric = "throughput",
                         .asked = "best_batch",
                         .peaked = "throughput_ended",
                         .full = "batch_too_large"};
    spec.metrics = {{"throughput", "image/s"},
                    {.id = "latency",
                     .unit = "ms",
                     .more_is_better = false,
                     .in_table = true,
                     .axis = std::string(kInstancesAxis)},
                    {.id = "slowest_latency", .unit = "ms", .more_is_better = false}};
    spec.parts = {{"decode", false}, {"resize", false}, {"h2d"},
                  {"compute"},       {"d2h"},           {"busy", false}};
    spec.validate = problemsOfInference;
    spec.offers = offersOfInference;
    spec.loss = lossOfNetwork;
    spec.view = &inferenceView();
    spec.programs = {{ProgramKind::PyTorch, pytorchScript}};
    return spec;
}

}  // namespace duelo
