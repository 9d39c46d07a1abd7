// SPDX-License-Identifier: Apache-2.0
#include "base/json_fields.h"
#include "base/json_text.h"
#include "base/sha256.h"
#include "plan/plan.h"

namespace duelo {

namespace {

template <typename E>
Json wordsToJson(const std::vector<E>& values) {
    Json list = Json::array();
    for (const E value : values) list.push_back(word(value));
    return list;
}

Sweep sweepFrom(const Json& json, const std::string& path) {
    Fields fields(json, path);
    Sweep sweep{
        .models = {}, .inputs = {std::string(kRandomInput)}, .sizes_px = {}, .batches = {1}};
    (void)fields.at("models");
    (void)fields.at("sizes_px");
    fields.readList("models", sweep.models, textOf);
    fields.readList("inputs", sweep.inputs, textOf);
    fields.readList("sizes_px", sweep.sizes_px, integerOf<int>);
    fields.readList("batches", sweep.batches, integerOf<int>);
    fields.refuseRest();
    return sweep;
}

std::uint64_t seedFrom(const Json& json) {
    if (json.is_number_unsigned()) return json.get<std::uint64_t>();
    return static_cast<std::uint64_t>(integerOf(json, "seed", 0, INT64_MAX));
}

void read(Fields& fields, std::string_view key, std::optional<double>& value) {
    if (const Json* json = fields.find(key)) value = numberOf(*json, fields.pathOf(key));
}

TrainingPlan trainingFrom(const Json& json) {
    Fields fields(json, "training");
    TrainingPlan training;
    fields.readInteger("epochs", training.epochs);
    read(fields, "until_accuracy", training.until_accuracy);
    read(fields, "max_time_s", training.max_time_s);
    fields.readInteger("patience", training.patience);
    fields.readWord("optimizer", training.optimizer);
    fields.read("learning_rate", training.learning_rate);
    fields.read("momentum", training.momentum);
    fields.read("augment", training.augment);
    fields.read("decode_every_epoch", training.decode_every_epoch);
    fields.read("deterministic", training.deterministic);
    fields.readInteger("outputs", training.outputs);
    fields.read("validation_share", training.validation_share);
    fields.read("test_share", training.test_share);
    fields.read("save_weights", training.save_weights);
    fields.refuseRest();
    return training;
}

Json toJson(const TrainingPlan& training) {
    Json json{{"epochs", training.epochs},
              {"patience", training.patience},
              {"optimizer", word(training.optimizer)},
              {"learning_rate", training.learning_rate},
              {"momentum", training.momentum},
              {"augment", training.augment},
              {"decode_every_epoch", training.decode_every_epoch},
              {"deterministic", training.deterministic},
              {"outputs", training.outputs},
              {"validation_share", training.validation_share},
              {"test_share", training.test_share},
              {"save_weights", training.save_weights}};
    if (training.until_accuracy) json["until_accuracy"] = *training.until_accuracy;
    if (training.max_time_s) json["max_time_s"] = *training.max_time_s;
    return json;
}

Plan planFrom(const Json& json) {
    Fields fields(json, "");
    Plan plan;
    fields.readWord("experiment", plan.experiment);
    (void)fields.at("sweeps");
    fields.readList("sweeps", plan.sweeps, sweepFrom);
    fields.readList("devices", plan.devices, wordOf<Device>);
    fields.readList("threads", plan.threads, integerOf<int>);
    fields.readList("precisions", plan.precisions, wordOf<Precision>);
    fields.readList("modes", plan.modes, wordOf<Mode>);
    fields.readWord("preprocess", plan.preprocess);
    fields.readWord("fit", plan.fit);
    if (const Json* weights = fields.find("weights")) {
        (void)Fields(*weights, "weights");  // refuses what is not an object
        for (const auto& [model, file] : weights->items())
            plan.weights[model] = textOf(file, "weights." + model);
    }
    fields.readWord("preset", plan.preset);
    if (const Json* seed = fields.find("seed")) plan.seed = seedFrom(*seed);
    // Of a plan that trains nothing it would be a setting without effect.
    if (plan.trains())
        if (const Json* training = fields.find("training")) plan.training = trainingFrom(*training);
    fields.refuseRest();
    return plan;
}

/// Runs `read` and makes its FieldError the result.
template <typename F>
auto guarded(F read) -> Result<decltype(read())> {
    try {
        return read();
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

}  // namespace

Json toJson(const Plan& plan) {
    Json sweeps = Json::array();
    for (const Sweep& sweep : plan.sweeps)
        sweeps.push_back({{"models", sweep.models},
                          {"inputs", sweep.inputs},
                          {"sizes_px", sweep.sizes_px},
                          {"batches", sweep.batches}});
    Json json{{"experiment", word(plan.experiment)},
              {"sweeps", std::move(sweeps)},
              {"devices", wordsToJson(plan.devices)},
              {"threads", plan.threads},
              {"precisions", wordsToJson(plan.precisions)},
              {"modes", wordsToJson(plan.modes)},
              {"preprocess", word(plan.preprocess)},
              {"fit", word(plan.fit)},
              {"weights", plan.weights},
              {"preset", word(plan.preset)},
              {"seed", plan.seed}};
    if (plan.trains()) json["training"] = toJson(plan.training);
    return json;
}

Json toJson(const Case& work) {
    Json json{{"model", work.model},
              {"input", work.input},
              {"size_px", work.size_px},
              {"batch", work.batch}};
    if (work.experiment != Experiment::Inference) {
        json["experiment"] = word(work.experiment);
    } else if (work.input != kRandomInput) {
        json["preprocess"] = word(work.preprocess);
        json["fit"] = word(work.fit);
    }
    return json;
}

Json toJson(const Variant& variant) {
    return {{"device", word(variant.device)},
            {"threads", variant.threads},
            {"precision", word(variant.precision)},
            {"mode", word(variant.mode)}};
}

Result<Plan> planFromJson(const Json& json) {
    return guarded([&] { return planFrom(json); });
}

Result<Case> caseFromJson(const Json& json) {
    return guarded([&] {
        Fields fields(json, "case");
        Case work;
        fields.readWord("experiment", work.experiment);
        work.model = fields.text("model");
        fields.read("input", work.input);
        work.size_px = integerOf<int>(fields.at("size_px"), "case.size_px");
        fields.readInteger("batch", work.batch);
        fields.readWord("preprocess", work.preprocess);
        fields.readWord("fit", work.fit);
        return work;
    });
}

Result<Variant> variantFromJson(const Json& json) {
    return guarded([&] {
        Fields fields(json, "variant");
        Variant variant;
        variant.device = fields.word<Device>("device");
        fields.readInteger("threads", variant.threads);
        fields.readWord("precision", variant.precision);
        fields.readWord("mode", variant.mode);
        return variant;
    });
}

std::string planHash(const Plan& plan) {
    const nlohmann::json sorted = nlohmann::json::parse(jsonText(toJson(plan)));
    return sha256Hex(sorted.dump()).substr(0, 16);
}

}  // namespace duelo
