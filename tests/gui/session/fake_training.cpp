// SPDX-License-Identifier: Apache-2.0
#include "fake_training.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "base/base64.h"
#include "base/reason_json.h"
#include "experiments/common_axes.h"
#include "experiments/specs.h"
#include "experiments/training/epoch_parts.h"
#include "experiments/training/output.h"
#include "experiments/training/params.h"
#include "experiments/training/view_table.h"
#include "experiments/work_names.h"
#include "fake_sheet.h"
#include "networks/hidden_units.h"
#include "stats/statistics.h"

namespace duelo::fake {

namespace {

constexpr int kLabSide_px = 32, kDigitSide_px = 28;
constexpr int kPicture_px = 30;
constexpr std::int64_t kTrain = 60, kOther = 15;

bool isPerceptron(const Params& work) {
    return work.text("model") == kMlp;
}

std::int64_t parametersOf(const Params& work) {
    return isPerceptron(work) ? 203'530 : 23'243'587;
}

std::vector<std::string> classesOf(const std::string& input) {
    if (input == "textures") return {"brick", "grass", "gravel"};
    if (input != "digits") return {"gato", "perro"};
    std::vector<std::string> digits;
    for (int i = 0; i < 10; ++i) digits.push_back(std::to_string(i));
    return digits;
}

/// Stripes whose width and colour tell the pictures apart.
Json picture(int kind, int channels) {
    std::vector<std::uint8_t> bytes;
    for (int y = 0; y < kPicture_px; ++y)
        for (int x = 0; x < kPicture_px; ++x)
            for (int c = 0; c < channels; ++c) {
                const int wave = (x + (kind % 3) * y) / (2 + kind % 5) % 2;
                bytes.push_back(static_cast<std::uint8_t>(60 + 120 * wave + 20 * ((kind + c) % 3)));
            }
    return {{"width_px", kPicture_px},
            {"height_px", kPicture_px},
            {"channels", channels},
            {"pixels", base64(bytes)}};
}

double epochMs(const Cell& cell) {
    const Variant variant = variantOf(cell.variant);
    const double base = isPerceptron(cell.work) ? 90 : 2400;
    const double mode = variant.mode == Mode::Eager ? 1 : 0.7;
    return base * mode * (1 + 8.0 / trainingCase(cell.work).batch) /
           (variant.device == Device::Cuda ? 8 : std::clamp(variant.threads, 1, kCores));
}

/// Returns the fields of a result that need no times.
ResultRecord resultFrame(const Cell& cell) {
    const DataEvent data = dataOf(cell);
    std::vector<std::int64_t> shape = data.shape;
    shape.insert(shape.begin(), samplesIn(data.train));
    ResultRecord result;
    result.cell = cell.id;
    result.identities = {
        {.id = "input", .sha256 = std::string(64, 'a'), .shape = std::move(shape)},
        {.id = "weights", .sha256 = std::string(16, 'c'), .origin = std::string(kRandomOrigin)}};
    result.quantities = {{"parameters", parametersOf(cell.work)}};
    result.fingerprint = Fingerprint{.sha256 = std::string(16, 'f')};
    return result;
}

/// The figures of calls that do so many images each; what is done once stands before the parts of
/// a call.
void addTimes(ResultRecord& result, const Cell& cell, std::int64_t images,
              const std::vector<double>& wall_ms, const Parts& parts) {
    result.summary = summaryOf(wall_ms);
    result.metrics.push_back(
        rateOf("throughput", "image/s", static_cast<double>(images), *result.summary));
    result.parts = {{"decode", dataOf(cell).decode_ms, false}};
    result.parts.insert(result.parts.end(), parts.begin(), parts.end());
}

Json layer(const char* name, const char* kind, Json shape, std::int64_t parameters) {
    return {
        {"name", name}, {"kind", kind}, {"shape", std::move(shape)}, {"parameters", parameters}};
}

}  // namespace

ExperimentSheet trainingSheet(bool gpu) {
    Plan plan = usualPlan(*findSpec("training"), facts(gpu));
    plan.cases.front()["epochs"] = {10};
    plan.variants.front()["mode"] = {"eager"};
    return {.id = "training",
            .plan = toJson(plan),
            .models = {{.name = "lab_alexnet", .parameters = 23'243'587, .size_px = kLabSide_px},
                       {.name = "mlp", .parameters = 203'530, .size_px = kDigitSide_px}},
            .inputs = {"textures", "digits", "synthetic"}};
}

DataEvent dataOf(const Cell& cell) {
    DataEvent data;
    data.classes = classesOf(cell.work.text("data"));
    data.train.assign(data.classes.size(), kTrain);
    data.validation.assign(data.classes.size(), kOther);
    data.test.assign(data.classes.size(), kOther);
    const int side_px = isPerceptron(cell.work) ? kDigitSide_px : kLabSide_px;
    data.shape = {isPerceptron(cell.work) ? 1 : 3, side_px, side_px};
    data.bytes = 1'234'567;
    data.decode_ms = 42;
    return data;
}

EpochEvent epochOf(const Cell& cell, int epoch) {
    const TrainingCase work = trainingCase(cell.work);
    const double left = std::exp(-0.35 * epoch);  // of what there is to learn
    const bool gpu = deviceOf(cell.variant) == Device::Cuda;
    const double wall_ms = epochMs(cell) * (epoch == 1 ? 1.4 : 1 + 0.01 * (epoch % 3));
    return {.epoch = epoch,
            .updates = epoch * (kTrain * 3 / work.batch + 1),
            .train_loss = 0.05 + 1.05 * left,
            .train_accuracy = 0.99 - 0.6 * left,
            .valid_loss = 0.15 + 0.95 * left + (epoch > 8 ? 0.02 * (epoch - 8) : 0),
            .valid_accuracy = 0.93 - 0.5 * left,
            .learning_rate = work.learning_rate,
            .wall_ms = wall_ms,
            .data_ms = (gpu ? 0.03 : 0.06) * wall_ms,
            .compute_ms = 0.82 * wall_ms,
            .evaluation_ms = 0.09 * wall_ms,
            .h2d_ms = gpu ? std::optional(0.02 * wall_ms) : std::nullopt,
            .d2h_ms = gpu ? std::optional(0.01 * wall_ms) : std::nullopt,
            .best = epoch <= 8};
}

ResultRecord trainedResult(const Cell& cell, const std::vector<EpochEvent>& epochs) {
    const DataEvent data = dataOf(cell);
    std::vector<double> wall_ms;
    double all_ms = 0;
    for (const EpochEvent& epoch : epochs) {
        all_ms += epoch.wall_ms;
        if (epoch.epoch > 1) wall_ms.push_back(epoch.wall_ms);
    }
    Trained trained;
    trained.stopped_by = "epochs";
    trained.epochs = static_cast<int>(epochs.size());
    trained.best_epoch = std::min(trained.epochs, 8);
    trained.updates = epochs.back().updates;
    trained.epochs_ms = all_ms;
    trained.classes = data.classes;
    const auto classes = static_cast<int>(trained.classes.size());
    for (int i = 0; i < classes; ++i) {
        std::vector<std::int64_t> row(trained.classes.size(), 0);
        row[static_cast<std::size_t>(i)] = kOther - 1;
        row[static_cast<std::size_t>((i + 1) % classes)] = 1;
        trained.confusion.push_back(row);
        trained.mistakes.push_back({.sample = 100 + i,
                                    .source = "test/" +
                                              trained.classes[static_cast<std::size_t>(i)] +
                                              "/foto " + std::to_string(i) + ".png",
                                    .truth = i,
                                    .answer = (i + 1) % classes,
                                    .probability = 0.95 - 0.02 * i});
    }
    const std::int64_t tested = kOther * classes;
    trained.test_accuracy = static_cast<double>(tested - classes) / static_cast<double>(tested);
    trained.test_accuracy_ci95 = {trained.test_accuracy - 0.08, trained.test_accuracy + 0.04};
    trained.test_loss = 0.21;

    ResultRecord result = resultFrame(cell);
    const std::int64_t images = samplesIn(data.train);
    // A pass over an image is about two operations for each weight, and learning is three passes.
    result.quantities["images"] = images;
    result.quantities["flop"] =
        2 * parametersOf(cell.work) * (3 * images + samplesIn(data.validation));
    result.output = toJson(trained);
    result.metrics = {{.id = "test_accuracy",
                       .value = trained.test_accuracy,
                       .ci95 = trained.test_accuracy_ci95}};
    if (wall_ms.empty()) return result;
    Parts parts = epochParts(epochs);
    parts.pop_back();  // a record does not tell what is unexplained
    addTimes(result, cell, images, wall_ms, parts);
    return result;
}

Reason divergence(const Cell& cell, int epoch) {
    const double rate = trainingCase(cell.work).learning_rate;
    return {"training_diverged",
            {{"epoch", epoch}, {"learning_rate", rate}, {"smaller_rate", rate / 10}},
            "nan"};
}

RateEvent rateOf(int step) {
    const double rate = 1e-7 * std::pow(1e8, (step - 1) / (kRateSteps - 1.0));
    const double place = std::log10(rate / (10 * kAdvisedRate));  // 0 where it is lowest
    const double smooth =
        0.4 + 0.7 / (1 + std::exp(2.5 * (place + 1))) + (place > 0 ? std::pow(place, 2) : 0.0);
    return {.step = step,
            .learning_rate = rate,
            .loss = smooth * (1 + 0.04 * std::sin(7.0 * step)),
            .smoothed_loss = smooth};
}

ResultRecord finderResult(const Cell& cell) {
    ResultRecord result = resultFrame(cell);
    const std::int64_t images = trainingCase(cell.work).batch;
    const std::vector<double> wall_ms(kRateSteps, epochMs(cell) / 100);
    result.quantities["images"] = images;
    result.output =
        toJson(RateAdvice{kAdvisedRate,
                          {"rate_advised",
                           {{"learning_rate", kAdvisedRate}, {"lowest_rate", 10 * kAdvisedRate}},
                           {}}});
    addTimes(result, cell, images, wall_ms, {});
    return result;
}

Json dataReply(const Plan& plan) {
    const std::vector<Cell> cells = expand(plan, facts(false));
    const DataEvent data = dataOf(cells.front());
    Json preview = Json::array(), filters = Json::array(), models = Json::array();
    for (int i = 0; i < 12; ++i) {
        const int label = i % static_cast<int>(data.classes.size());
        preview.push_back({{"class", label},
                           {"source", "train/foto " + std::to_string(i) + ".png"},
                           {"raw", picture(label, 3)},
                           {"normalised", picture(label, 1)}});
    }
    for (int i = 0; i < 3; ++i)
        filters.push_back({{"sobel_x", picture(i, 1)},
                           {"sobel_y", picture(i + 1, 1)},
                           {"max_pool", picture(i + 2, 3)},
                           {"mean_pool", picture(i + 3, 3)}});
    std::set<std::string> told;
    for (const Cell& cell : cells) {
        const std::string name = modelName(cell.work);
        if (cell.work.at("data") != cells.front().work.at("data") || !told.insert(name).second)
            continue;
        models.push_back(
            {{"name", name},
             {"parameters", parametersOf(cell.work)},
             {"weights_bytes", 4 * parametersOf(cell.work)},
             {"layers", Json::array({layer("features.0", "conv", {64, 16, 16}, 1792),
                                     layer("features.1", "max_pool", {64, 8, 8}, 0),
                                     layer("classifier.1", "linear", {4096}, 4'198'400)})}});
    }
    return {
        {"data",
         {{"input", cells.front().work.text("data")},
          {"classes", data.classes},
          {"train", data.train},
          {"validation", data.validation},
          {"test", data.test},
          {"shape", data.shape},
          {"bytes", data.bytes},
          {"decode_ms", data.decode_ms},
          {"notes", Json::array()},
          {"warnings", Json::array({reasonFields(
                           {"data_test_tiny", {{"images", 45}, {"low_percent", 92.1}}, {}})})}}},
        {"preview", std::move(preview)},
        {"filters", std::move(filters)},
        {"models", std::move(models)}};
}

Json samplesReply(const Json& samples) {
    Json out = Json::array();
    for (const Json& sample : samples)
        out.push_back({{"sample", sample},
                       {"class", 0},
                       {"source", "test/foto.png"},
                       {"raw", picture(sample.get<int>() % 7, 3)}});
    return {{"samples", std::move(out)}};
}

}  // namespace duelo::fake
