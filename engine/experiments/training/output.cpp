// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/output.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json_fields.h"
#include "base/reason_json.h"
#include "experiments/work_names.h"

namespace duelo {

namespace {

std::vector<std::int64_t> countsIn(const Json& row, const std::string& path) {
    std::vector<std::int64_t> counts;
    for (const Json& count : listOf(row, path))
        counts.push_back(integerOf(count, path, 0, INT64_MAX));
    return counts;
}

constexpr const char* kPredictions = "predictions";
/// Sureness is kept to a hundredth of a percent.
constexpr double kSurenessSteps = 1e4;

TestAnswer mistakeIn(const Json& json, const std::string& path) {
    Fields one(json, path);
    TestAnswer mistake;
    one.readInteger("sample", mistake.sample);
    one.read("source", mistake.source);
    mistake.truth = integerOf<int>(one.at("truth"), one.pathOf("truth"));
    mistake.answer = integerOf<int>(one.at("answer"), one.pathOf("answer"));
    mistake.probability = one.number("probability");
    return mistake;
}

Trained trainedIn(Fields fields) {
    Trained trained;
    fields.read("stopped_by", trained.stopped_by);
    fields.readInteger("epochs", trained.epochs);
    fields.readInteger("best_epoch", trained.best_epoch);
    fields.readInteger("updates", trained.updates);
    fields.read("epochs_ms", trained.epochs_ms);
    fields.readInteger("begun_after", trained.begun_after);
    fields.readInteger("begun_updates", trained.begun_updates);
    trained.test_loss = fields.number("test_loss");
    trained.test_accuracy = fields.number("test_accuracy");
    const Json& ends = listOf(fields.at("test_accuracy_ci95"), "test_accuracy_ci95");
    if (ends.size() != 2) throw FieldError({"field_out_of_range", {}, {}});
    trained.test_accuracy_ci95 = {numberOf(ends[0], "low"), numberOf(ends[1], "high")};
    fields.readList("classes", trained.classes, textOf);
    fields.readList("confusion", trained.confusion, countsIn);
    fields.readList("mistakes", trained.mistakes, mistakeIn);
    fields.read("weights_file", trained.weights_file);
    fields.read("checkpoint_file", trained.checkpoint_file);
    fields.readList("pictures", trained.pictures, textOf);
    return trained;
}

/// Tells whether the matrix has a name and a count for each pair of classes, as drawing it needs.
bool isSquare(const Trained& trained) {
    const std::size_t classes = trained.classes.size();
    return trained.confusion.size() == classes &&
           std::ranges::all_of(trained.confusion,
                               [classes](const auto& row) { return row.size() == classes; });
}

}  // namespace

std::string Trained::nameOf(int index) const {
    return index >= 0 && static_cast<std::size_t>(index) < classes.size()
               ? classes[static_cast<std::size_t>(index)]
               : "#" + std::to_string(index);
}

Json toJson(const Trained& trained) {
    Json json{
        {"stopped_by", trained.stopped_by},
        {"epochs", trained.epochs},
        {"best_epoch", trained.best_epoch},
        {"updates", trained.updates},
        {"epochs_ms", trained.epochs_ms},
        {"test_loss", trained.test_loss},
        {"test_accuracy", trained.test_accuracy},
        {"test_accuracy_ci95", {trained.test_accuracy_ci95.low, trained.test_accuracy_ci95.high}},
        {"classes", trained.classes},
        {"confusion", trained.confusion}};
    for (const TestAnswer& mistake : trained.mistakes)
        json["mistakes"].push_back({{"sample", mistake.sample},
                                    {"source", mistake.source},
                                    {"truth", mistake.truth},
                                    {"answer", mistake.answer},
                                    {"probability", mistake.probability}});
    if (trained.begun_after > 0) {
        json["begun_after"] = trained.begun_after;
        json["begun_updates"] = trained.begun_updates;
    }
    if (!trained.weights_file.empty()) json["weights_file"] = trained.weights_file;
    if (!trained.checkpoint_file.empty()) json["checkpoint_file"] = trained.checkpoint_file;
    if (!trained.pictures.empty()) json["pictures"] = trained.pictures;
    return {{"trained", std::move(json)}};
}

/// A list for each field: the names of the fields would be most of the file.
void addTestAnswers(Json& output, const std::vector<TestAnswer>& predictions) {
    Json& lists = output[kPredictions];
    lists = {{"sample", Json::array()},
             {"source", Json::array()},
             {"truth", Json::array()},
             {"answer", Json::array()},
             {"probability", Json::array()}};
    for (const TestAnswer& one : predictions) {
        lists["sample"].push_back(one.sample);
        lists["source"].push_back(one.source);
        lists["truth"].push_back(one.truth);
        lists["answer"].push_back(one.answer);
        lists["probability"].push_back(std::round(one.probability * kSurenessSteps) /
                                       kSurenessSteps);
    }
}

std::vector<TestAnswer> testAnswersOf(const ResultRecord& result) {
    const auto json = result.output.find(kPredictions);
    if (json == result.output.end()) return {};
    try {
        Fields fields(*json, kPredictions);
        std::vector<TestAnswer> predictions(listOf(fields.at("sample"), "sample").size());
        const auto readEach = [&](const char* name, const auto& read) {
            const Json& list = listOf(fields.at(name), name);
            if (list.size() != predictions.size()) throw FieldError({"field_out_of_range", {}, {}});
            for (std::size_t i = 0; i < list.size(); ++i) read(predictions[i], list[i]);
        };
        readEach("sample", [](TestAnswer& one, const Json& value) {
            one.sample = integerOf(value, "sample", 0, INT64_MAX);
        });
        readEach("source",
                 [](TestAnswer& one, const Json& value) { one.source = textOf(value, "source"); });
        readEach("truth", [](TestAnswer& one, const Json& value) {
            one.truth = integerOf<int>(value, "truth");
        });
        readEach("answer", [](TestAnswer& one, const Json& value) {
            one.answer = integerOf<int>(value, "answer");
        });
        readEach("probability", [](TestAnswer& one, const Json& value) {
            one.probability = numberOf(value, "probability");
        });
        return predictions;
    } catch (const FieldError&) {
        return {};
    }
}

std::optional<Trained> trainedOf(const ResultRecord& result, const std::string& data,
                                 const Text& text) {
    auto trained = trainedOf(result);
    if (trained) trained->classes = classNames(std::move(trained->classes), data, text);
    return trained;
}

std::vector<std::string> classNames(std::vector<std::string> classes, const std::string& data,
                                    const Text& text) {
    for (std::string& name : classes) name = classOfSet(data, name, text);
    return classes;
}

Json toJson(const RateAdvice& advice) {
    Json json = reasonFields(advice.why);
    if (advice.learning_rate) json["learning_rate"] = *advice.learning_rate;
    return {{"rate_advice", std::move(json)}};
}

std::optional<Trained> trainedOf(const ResultRecord& result) {
    const auto json = result.output.find("trained");
    if (json == result.output.end()) return std::nullopt;
    try {
        Trained trained = trainedIn(Fields(*json, "trained"));
        return isSquare(trained) ? std::optional(std::move(trained)) : std::nullopt;
    } catch (const FieldError&) {
        return std::nullopt;
    }
}

std::optional<RateAdvice> rateAdviceOf(const ResultRecord& result) {
    const auto json = result.output.find("rate_advice");
    if (json == result.output.end() || !json->is_object()) return std::nullopt;
    RateAdvice advice{.why = reasonFromFields(*json)};
    if (advice.why.code.empty()) return std::nullopt;
    if (const auto rate = json->find("learning_rate"); rate != json->end() && rate->is_number())
        advice.learning_rate = rate->get<double>();
    return advice;
}

}  // namespace duelo
