// SPDX-License-Identifier: Apache-2.0
#include "networks/trained_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "base/json_fields.h"
#include "base/json_text.h"
#include "networks/hidden_units.h"
#include "networks/trainable.h"

namespace duelo {
namespace {

constexpr std::string_view kModel = "duelo.model", kClasses = "duelo.classes";
constexpr std::string_view kData = "duelo.data", kNormalisation = "duelo.normalisation";
constexpr std::string_view kImage = "duelo.image";
/// More than any data set here has.
constexpr std::size_t kMostClasses = 10'000;
/// Where nothing was learnt, as many as there are digits.
constexpr int kUsualOutputs = 10;

Json imageOf(const TrainableModel& model) {
    return {{"channels", model.channels}, {"size_px", model.size_px}};
}

Json normalisationJson(const Normalisation& normalisation) {
    return {
        {"scale", normalisation.scale}, {"mean", normalisation.mean}, {"std", normalisation.std}};
}

/// Reads a value of the metadata as JSON; throws FieldError where it is missing or no JSON.
Json jsonAt(const WeightMetadata& metadata, std::string_view key) {
    const auto found = metadata.find(std::string(key));
    const auto json = found == metadata.end() ? fail("field_missing") : parseJson(found->second);
    if (!json) throw FieldError({"field_missing", {{"field", key}}, {}});
    return *json;
}

std::array<float, 3> threeOf(Fields& fields, const char* key) {
    const Json& list = listOf(fields.at(key), fields.pathOf(key));
    std::array<float, 3> three{};
    if (list.size() != three.size()) throw FieldError({"field_missing", {{"field", key}}, {}});
    for (std::size_t i = 0; i < three.size(); ++i)
        three[i] = static_cast<float>(numberOf(list[i], fields.pathOf(key)));
    return three;
}

Normalisation normalisationIn(const Json& json) {
    Fields fields(json, std::string(kNormalisation));
    const Normalisation normalisation{fields.number("scale"), threeOf(fields, "mean"),
                                      threeOf(fields, "std")};
    const auto isFinite = [](double value) { return std::isfinite(value); };
    const bool right =
        isFinite(normalisation.scale) && std::ranges::all_of(normalisation.mean, isFinite) &&
        std::ranges::all_of(normalisation.std,
                            [&](float value) { return isFinite(value) && value > 0; });
    if (!right) throw FieldError({"field_out_of_range", {{"field", kNormalisation}}, {}});
    return normalisation;
}

std::vector<std::string> classesIn(const Json& json) {
    std::vector<std::string> classes;
    for (const Json& name : listOf(json, std::string(kClasses)))
        classes.push_back(textOf(name, std::string(kClasses)));
    if (classes.empty() || classes.size() > kMostClasses)
        throw FieldError({"field_out_of_range", {{"field", kClasses}}, {}});
    return classes;
}

std::shared_ptr<const UsableNetwork> usable(TrainedSheet sheet, TrainableModel model) {
    auto network = std::make_shared<UsableNetwork>(
        UsableNetwork{std::move(sheet), {{}, {}, std::move(model.network), 0, 0, 0, {}}});
    network->sheet.model = std::move(model.name);
    ModelInfo& info = network->info;
    info.name = network->sheet.model;
    info.parameters = info.network.parameterCount();
    info.classes = info.network.classes();
    info.min_size_px = model.size_px;
    info.normalisation = network->sheet.normalisation;
    return network;
}

/// Returns the outputs of a tensor [outputs, inputs]; nothing where there is none of two
/// dimensions.
std::optional<std::int64_t> rowsOf(std::span<const TensorSpec> tensors, std::string_view name) {
    const auto found = std::ranges::find(tensors, name, &TensorSpec::name);
    if (found == tensors.end() || found->shape.size() != 2) return std::nullopt;
    return found->shape.front();
}

bool hasExactly(const Network& network, std::span<const TensorSpec> tensors) {
    const std::vector<TensorSpec> expected = network.tensorSpecs();
    return expected.size() == tensors.size() &&
           std::ranges::all_of(expected, [&](const TensorSpec& spec) {
               return std::ranges::find(tensors, spec) != tensors.end();
           });
}

}  // namespace

WeightMetadata toMetadata(const TrainedSheet& sheet) {
    WeightMetadata metadata{
        {std::string(kModel), sheet.model},
        {std::string(kClasses), Json(sheet.classes).dump()},
        {std::string(kNormalisation), normalisationJson(sheet.normalisation).dump()}};
    if (!sheet.data.empty()) metadata.emplace(kData, sheet.data);
    if (const auto model = trainableModel(sheet.model, 1))
        metadata.emplace(kImage, imageOf(*model).dump());
    return metadata;
}

Result<TrainedSheet> trainedSheet(const WeightMetadata& metadata) {
    const auto model = metadata.find(std::string(kModel));
    if (model == metadata.end()) return fail("weights_untold");
    try {
        TrainedSheet sheet{.model = model->second,
                           .classes = classesIn(jsonAt(metadata, kClasses)),
                           .normalisation = normalisationIn(jsonAt(metadata, kNormalisation))};
        if (const auto data = metadata.find(std::string(kData)); data != metadata.end())
            sheet.data = data->second;
        const auto known = trainableModel(sheet.model, 1);
        if (!known || known->name != sheet.model) return fail("weights_sheet", {{"field", kModel}});
        if (jsonAt(metadata, kImage) != imageOf(*known))
            return fail("weights_sheet", {{"field", kImage}});
        return sheet;
    } catch (const FieldError& error) {
        return fail("weights_sheet", {{"field", error.reason.args.value("field", "")}});
    }
}

Result<std::shared_ptr<const UsableNetwork>> usableNetwork(std::string_view model) {
    if (const auto known = findModel(model))
        return std::make_shared<const UsableNetwork>(UsableNetwork{{}, **known});
    auto trainable = trainableModel(model, kUsualOutputs);
    if (!trainable) return tl::unexpected(findModel(model).error());
    return usable({}, std::move(*trainable));
}

std::shared_ptr<const UsableNetwork> withClasses(const ModelInfo& published,
                                                 std::vector<std::string> classes, Reason note) {
    UsableNetwork network{{}, published, {std::move(note)}};
    network.info.classes = static_cast<int>(classes.size());
    if (published.classes != network.info.classes) {
        network.info.network = published.with_outputs(network.info.classes);
        network.info.parameters = network.info.network.parameterCount();
    }
    network.sheet.classes = std::move(classes);
    return std::make_shared<const UsableNetwork>(std::move(network));
}

Result<std::shared_ptr<const UsableNetwork>> usableNetwork(std::string_view model,
                                                           const WeightMetadata& metadata) {
    auto sheet = trainedSheet(metadata);
    if (!sheet) return tl::unexpected(sheet.error());
    if (sheet->model != model) return fail("weights_other_model", {{"model", sheet->model}});
    auto trainable = trainableModel(model, static_cast<int>(sheet->classes.size()));
    if (!trainable) return tl::unexpected(trainable.error());
    return usable(*std::move(sheet), std::move(*trainable));
}

std::string networkWithTensors(std::span<const TensorSpec> tensors) {
    if (std::string published = modelWithTensors(tensors); !published.empty()) return published;
    std::string name(kLabAlexnet);
    auto outputs = rowsOf(tensors, "classifier.6.weight");
    if (!outputs) {
        const auto hidden = rowsOf(tensors, "fc1.weight");
        outputs = rowsOf(tensors, "fc2.weight");
        if (!hidden || *hidden < 1 || *hidden > kMostHidden) return {};
        name = mlpName(static_cast<int>(*hidden));
    }
    if (!outputs || *outputs < 1 || *outputs > static_cast<std::int64_t>(kMostClasses)) return {};
    const auto model = trainableModel(name, static_cast<int>(*outputs));
    return model && hasExactly(model->network, tensors) ? model->name : std::string();
}

int fixedSidePx(std::string_view model) {
    const auto trainable = trainableModel(model, 1);
    return trainable ? trainable->size_px : 0;
}

}  // namespace duelo
