// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/questions.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/json_fields.h"
#include "base/reason_json.h"
#include "data/data_preview.h"
#include "data/data_warnings.h"
#include "data/filters.h"
#include "experiments/picture_json.h"
#include "experiments/specs.h"
#include "experiments/training/spec.h"
#include "experiments/training/training_parts.h"
#include "networks/cost.h"
#include "networks/trainable.h"

namespace duelo {

namespace {

constexpr std::size_t kPreviews = 25;
constexpr std::size_t kFiltered = 10;
constexpr std::size_t kMostSamples = 64;

Json reasonsJson(const std::vector<Reason>& reasons) {
    Json list = Json::array();
    for (const Reason& reason : reasons) list.push_back(reasonFields(reason));
    return list;
}

Json modelJson(const TrainableModel& model) {
    constexpr int kBytesPerParameter = 4;
    Json json{{"name", model.name},
              {"parameters", model.network.parameterCount()},
              {"weights_bytes", kBytesPerParameter * model.network.parameterCount()},
              {"layers", Json::array()}};
    const auto cost = modelCost(model.network, imageShape(model.network, 1));
    if (!cost) return json;
    for (const LayerCost& layer : cost->layers) {
        Json shape = Json::array();
        for (const std::int64_t side :
             {layer.output.channels, layer.output.height, layer.output.width})
            shape.push_back(side);
        json["layers"].push_back({{"name", layer.name},
                                  {"kind", opName(layer.op)},
                                  {"shape", std::move(shape)},
                                  {"parameters", layer.parameters}});
    }
    return json;
}

/// The data of the plan's first case, as its network wants them.
struct Asked {
    std::vector<TrainingCase> cases;  ///< that have the same data
    TrainableModel model;
    std::shared_ptr<const TrainingData> data;
    int outputs = 0;  ///< of the networks
};

Result<Asked> askedFor(const Json& json, const Facts& facts, TrainingDataStore& store) {
    auto plan = planFromJson(json);
    if (plan) plan = validated(std::move(*plan), facts);
    if (!plan) return tl::unexpected(plan.error());
    std::vector<TrainingCase> cases;
    for (const Cell& cell : expand(*plan, facts))
        if (TrainingCase work = trainingCase(cell.work);
            cell.work.has("data") && (cases.empty() || work.data == cases.front().data))
            cases.push_back(std::move(work));
    if (cases.empty()) return fail("plan_does_not_train");
    auto model = trainableModel(cases.front().network, 1);
    if (!model) return tl::unexpected(model.error());
    auto data = store.load(cases.front().data, trainingDataOptions(cases.front()));
    if (!data) return tl::unexpected(data.error());
    const auto classes = static_cast<int>((*data)->samples.classNames().size());
    const int outputs = cases.front().outputs > 0 ? cases.front().outputs : classes;
    return Asked{std::move(cases), std::move(*model), std::move(*data), outputs};
}

Json dataJson(const Asked& asked) {
    const TrainingData& data = *asked.data;
    const TrainableModel& model = asked.model;
    return {
        {"input", asked.cases.front().data},
        {"classes", data.samples.classNames()},
        {"train", classCounts(data.samples, data.split.train)},
        {"validation", classCounts(data.samples, data.split.validation)},
        {"test", classCounts(data.samples, data.split.test)},
        {"shape", {model.channels, model.size_px, model.size_px}},
        {"bytes", data.samples.bytes()},
        {"decode_ms", data.decode_ms},
        {"notes", reasonsJson(data.notes)},
        {"warnings", reasonsJson(dataWarnings(data.samples, data.split,
                                              static_cast<std::size_t>(asked.cases.front().batch),
                                              static_cast<std::size_t>(asked.outputs), data.leaks,
                                              isShippedData(asked.cases.front().data)))}};
}

Json dataAnswer(const Asked& asked) {
    const TrainingData& data = *asked.data;
    Transform transform = asked.cases.front().augment ? trainTransform() : testTransform();
    transform.size_px = asked.model.size_px;
    transform.channels = asked.model.channels;

    Json answer{{"data", dataJson(asked)},
                {"preview", Json::array()},
                {"filters", Json::array()},
                {"models", Json::array()}};
    for (const PreviewSample& sample : previewSamples(data.samples, data.split.train, kPreviews,
                                                      transform, asked.cases.front().seed)) {
        answer["preview"].push_back({{"class", sample.label},
                                     {"source", data.samples.source(sample.index)},
                                     {"raw", pictureJson(sample.raw)},
                                     {"normalised", pictureJson(sample.network)}});
        if (answer["filters"].size() == kFiltered) continue;
        answer["filters"].push_back(
            {{"sobel_x", pictureJson(sobel(sample.raw, Sobel::Vertical))},
             {"sobel_y", pictureJson(sobel(sample.raw, Sobel::Horizontal))},
             {"max_pool", pictureJson(pooled(sample.raw, Pooling::Max))},
             {"mean_pool", pictureJson(pooled(sample.raw, Pooling::Mean))}});
    }
    std::set<std::string> told;
    for (const TrainingCase& work : asked.cases)
        if (told.insert(work.network).second)
            if (const auto model = trainableModel(work.network, asked.outputs))
                answer["models"].push_back(modelJson(*model));
    return answer;
}

Result<Json> samplesAnswer(const Asked& asked, const Json& wanted) {
    const LabelledSet& set = asked.data->samples;
    Json samples = Json::array();
    for (const Json& number : wanted) {
        if (samples.size() == kMostSamples) break;
        if (!number.is_number_unsigned() || number.get<std::uint64_t>() >= set.size())
            return fail("sample_not_there", {{"sample", number}, {"count", set.size()}});
        const auto index = number.get<std::size_t>();
        const auto pixels = set.pixels(index);
        samples.push_back({{"sample", index},
                           {"class", set.label(index)},
                           {"source", set.source(index)},
                           {"raw", pictureJson({set.shape(), {pixels.begin(), pixels.end()}})}});
    }
    return Json{{"samples", std::move(samples)}};
}

}  // namespace

Result<Json> trainingAnswer(std::string_view query, const Json& args, const Facts& facts,
                            TrainingDataStore& store) {
    const bool samples = query == "samples";
    if (!samples && query != "data")
        return fail("question_unknown", {{"query", std::string(query)},
                                         {"accepted", Json::array({"data", "samples"})}});
    try {
        Fields fields(args, "args");
        const Json& plan = fields.at("plan");
        const Json wanted =
            samples ? listOf(fields.at("samples"), fields.pathOf("samples")) : Json::array();
        fields.refuseRest();
        const auto asked = askedFor(plan, facts, store);
        if (!asked) return tl::unexpected(asked.error());
        if (samples) return samplesAnswer(*asked, wanted);
        return dataAnswer(*asked);
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

void offerTraining(ExperimentSheet& sheet) {
    constexpr int kShownOutputs = 10;
    for (const std::string& name : trainableNames())
        if (const auto model = trainableModel(name, kShownOutputs))
            sheet.models.push_back({.name = model->name,
                                    .parameters = model->network.parameterCount(),
                                    .size_px = model->size_px});
    for (const std::string& data : findSpec(sheet.id)->find("data")->words)
        if (!data.ends_with(':')) sheet.inputs.push_back(data);
}

}  // namespace duelo
