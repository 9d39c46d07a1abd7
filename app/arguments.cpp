// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "base/places.h"
#include "engine_context.h"
#include "experiments/inference/input_store.h"
#include "images.h"
#include "networks/hidden_units.h"
#include "networks/trainable.h"

namespace duelo {

namespace {

using Texts = std::vector<std::string>;

template <typename T>
std::vector<T> listOf(const Block& block, std::string_view axis) {
    std::vector<T> list;
    if (const auto found = block.find(axis); found != block.end())
        for (const Json& value : found->second) {
            if constexpr (std::is_enum_v<T>)
                list.push_back(*parseWord<T>(value.get<std::string>()));
            else
                list.push_back(value.get<T>());
        }
    return list;
}

/// The settings of a block, each of which has one value.
Params settingsOf(const Block& block) {
    Params settings;
    for (const auto& [axis, values] : block)
        if (!values.empty()) settings.set(axis, values.front());
    return settings;
}

/// Files as they are, folders as the images in them.
Result<Texts> photographs(const Texts& typed) {
    Texts inputs;
    for (const std::string& image : typed) {
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

/// A folder as an absolute path, so that a plan can be resumed from elsewhere; names of shipped and
/// made sets as they are.
std::string dataInput(const std::string& word) {
    const bool named = word == "digits" || word == "textures" || word.starts_with("synthetic");
    return named ? word : utf8(std::filesystem::absolute(fromUtf8(word)));
}

/// Takes "NAME=FILE" apart.
Result<std::map<std::string, std::string>> weightFiles(const Texts& typed) {
    std::map<std::string, std::string> files;
    for (const std::string& pair : typed) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
            return fail("weights_argument", {{"value", pair}});
        files[pair.substr(0, equals)] =
            utf8(std::filesystem::absolute(fromUtf8(pair.substr(equals + 1))));
    }
    return files;
}

/// "mlp" once for each number of hidden units (S4-20).
Result<Texts> networkNames(const Texts& models, const Texts& hidden) {
    Texts names;
    for (const std::string& model : models)
        if (model == kMlp && !hidden.empty())
            for (const std::string& units : hidden) names.push_back("mlp-" + units);
        else
            names.push_back(model);
    if (!hidden.empty() && std::ranges::none_of(names, [](const std::string& name) {
            return name.starts_with("mlp-");
        }))
        return fail("hidden_without_mlp");
    return names;
}

/// Networks of one image size share a sweep.
Result<std::vector<Sweep>> trainingSweeps(const Texts& models, const Texts& data,
                                          const std::vector<int>& batches) {
    std::map<int, Sweep> sweeps;
    for (const std::string& name : models) {
        const auto model = trainableModel(name, 1);
        if (!model) return tl::unexpected(model.error());
        Sweep& sweep = sweeps[model->size_px];
        sweep.sizes_px = {model->size_px};
        sweep.models.push_back(model->name);
        sweep.inputs = data;
        sweep.batches = batches;
    }
    std::vector<Sweep> list;
    for (auto& [size, sweep] : sweeps) list.push_back(std::move(sweep));
    return list;
}

TrainingPlan trainingOf(const Params& settings, const Params& run) {
    TrainingPlan plan;
    plan.epochs = static_cast<int>(settings.integer("epochs", plan.epochs));
    plan.until_accuracy = settings.optionalReal("until_accuracy");
    plan.max_time_s = settings.optionalReal("max_time_s");
    plan.patience = static_cast<int>(settings.integer("patience", plan.patience));
    plan.optimizer = settings.word("optimizer", plan.optimizer);
    plan.learning_rate = settings.real("learning_rate", plan.learning_rate);
    plan.momentum = settings.real("momentum", plan.momentum);
    plan.augment = settings.flag("augment", plan.augment);
    plan.decode_every_epoch = settings.flag("decode_every_epoch", plan.decode_every_epoch);
    plan.deterministic = settings.flag("deterministic", plan.deterministic);
    plan.outputs = static_cast<int>(settings.integer("outputs", plan.outputs));
    plan.validation_share = settings.real("validation_share", plan.validation_share);
    plan.test_share = settings.real("test_share", plan.test_share);
    plan.save_weights = run.flag("save_weights", plan.save_weights);
    return plan;
}

/// What is wrong, in terms of what was typed: the option, and percent where percent is typed.
Reason asTyped(Problem problem, const Spec& spec) {
    const Axis* axis = spec.find(problem.axis);
    Json& args = problem.reason.args;
    if (axis == nullptr || axis->option.empty() || !args.contains("field")) return problem.reason;
    args["field"] = axis->option;
    for (const char* key : {"value", "min", "max"})
        if (axis->per_typed != 1 && args.contains(key) && args[key].is_number())
            args[key] = args[key].get<double>() / axis->per_typed;
    return problem.reason;
}

/// The words of one command, on their way to a selection.
class Reader {
public:
    explicit Reader(const AxisOptions& options) : m_words(options.words), m_spec(*options.spec) {}

    [[nodiscard]] Texts typed(std::string_view axis) const {
        const auto found = m_words.find(axis);
        return found == m_words.end() ? Texts{} : found->second;
    }
    [[nodiscard]] bool anyOf(std::initializer_list<std::string_view> axes) const {
        return std::ranges::any_of(axes, [this](auto axis) { return !typed(axis).empty(); });
    }
    void replace(std::string_view axis, Texts words) {
        m_words.insert_or_assign(std::string(axis), std::move(words));
    }
    [[nodiscard]] Result<Selection> selection() const {
        auto chosen = selectionFromWords(m_spec, m_words);
        if (!chosen) return chosen;
        const auto problems = problemsOf(*chosen, m_spec, {});
        return problems.empty() ? chosen : tl::unexpected(asTyped(problems.front(), m_spec));
    }
    /// The variants that were typed take the place of the plan's.
    void readVariants(const Block& block, Plan& plan) const {
        if (anyOf({"device"})) plan.devices = listOf<Device>(block, "device");
        if (anyOf({"threads"})) plan.threads = listOf<int>(block, "threads");
        if (anyOf({"precision"})) plan.precisions = listOf<Precision>(block, "precision");
        if (anyOf({"mode"})) plan.modes = listOf<Mode>(block, "mode");
    }

private:
    TypedWords m_words;
    const Spec& m_spec;
};

Result<Plan> inferencePlan(Reader reader, Plan plan) {
    auto weights = weightFiles(reader.typed("weights"));
    if (!weights) return tl::unexpected(weights.error());
    plan.weights = std::move(*weights);
    reader.replace("weights", {});
    if (reader.anyOf({"input"})) {
        auto inputs = photographs(reader.typed("input"));
        if (!inputs) return tl::unexpected(inputs.error());
        reader.replace("input", std::move(*inputs));
    }
    const auto chosen = reader.selection();
    if (!chosen) return tl::unexpected(chosen.error());
    const Block& work = chosen->cases.front();
    if (reader.anyOf({"model", "input", "size_px", "batch"}))
        plan.sweeps = {Sweep{.models = listOf<std::string>(work, "model"),
                             .inputs = listOf<std::string>(work, "input"),
                             .sizes_px = listOf<int>(work, "size_px"),
                             .batches = listOf<int>(work, "batch")}};
    const Params settings = settingsOf(work);
    plan.preprocess = settings.word("preprocess", plan.preprocess);
    plan.fit = settings.word("fit", plan.fit);
    plan.seed = static_cast<std::uint64_t>(settings.integer("seed"));
    reader.readVariants(chosen->variants.front(), plan);
    return plan;
}

Result<Plan> trainingPlan(Reader reader, Plan plan) {
    const Sweep& usual = plan.sweeps.front();
    auto models = networkNames(reader.anyOf({"model"}) ? reader.typed("model") : usual.models,
                               reader.typed("hidden"));
    if (!models) return tl::unexpected(models.error());
    reader.replace("model", std::move(*models));
    reader.replace("hidden", {});
    Texts data;
    for (const std::string& word : reader.typed("data")) data.push_back(dataInput(word));
    reader.replace("data", std::move(data));
    const auto chosen = reader.selection();
    if (!chosen) return tl::unexpected(chosen.error());
    const Block& work = chosen->cases.front();
    auto sweeps = trainingSweeps(listOf<std::string>(work, "model"),
                                 listOf<std::string>(work, "data"), listOf<int>(work, "batch"));
    if (!sweeps) return tl::unexpected(sweeps.error());
    plan.sweeps = std::move(*sweeps);
    const Params settings = settingsOf(work);
    plan.training = trainingOf(settings, chosen->run);
    plan.seed = static_cast<std::uint64_t>(settings.integer("seed"));
    reader.readVariants(chosen->variants.front(), plan);
    return plan;
}

}  // namespace

void AxisOptions::declare(CLI::App& command, const Spec& of) {
    spec = &of;
    for (const Axis& axis : of.axes) {
        if (axis.option.empty()) continue;
        Texts& list = words[axis.id];
        if (axis.kind == AxisKind::Flag) {
            command.add_flag_callback(
                axis.option, [&list] { list = {"typed"}; }, axis.help);
            continue;
        }
        CLI::Option* option = command.add_option(axis.option, list, axis.help);
        // A name of a file may have a comma in it; weights are typed once for each network.
        if (axis.kind == AxisKind::Path) {
            option->take_all();
        } else if (axis.many) {
            option->delimiter(',')->take_all();
        } else {
            option->expected(1);
        }
    }
}

Result<Plan> planFromWords(const AxisOptions& options, std::vector<Device> usable) {
    const auto experiment = parseWord<Experiment>(options.spec->id);
    auto plan =
        *experiment == Experiment::Inference
            ? inferencePlan(Reader(options), defaultPlan(std::move(usable)))
            : trainingPlan(Reader(options), defaultTrainingPlan(*experiment, std::move(usable)));
    if (plan && !options.preset.empty()) {
        const auto preset = wordFrom<Preset>(options.preset, "--preset");
        if (!preset) return tl::unexpected(preset.error());
        plan->preset = *preset;
    }
    return plan;
}

}  // namespace duelo
