// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/training/batches.h"
#include "experiments/training/params.h"
#include "experiments/training/rank_team.h"
#include "experiments/training/ranks.h"
#include "experiments/training/ranks_launch.h"
#include "experiments/training/start_point.h"
#include "experiments/training/trainer.h"
#include "experiments/training/training_data.h"
#include "gpu/gpu_loader.h"
#include "measure/work.h"
#include "models/weight_set.h"
#include "networks/trainable.h"
#include "networks/trained_network.h"

namespace duelo {

/// Work of an update to that of a forward pass: backward has a product more for each operand.
inline constexpr std::int64_t kTrainingToForward = 3;

/// The weights that a network begins with, and what they were made for.
struct InitialWeights {
    std::string network;  ///< by its name
    int outputs = 0;
    std::uint64_t seed = 0;
    WeightSet weights{};
    std::string sha256{};  ///< as weightsDigest() tells it
};

/// State that the cells of one plan share. Worker thread only.
struct TrainingContext {
    Gpu& gpu;
    bool save_weights = false;     ///< of the best epoch, in `folder`
    bool keep_checkpoint = false;  ///< written there after each epoch, and left there
    /// The folder for checkpoints and trained weights, beside the record file; empty: none.
    std::filesystem::path folder{};
    bool resume = false;  ///< go on from checkpoints that are there
    TrainingDataStore data{};
    StartPoints starts{};  ///< of trainings that go on with others
    /// The latest, because the cells of a plan begin alike: the lab AlexNet's 23 million take
    /// longer than an update.
    std::optional<InitialWeights> initial{};
    /// Makes the work of a cell in a process of its own; empty: nobody here can start one.
    std::function<std::unique_ptr<Work>(const Cell&)> child{};
    double rank_limit_s = kRankLimit_s;
    /// The launch of processes that somebody else has started; they are the ranks of a cell that
    /// has as many.
    std::optional<Launch> launch{};
    int meetings = 0;  ///< so far, each with a name of its own
};

/// A cell with its parameters by name.
struct TrainingCell {
    std::string id;
    std::string digest;  ///< of all parameters: which training a checkpoint belongs to
    TrainingCase work;
    Variant variant;
    Cell whole{};           ///< as it was asked for
    RankPlace place{};      ///< the rank whose part of it this process does
    std::string meeting{};  ///< of a rank beside the first: the folder or the name of it
};
[[nodiscard]] TrainingCell trainingCell(const Cell& cell);
/// Returns the cell as another process is told to do it.
[[nodiscard]] Cell cellOfRank(const TrainingCell& cell, int rank, const std::string& meeting);

/// Data and weights that the cells of a plan share, or that are known of one before its network is
/// made: read, made and hashed once.
struct TrainingStart {
    std::shared_ptr<const TrainingData> data;
    TrainableModel model;
    WeightSet initial;
    std::string weights_sha256;  ///< of `initial`, as weightsDigest() tells it
    int outputs = 0;
};

/// One network with its data, ready for the first update. Equal plans make equal weights, batches
/// and dropout masks on every device, in every mode, with every number of threads (P-07).
struct TrainingParts {
    std::shared_ptr<const TrainingData> data;
    TrainableModel model;
    std::unique_ptr<Trainer> trainer;
    Prepared prepared;  ///< without notes of batches and what a step does
    std::int64_t epoch_flop = 0;
    int outputs = 0;
};

/// Returns how the data of a case are loaded; without progress and stop.
[[nodiscard]] TrainingDataOptions trainingDataOptions(const TrainingCase& work);

/// Reads the data, or takes them from the store, and makes the initial weights. Throws StepStopped
/// when the control's stop was asked for. Reasons: those of loadTrainingData() and
/// trainableModel(), "outputs_too_few" {outputs, classes}.
[[nodiscard]] Result<TrainingStart> fetchTraining(const TrainingCell& cell,
                                                  TrainingContext& context,
                                                  const CallControl& control);

/// Makes the network, and says what a student should know of the data. `ranks`: with whom it is
/// trained. Reasons: those of Trainer::make().
[[nodiscard]] Result<TrainingParts> makeTrainingParts(const TrainingCell& cell,
                                                      const TrainingContext& context,
                                                      TrainingStart start,
                                                      const CallControl& control,
                                                      Ranks* ranks = nullptr);

/// Work::fetch() of whatever trains: fetchTraining() on the variant's threads, into `start`.
[[nodiscard]] Result<void> fetchInto(std::optional<TrainingStart>& start, const TrainingCell& cell,
                                     TrainingContext& context, const CallControl& control);

/// Makes the parts of what was fetched and takes it; fetches now where nobody has.
[[nodiscard]] Result<TrainingParts> takeParts(std::optional<TrainingStart>& start,
                                              const TrainingCell& cell, TrainingContext& context,
                                              const CallControl& control, Ranks* ranks = nullptr);

/// Batches of one part of the data as this cell sees them: random transforms only in training.
[[nodiscard]] Result<Batches> makeBatches(const TrainingCell& cell, const TrainingContext& context,
                                          const TrainingParts& parts,
                                          std::span<const std::size_t> part, bool training,
                                          const CallControl& control);

/// Returns whether the trainer picks the batches itself, from where they rest on its device: an
/// epoch is then one call of it.
[[nodiscard]] inline bool picksItself(const Trainer& trainer, const Batches& batches) {
    return trainer.takesParts() && batches.resident();
}

/// Returns the bytes that LibTorch could still place on the GPU.
[[nodiscard]] std::int64_t freeBytesOf(GpuApi& gpu);

/// Returns the bytes that normalised samples of one part may take of a device's memory: of a GPU's
/// no more than a quarter of what is free, so that half of it stays for the network. `gpu` is null
/// on the CPU.
[[nodiscard]] std::int64_t mostResidentBytes(GpuApi* gpu);

[[nodiscard]] std::filesystem::path checkpointFile(const TrainingContext& context,
                                                   const TrainingCell& cell);
[[nodiscard]] std::filesystem::path weightsFile(const TrainingContext& context,
                                                const TrainingCell& cell);

/// Returns the path for a process that may stand in another folder.
[[nodiscard]] std::filesystem::path wherever(const std::filesystem::path& file);

/// Returns which of this PC's GPUs a rank has: one each. Processes that somebody else has started
/// may be on other PCs: then this process knows its own GPU alone, whatever `rank`.
[[nodiscard]] int gpuPlaceOf(const TrainingCell& cell, const TrainingContext& context, int rank);

/// Says why several processes cannot train on GPUs here; nothing where they can, or there is but
/// one. Reasons: "processes_in_graph", "processes_above_gpus" {processes, gpus, needed}.
[[nodiscard]] std::optional<Reason> whyNotOnGpus(const TrainingCell& cell,
                                                 const TrainingContext& context);

/// The GPU of a variant, null where the CPU does the work.
[[nodiscard]] GpuApi* gpuOf(const Variant& variant, const TrainingContext& context);

/// Gives the worker thread the cell's number of intra-op threads.
void useThreadsOf(const Variant& variant);

/// Classes by name, and outputs of the network that no class has by number: "(4)".
[[nodiscard]] std::vector<std::string> outputNames(const TrainingParts& parts);

/// Trained::pictures: the first of each class of the validation part, at most 12.
[[nodiscard]] std::vector<std::string> unlearntPictures(const TrainingParts& parts,
                                                        const TrainingCase& work);

/// Returns what is told beside the weights of such a network; of a folder no path leaves the PC.
[[nodiscard]] TrainedSheet sheetOf(const TrainingParts& parts, const TrainingCase& work);

/// First 16 digits of the SHA-256 of all weights, in the order of their names. Throws StepStopped
/// when `stop` was asked for.
[[nodiscard]] std::string weightsDigest(const WeightMap& weights, const std::stop_token& stop);

/// Returns the value of a result; its reason leaves as WorkFailed, or as StepStopped where it is
/// that the user has stopped.
template <typename T>
T orLeave(Result<T> result) {
    if (result) return *std::move(result);
    if (result.error().code == "cancelled_by_user") throw StepStopped{};
    throw WorkFailed{result.error()};
}

}  // namespace duelo
