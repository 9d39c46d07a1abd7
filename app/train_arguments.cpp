// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "argument_values.h"
#include "arguments.h"
#include "core/places.h"
#include "engine_context.h"
#include "models/trainable.h"

namespace duelo {

namespace {

constexpr double kPercent = 100;

/// A folder as an absolute path, so that a plan can be resumed from elsewhere; names of shipped and
/// made sets as they are.
std::string dataInput(const std::string& word) {
    const bool named = word == "digits" || word == "textures" || word.starts_with("synthetic");
    return named ? word : utf8(std::filesystem::absolute(fromUtf8(word)));
}

/// The models as typed, "mlp" once for each number of hidden units (S4-20).
Result<std::vector<std::string>> modelNames(const TrainWords& words,
                                            const std::vector<std::string>& fallback) {
    std::vector<std::string> names;
    for (const std::string& model : words.models.empty() ? fallback : words.models)
        if (model == "mlp" && !words.hidden.empty())
            for (const std::string& hidden : words.hidden) names.push_back("mlp-" + hidden);
        else
            names.push_back(model);
    if (!words.hidden.empty() && std::ranges::none_of(names, [](const std::string& name) {
            return name.starts_with("mlp-");
        }))
        return fail("hidden_without_mlp");
    return names;
}

/// Networks of one image size share a sweep.
Result<std::vector<Sweep>> sweepsOf(const std::vector<std::string>& models,
                                    const std::vector<std::string>& inputs,
                                    const std::vector<int>& batches) {
    std::map<int, Sweep> sweeps;
    for (const std::string& name : models) {
        const auto model = trainableModel(name, 1);
        if (!model) return tl::unexpected(model.error());
        Sweep& sweep = sweeps[model->size_px];
        sweep.sizes_px = {model->size_px};
        sweep.models.push_back(model->name);
        sweep.inputs = inputs;
        sweep.batches = batches;
    }
    std::vector<Sweep> list;
    for (auto& [size, sweep] : sweeps) list.push_back(std::move(sweep));
    return list;
}

Result<TrainingPlan> trainingFrom(const TrainWords& words) {
    TrainingPlan plan;
    ArgumentReader read;
    read.number(words.epochs, "--epochs", plan.epochs);
    read.number(words.patience, "--patience", plan.patience);
    read.number(words.outputs, "--outputs", plan.outputs);
    read.decimal(words.rate, "--rate", plan.learning_rate);
    read.decimal(words.momentum, "--momentum", plan.momentum);
    read.optional(words.max_time_s, "--max-time", plan.max_time_s);
    read.optional(words.until_accuracy, "--until-accuracy", plan.until_accuracy);
    if (plan.until_accuracy) *plan.until_accuracy /= kPercent;
    double validation_percent = kPercent * plan.validation_share;
    double test_percent = kPercent * plan.test_share;
    read.decimal(words.validation_percent, "--validation", validation_percent);
    read.decimal(words.test_percent, "--test", test_percent);
    plan.validation_share = validation_percent / kPercent;
    plan.test_share = test_percent / kPercent;
    read.word(words.optimizer, "--optimizer", plan.optimizer);
    plan.augment = words.augment;
    plan.decode_every_epoch = words.decode_every_epoch;
    plan.deterministic = !words.not_deterministic;
    plan.save_weights = words.save_weights;
    if (read.refused()) return tl::unexpected(*read.refused());
    return plan;
}

}  // namespace

void TrainWords::declare(CLI::App& command, bool finder) {
    addListOption(command, "--model", models, "lab_alexnet, mlp or mlp-N");
    addListOption(command, "--hidden", hidden, "hidden units of mlp, e.g. 128,256,500");
    command.add_option("--data", data, "textures, digits, synthetic, or a folder")->take_all();
    addListOption(command, "--batch", batches, "images per update, e.g. 16,64,256");
    addListOption(command, "--device", devices, "cpu,cuda");
    addListOption(command, "--threads", threads, "CPU threads, 0: one per core");
    addListOption(command, "--precision", precisions, "fp32,tf32");
    addListOption(command, "--mode", modes, "eager,channels_last,fused,graph");
    command.add_option("--optimizer", optimizer, "adam or sgd");
    command.add_option("--momentum", momentum, "of sgd");
    command.add_option("--outputs", outputs, "of the network; default: one for each class");
    command.add_option("--validation", validation_percent,
                       "percent, where the data have no such part");
    command.add_option("--test", test_percent, "percent, where the data have no such part");
    command.add_option("--seed", seed, "a number");
    command.add_flag("--augment", augment, "rotate, flip and crop at random");
    command.add_flag("--not-deterministic", not_deterministic, "allow faster sums in any order");
    if (finder) return;
    command.add_option("--epochs", epochs, "default: 25");
    command.add_option("--rate", rate, "learning rate, default: 0.001");
    command.add_option("--until-accuracy", until_accuracy, "percent of the validation part");
    command.add_option("--max-time", max_time_s, "seconds of each training");
    command.add_option("--patience", patience, "epochs without a lower validation loss");
    command.add_flag("--decode-every-epoch", decode_every_epoch, "read the files again each epoch");
    command.add_flag("--save-weights", save_weights, "keep the trained weights as safetensors");
}

Result<Plan> planFromWords(const TrainWords& words, Experiment experiment,
                           std::vector<Device> usable) {
    Plan plan = defaultTrainingPlan(experiment, std::move(usable));
    const Sweep usual = plan.sweeps.front();
    const auto models = modelNames(words, usual.models);
    if (!models) return tl::unexpected(models.error());
    std::vector<std::string> inputs;
    for (const std::string& word : words.data) inputs.push_back(dataInput(word));

    ArgumentReader read;
    std::vector<int> batches = usual.batches;
    read.numbers(words.batches, "--batch", batches);
    read.words(words.devices, "--device", plan.devices);
    read.numbers(words.threads, "--threads", plan.threads);
    read.words(words.precisions, "--precision", plan.precisions);
    read.words(words.modes, "--mode", plan.modes);
    read.number(words.seed, "--seed", plan.seed);
    if (read.refused()) return tl::unexpected(*read.refused());

    auto sweeps = sweepsOf(*models, inputs.empty() ? usual.inputs : inputs, batches);
    if (!sweeps) return tl::unexpected(sweeps.error());
    plan.sweeps = std::move(*sweeps);
    auto training = trainingFrom(words);
    if (!training) return tl::unexpected(training.error());
    plan.training = *training;
    return plan;
}

}  // namespace duelo
