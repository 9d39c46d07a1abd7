// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/training_progress.h"

#include "base/json_fields.h"
#include "base/json_text.h"
#include "base/places.h"

namespace duelo {

namespace {

constexpr const char* kTraining = "duelo.training";
constexpr const char* kProgress = "duelo.progress";

}  // namespace

bool TrainingProgress::add(const EpochEvent& record, const TrainingCase& work) {
    epoch = record.epoch;
    epochs_ms += record.wall_ms;
    const bool best = record.valid_loss < best_loss;
    if (best) {
        best_loss = record.valid_loss;
        best_epoch = epoch;
    }
    constexpr double kMsPerS = 1e3;
    if (work.until_accuracy && record.valid_accuracy >= *work.until_accuracy)
        stopped_by = "accuracy";
    else if (work.patience > 0 && epoch - best_epoch >= work.patience)
        stopped_by = "patience";
    else if (work.max_time_s && epochs_ms >= *work.max_time_s * kMsPerS)
        stopped_by = "time";
    else if (epoch >= work.epochs)
        stopped_by = "epochs";
    return best;
}

std::map<std::string, std::string> toMetadata(const TrainingProgress& progress,
                                              const std::string& training) {
    Json json{{"epoch", progress.epoch},           {"updates", progress.updates},
              {"best_epoch", progress.best_epoch}, {"best_loss", progress.best_loss},
              {"epochs_ms", progress.epochs_ms},   {"stopped_by", progress.stopped_by}};
    if (progress.begun_after > 0) {
        json["begun_after"] = progress.begun_after;
        json["begun_updates"] = progress.begun_updates;
    }
    return {{kTraining, training}, {kProgress, jsonText(json)}};
}

Result<TrainingProgress> progressFrom(const std::map<std::string, std::string>& metadata,
                                      const std::string& training,
                                      const std::filesystem::path& path) {
    const auto owner = metadata.find(kTraining);
    if (owner == metadata.end() || owner->second != training)
        return fail("checkpoint_of_another", {{"path", utf8(path)}});
    return progressFrom(metadata, path);
}

Result<TrainingProgress> progressFrom(const std::map<std::string, std::string>& metadata,
                                      const std::filesystem::path& path) {
    const auto state = metadata.find(kProgress);
    const auto json = state == metadata.end() ? Result<Json>(Json()) : parseJson(state->second);
    if (!json) return fail("checkpoint_damaged", {{"path", utf8(path)}});
    try {
        Fields fields(*json, "progress");
        TrainingProgress progress;
        progress.epoch = static_cast<int>(integerOf(fields.at("epoch"), "epoch", 1, kMaxEpochs));
        progress.updates =
            static_cast<std::uint64_t>(integerOf(fields.at("updates"), "updates", 1, INT64_MAX));
        progress.best_epoch =
            static_cast<int>(integerOf(fields.at("best_epoch"), "best_epoch", 1, progress.epoch));
        progress.best_loss = fields.number("best_loss");
        progress.epochs_ms = fields.number("epochs_ms");
        progress.stopped_by = fields.text("stopped_by");
        fields.readInteger("begun_after", progress.begun_after);
        fields.readInteger("begun_updates", progress.begun_updates);
        return progress;
    } catch (const FieldError& error) {
        return fail("checkpoint_damaged", {{"path", utf8(path)}}, error.reason.code);
    }
}

}  // namespace duelo
