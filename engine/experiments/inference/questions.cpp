// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/questions.h"

#include <filesystem>
#include <string>

#include "base/json_fields.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "base/sha256.h"
#include "experiments/inference/spec.h"
#include "models/fetch_weights.h"
#include "models/trained_file.h"
#include "models/weight_bytes.h"
#include "models/weight_check.h"
#include "models/weight_format.h"
#include "models/weight_store.h"
#include "networks/official_weights.h"
#include "networks/trainable.h"

namespace duelo {

namespace {

Result<Json> weightsSheet(const std::string& model, const WeightBytes& file,
                          const TrainedFile& asked) {
    const auto table = readTensorTable(file.bytes());
    if (!table) return tl::unexpected(table.error());
    const auto network = networkOfTable(model, *table, asked);
    if (!network) return tl::unexpected(network.error());
    const auto wanted = wantedBy(model, (*network)->info.network, asked.key);
    const auto checked = checkTensors(*table, wanted, networkWithTensors);
    if (!checked) return tl::unexpected(checked.error());
    if (auto sums = checkSums(file.bytes(), *table, checked->tensors); !sums)
        return tl::unexpected(sums.error());

    const std::string sha256 = sha256Hex(file.bytes());
    Json notes = Json::array();
    for (const Reason& note : notesOf(*checked, wanted, utf8(asked.path)))
        notes.push_back(toJson(note));
    for (const Reason& note : (*network)->notes) notes.push_back(toJson(note));
    return Json{{"provenance", findOfficialWeights(sha256) != nullptr ? "official" : "other"},
                {"sha256", sha256},
                {"tensors", checked->tensors.size()},
                {"format", table->format},
                {"bytes", file.bytes().size()},
                {"notes", std::move(notes)}};
}

Result<Json> weightsAnswer(const std::string& model, const TrainedFile& asked) {
    if (const auto known = usableNetwork(model); !known) return tl::unexpected(known.error());
    const auto bytes = WeightBytes::read(asked.path);
    if (!bytes) return tl::unexpected(bytes.error());
    auto sheet = weightsSheet(model, **bytes, asked);
    // The readers know bytes, not where they came from.
    if (!sheet) sheet.error().args["path"] = utf8(asked.path);
    return sheet;
}

}  // namespace

Result<Json> inferenceAnswer(std::string_view query, const Json& args) {
    if (query != "weights")
        return fail("question_unknown",
                    {{"query", std::string(query)},
                     {"accepted", {"weights", "feature_maps", "official_weights"}}});
    try {
        Fields fields(args, "args");
        const std::string model = fields.text("model");
        TrainedFile file{.path = fromUtf8(fields.text("path"))};
        fields.read("key", file.key);
        fields.refuseRest();
        return weightsAnswer(model, file);
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

Result<Json> officialWeightsAnswer(const Json& args, const AnswerControl& control) {
    try {
        Fields fields(args, "args");
        const std::string model = fields.text("model");
        fields.refuseRest();
        if (const auto file = officialWeightsFile(model)) return Json{{"path", utf8(*file)}};
        const auto fetched = fetchOfficialWeights(model, downloadedWeightsDir(),
                                                  [&](std::uint64_t done, std::uint64_t total) {
                                                      control.progress(done, total);
                                                      return !control.stop.stop_requested();
                                                  });
        if (!fetched) return tl::unexpected(fetched.error());
        return Json{{"path", utf8(*fetched)}};
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

void offerInference(ExperimentSheet& sheet) {
    for (const ModelInfo& model : models())
        sheet.models.push_back(
            {.name = std::string(model.name),
             .parameters = model.parameters,
             .classes = model.classes,
             .min_size_px = model.min_size_px,
             .weights = officialWeightsFile(model.name) ? "official" : "random"});
    for (const std::string_view family : kTrainableFamilies)
        if (const auto network = usableNetwork(family))
            sheet.models.push_back({.name = std::string(family),
                                    .parameters = (*network)->info.parameters,
                                    .size_px = (*network)->info.min_size_px,
                                    .weights = "random"});
    sheet.inputs = sampleInputs();
}

}  // namespace duelo
