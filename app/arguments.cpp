// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <CLI/CLI.hpp>

#include "argument_values.h"
#include "core/places.h"
#include "engine_context.h"
#include "images.h"
#include "workloads/input_store.h"

namespace duelo {

namespace {

/// Files as they are, folders as the images in them.
Result<std::vector<std::string>> inputsFrom(const std::vector<std::string>& images) {
    std::vector<std::string> inputs;
    for (const std::string& image : images) {
        if (image == kRandomInput || image.starts_with(kSamplePrefix)) {
            inputs.push_back(image);
            continue;
        }
        auto files = imagesIn(fromUtf8(image));
        if (!files) return tl::unexpected(files.error());
        for (const auto& file : *files) inputs.push_back(utf8(std::filesystem::absolute(file)));
    }
    return inputs;
}

}  // namespace

void addListOption(CLI::App& command, const char* name, std::vector<std::string>& values,
                   const char* help) {
    command.add_option(name, values, help)->delimiter(',')->take_all();
}

void InferWords::declare(CLI::App& command) {
    addListOption(command, "--model", models, "networks, e.g. resnet18,mobilenet_v2");
    command.add_option("--weights", weights, "NAME=FILE, a .safetensors or .pth file")->take_all();
    command.add_option("--image", images, "photographs, folders of them, or 'random'")->take_all();
    addListOption(command, "--size", sizes, "pixels, e.g. 224,512,1024");
    addListOption(command, "--batch", batches, "images per call, e.g. 1,8,32");
    addListOption(command, "--device", devices, "cpu,cuda");
    addListOption(command, "--threads", threads, "CPU threads, 0: one per core");
    addListOption(command, "--precision", precisions, "fp32,tf32,bf16,fp16");
    addListOption(command, "--mode", modes, "eager,channels_last,fused");
    command.add_option("--preprocess", preprocess, "model, script or imagenet");
    command.add_option("--fit", fit, "square, letterbox or centre_crop");
    command.add_option("--preset", preset, "quick, standard or strict");
    command.add_option("--seed", seed, "a number");
}

Result<Plan> planFromWords(const InferWords& words, std::vector<Device> usable) {
    Plan plan = defaultPlan(std::move(usable));
    ArgumentReader read;
    const bool ownWork = !words.models.empty() || !words.images.empty() || !words.sizes.empty() ||
                         !words.batches.empty();
    if (ownWork) {
        Sweep sweep{.models = words.models,
                    .inputs = {std::string(kRandomInput)},
                    .sizes_px = {224, 512, 1024},
                    .batches = {1}};
        if (sweep.models.empty()) sweep.models = {"resnet18"};
        if (!words.images.empty()) read.take(inputsFrom(words.images), sweep.inputs);
        read.numbers(words.sizes, "--size", sweep.sizes_px);
        read.numbers(words.batches, "--batch", sweep.batches);
        plan.sweeps = {std::move(sweep)};
    }
    read.words(words.devices, "--device", plan.devices);
    read.numbers(words.threads, "--threads", plan.threads);
    read.words(words.precisions, "--precision", plan.precisions);
    read.words(words.modes, "--mode", plan.modes);
    read.word(words.preprocess, "--preprocess", plan.preprocess);
    read.word(words.fit, "--fit", plan.fit);
    read.word(words.preset, "--preset", plan.preset);
    read.number(words.seed, "--seed", plan.seed);
    for (const std::string& pair : words.weights) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
            return fail("weights_argument", {{"value", pair}});
        plan.weights[pair.substr(0, equals)] =
            utf8(std::filesystem::absolute(fromUtf8(pair.substr(equals + 1))));
    }
    if (read.refused()) return tl::unexpected(*read.refused());
    return plan;
}

}  // namespace duelo
