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
                          const std::string& path) {
    auto table = readTensorTable(file.bytes());
    if (!table) return tl::unexpected(table.error());
    const auto network = networkOfTable(model, *table);
    if (!network) return tl::unexpected(network.error());
    const auto specs = (*network)->info.network.tensorSpecs();
    const auto checked = checkTensors(std::move(table->tensors), specs, networkWithTensors);
    if (!checked) return tl::unexpected(checked.error());

    const std::string sha256 = sha256Hex(file.bytes());
    Json notes = Json::array();
    for (const auto& [type, count] : checked->converted)
        notes.push_back(toJson(Reason{
            "weights_converted", {{"path", path}, {"from", elementName(type)}, {"count", count}}}));
    return Json{{"provenance", findOfficialWeights(sha256) != nullptr ? "official" : "other"},
                {"sha256", sha256},
                {"tensors", checked->tensors.size()},
                {"format", table->format},
                {"bytes", file.bytes().size()},
                {"notes", std::move(notes)}};
}

Result<Json> weightsAnswer(const std::string& model, const std::filesystem::path& file) {
    if (const auto known = usableNetwork(model); !known) return tl::unexpected(known.error());
    const auto bytes = WeightBytes::read(file);
    if (!bytes) return tl::unexpected(bytes.error());
    auto sheet = weightsSheet(model, **bytes, utf8(file));
    // The readers know bytes, not where they came from.
    if (!sheet) sheet.error().args["path"] = utf8(file);
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
        const std::string path = fields.text("path");
        fields.refuseRest();
        return weightsAnswer(model, fromUtf8(path));
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
