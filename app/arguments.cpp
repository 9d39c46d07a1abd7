// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <charconv>

#include <CLI/CLI.hpp>

#include "core/places.h"
#include "engine_context.h"
#include "images.h"
#include "workloads/input_store.h"

namespace duelo {

namespace {

template <typename Number>
Result<Number> numberFrom(const std::string& text, const std::string& option) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
        return fail("not_a_whole_number", {{"option", option}, {"value", text}});
    return value;
}

Result<std::vector<int>> numbersFrom(const std::vector<std::string>& texts,
                                     const std::string& option, std::vector<int> fallback) {
    if (texts.empty()) return fallback;
    std::vector<int> values;
    for (const std::string& text : texts) {
        auto value = numberFrom<int>(text, option);
        if (!value) return tl::unexpected(value.error());
        values.push_back(*value);
    }
    return values;
}

template <typename E>
Result<std::vector<E>> wordsFrom(const std::vector<std::string>& texts, const std::string& option,
                                 std::vector<E> fallback) {
    if (texts.empty()) return fallback;
    std::vector<E> values;
    for (const std::string& text : texts) {
        auto value = wordFrom<E>(text, option);
        if (!value) return tl::unexpected(value.error());
        values.push_back(*value);
    }
    return values;
}

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

/// Moves a parsed value into its field or hands the reason on.
template <typename T>
bool take(Result<T> parsed, T& field, std::optional<Reason>& refused) {
    if (refused) return false;
    if (parsed)
        field = std::move(*parsed);
    else
        refused = parsed.error();
    return !refused;
}

}  // namespace

void InferWords::declare(CLI::App& command) {
    const auto list = [&](const char* names, std::vector<std::string>& values, const char* help) {
        command.add_option(names, values, help)->delimiter(',')->take_all();
    };
    list("--model", models, "networks, e.g. resnet18,mobilenet_v2");
    command.add_option("--weights", weights, "NAME=FILE, a .safetensors or .pth file")->take_all();
    command.add_option("--image", images, "photographs, folders of them, or 'random'")->take_all();
    list("--size", sizes, "pixels, e.g. 224,512,1024");
    list("--batch", batches, "images per call, e.g. 1,8,32");
    list("--device", devices, "cpu,cuda");
    list("--threads", threads, "CPU threads, 0: one per core");
    list("--precision", precisions, "fp32,tf32,bf16,fp16");
    list("--mode", modes, "eager,channels_last,fused");
    command.add_option("--preprocess", preprocess, "model, script or imagenet");
    command.add_option("--fit", fit, "square, letterbox or centre_crop");
    command.add_option("--preset", preset, "quick, standard or strict");
    command.add_option("--seed", seed, "a number");
}

Result<Plan> planFromWords(const InferWords& words, std::vector<Device> usable) {
    Plan plan = defaultPlan(std::move(usable));
    std::optional<Reason> refused;
    const bool ownWork = !words.models.empty() || !words.images.empty() || !words.sizes.empty() ||
                         !words.batches.empty();
    if (ownWork) {
        Sweep sweep{.models = words.models, .inputs = {}, .sizes_px = {}, .batches = {}};
        if (sweep.models.empty()) sweep.models = {"resnet18"};
        take(inputsFrom(words.images), sweep.inputs, refused);
        if (words.images.empty()) sweep.inputs = {std::string(kRandomInput)};
        take(numbersFrom(words.sizes, "--size", {224, 512, 1024}), sweep.sizes_px, refused);
        take(numbersFrom(words.batches, "--batch", {1}), sweep.batches, refused);
        plan.sweeps = {std::move(sweep)};
    }
    take(wordsFrom<Device>(words.devices, "--device", plan.devices), plan.devices, refused);
    take(numbersFrom(words.threads, "--threads", plan.threads), plan.threads, refused);
    take(wordsFrom<Precision>(words.precisions, "--precision", plan.precisions), plan.precisions,
         refused);
    take(wordsFrom<Mode>(words.modes, "--mode", plan.modes), plan.modes, refused);
    take(wordFrom<Preprocess>(words.preprocess, "--preprocess"), plan.preprocess, refused);
    take(wordFrom<Fit>(words.fit, "--fit"), plan.fit, refused);
    take(wordFrom<Preset>(words.preset, "--preset"), plan.preset, refused);
    take(numberFrom<std::uint64_t>(words.seed, "--seed"), plan.seed, refused);
    for (const std::string& pair : words.weights) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
            return fail("weights_argument", {{"value", pair}});
        plan.weights[pair.substr(0, equals)] =
            utf8(std::filesystem::absolute(fromUtf8(pair.substr(equals + 1))));
    }
    if (refused) return tl::unexpected(*refused);
    return plan;
}

}  // namespace duelo
