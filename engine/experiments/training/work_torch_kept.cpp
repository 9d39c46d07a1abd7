// SPDX-License-Identifier: Apache-2.0
// What is kept of a training, and how another goes on with it.
#include <algorithm>
#include <string_view>
#include <utility>

#include "base/places.h"
#include "base/reason_json.h"
#include "experiments/training/work_torch.h"
#include "models/checkpoint.h"

namespace duelo {

namespace {

constexpr std::string_view kBestPrefix = "best.";
constexpr std::string_view kWeightsOfAnother = "other";

}  // namespace

Result<void> TrainingWork::suspend() {
    if (m_progress.epoch == 0) return {};
    return saveCheckpoint();
}

Result<void> TrainingWork::saveCheckpoint() {
    if (m_context.folder.empty()) return {};
    std::error_code error;
    std::filesystem::create_directories(m_context.folder, error);
    Trainer& trainer = *m_parts->trainer;
    WeightMap tensors = Trainer::checkpointOf(m_state);
    trainer.useBest();
    for (auto& [name, tensor] : trainer.weights())
        tensors.emplace(std::string(kBestPrefix) + name, tensor);
    trainer.restore(m_state);
    auto metadata = toMetadata(m_progress, m_cell.digest);
    metadata.merge(toMetadata(startCase(m_cell.work, m_data_sha256)));
    auto written = writeSafetensors(checkpointFile(m_context, m_cell), tensors, metadata);
    m_notSaved = written ? std::nullopt : std::optional(written.error());
    if (!written) leaveFolder();
    return written;
}

/// Removes the folder where nothing could be kept in it; another file of that name is not this
/// work's.
void TrainingWork::leaveFolder() const {
    std::error_code error;
    if (std::filesystem::is_directory(m_context.folder, error))
        std::filesystem::remove(m_context.folder, error);  // only where nothing is in it
}

std::string TrainingWork::keptFile() const {
    return utf8(wherever(checkpointFile(m_context, m_cell)));
}

/// Keeps a checkpoint of a training that has failed, where it may be tried again. The cell loses
/// its time, but not its epochs: a resumed run goes on after the last whole one, and so can a plan
/// with other processes.
Reason TrainingWork::withKept(Reason lost) {
    const bool tried_again = m_ranks && mayBeTriedAgain(lost);
    if (m_context.folder.empty() || m_cell.place.rank > 0 || m_progress.epoch == 0 ||
        !(tried_again || m_context.keep_checkpoint))
        return lost;
    if (const auto saved = suspend(); !saved) {
        m_news.emplace_back(Notice{.cell = {}, .reason = saved.error()});
        return lost;
    }
    lost.args[kNextReason] =
        toJson(Reason{"checkpoint_kept", {{"epoch", m_progress.epoch}, {"path", keptFile()}}, {}});
    return lost;
}

/// The state of a file into the trainer. \returns the weights of its last epoch.
Result<WeightMap> TrainingWork::takeUp(const WeightMap& tensors) {
    // The best weights come to the trainer as a state, whose optimiser part is then overwritten.
    WeightMap latest, best;
    for (const auto& [name, tensor] : tensors)
        if (!name.starts_with(kBestPrefix)) latest.emplace(name, tensor);
    best = latest;
    for (const auto& [name, tensor] : tensors)
        if (name.starts_with(kBestPrefix)) best[name.substr(kBestPrefix.size())] = tensor;
    Trainer& trainer = *m_parts->trainer;
    if (auto restored = trainer.restoreCheckpoint(best); !restored)
        return tl::unexpected(restored.error());
    trainer.keepBest();
    if (auto restored = trainer.restoreCheckpoint(latest); !restored)
        return tl::unexpected(restored.error());
    trainer.save(m_state);
    return trainer.weights();
}

/// The end of another training as the start of this one.
Result<void> TrainingWork::goOnFrom() {
    if (m_cell.work.checkpoint.empty() || m_cell.place.rank > 0) return {};
    const auto file = fromUtf8(m_cell.work.checkpoint);
    auto start = m_context.starts.look(file);
    if (!start) return tl::unexpected(start.error());
    if (auto why = whyNotFrom(*start, m_cell.work)) return tl::unexpected(std::move(*why));
    if (auto why = whyNotFrom(*start, m_cell.work, m_data_sha256))
        return tl::unexpected(std::move(*why));
    const auto checkpoint = readCheckpoint(file);
    if (!checkpoint) return tl::unexpected(checkpoint.error());
    const auto weights = takeUp(checkpoint->tensors);
    if (!weights) return tl::unexpected(weights.error());
    m_progress = start->progress;
    m_progress.stopped_by.clear();
    m_progress.epochs_ms = 0;
    m_progress.begun_after = m_progress.epoch;
    m_progress.begun_updates = static_cast<std::int64_t>(m_progress.updates);

    Prepared& prepared = m_parts->prepared;
    for (Identity& identity : prepared.identities)
        if (identity.id == "weights")
            identity = {.id = identity.id,
                        .sha256 = weightsDigest(*weights, m_control.stop),
                        .origin = std::string(kWeightsOfAnother),
                        .file = m_cell.work.checkpoint};
    prepared.notes.push_back(
        {"training_went_on",
         {{"epoch", m_progress.epoch}, {"path", m_cell.work.checkpoint}, {"sha256", start->sha256}},
         {}});
    return {};
}

/// Rank 0 alone, where it has been measured before.
Result<void> TrainingWork::resume() {
    const auto file = checkpointFile(m_context, m_cell);
    std::error_code ignored;
    if (!m_context.resume || !std::filesystem::exists(file, ignored)) return {};
    const auto checkpoint = readCheckpoint(file);
    if (!checkpoint) return tl::unexpected(checkpoint.error());
    auto progress = progressFrom(checkpoint->metadata, m_cell.digest, file);
    if (!progress) return tl::unexpected(progress.error());
    if (auto taken = takeUp(checkpoint->tensors); !taken) return tl::unexpected(taken.error());
    m_progress = std::move(*progress);
    return {};
}

}  // namespace duelo
