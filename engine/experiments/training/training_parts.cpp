// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/training_parts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/sha256.h"
#include "data/data_warnings.h"
#include "experiments/specs.h"
#include "experiments/torch_threads.h"
#include "experiments/training/spec.h"
#include "measure/side_by_side.h"
#include "models/initial_weights.h"
#include "networks/cost.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// Values of a digest between two questions whether to stop.
constexpr std::size_t kDigestPiece = 1 << 20;
/// Samples may take one part in so many of a GPU's free memory.
constexpr std::int64_t kResidentShare = 4;
/// The words that only the cell of a rank has; no axes, because nobody chooses them.
constexpr std::string_view kRank = "rank", kMeeting = "meeting";

/// Returns the operations of an epoch that every way of training computes: forward, the gradient of
/// each layer's weights and that of its inputs, if not the images'. Where the trainer leaves out
/// products with 0, the gradient of a linear layer's weights counts nothing.
Result<std::int64_t> epochFlop(const TrainingParts& parts) {
    const auto cost = modelCost(parts.model.network, imageShape(parts.model.network, 1));
    if (!cost) return tl::unexpected(cost.error());
    std::int64_t update_flop = 0;
    for (const LayerCost& layer : cost->layers) {
        if (layer.flop == 0) continue;
        const bool first = update_flop == 0;
        const bool some = layer.op == Op::Linear && parts.trainer->leavesOutProducts();
        update_flop += layer.flop * (kTrainingToForward - (first ? 1 : 0) - (some ? 1 : 0));
    }
    const auto trained = static_cast<std::int64_t>(parts.data->split.train.size());
    const auto evaluated = static_cast<std::int64_t>(parts.data->split.validation.size());
    return update_flop * trained + cost->flop * evaluated;
}

/// Returns the initial weights; those of the cell before, where it began with the same.
const InitialWeights& initialOf(const TrainableModel& model, int outputs, std::uint64_t seed,
                                TrainingContext& context, const std::stop_token& stop) {
    std::optional<InitialWeights>& known = context.initial;
    if (known && known->network == model.name && known->outputs == outputs && known->seed == seed)
        return *known;
    known.reset();
    InitialWeights made{.network = model.name, .outputs = outputs, .seed = seed};
    made.weights = initialWeights(model.network, seed, stop);
    if (!made.weights) throw StepStopped{};
    made.sha256 = weightsDigest(*made.weights, stop);
    return known.emplace(std::move(made));
}

}  // namespace

TrainingCell trainingCell(const Cell& cell) {
    Params variant = cell.variant;
    for (const std::string_view own : {kRank, kMeeting, kFirstCore}) variant.erase(own);
    const Json identity{cell.experiment, cell.work.json(), variant.json()};
    return {.id = cell.id,
            .digest = sha256Hex(identity.dump()).substr(0, 16),
            .work = trainingCase(cell.work),
            .variant = variantOf(variant),
            .whole = cell,
            .place = {.rank = static_cast<int>(cell.variant.integer(kRank)),
                      .ranks = static_cast<int>(cell.variant.integer("processes", 1))},
            .meeting = cell.variant.text(kMeeting)};
}

Cell cellOfRank(const TrainingCell& cell, int rank, const std::string& meeting) {
    Cell theirs = cell.whole;
    theirs.variant.set(std::string(kRank), rank);
    theirs.variant.set(std::string(kMeeting), meeting);
    theirs.variant.set(std::string(kFirstCore), rank * std::max(1, cell.variant.threads));
    return theirs;
}

TrainingDataOptions trainingDataOptions(const TrainingCase& work) {
    TrainingDataOptions options{
        .seed = work.seed,
        .shares = {.validation = work.validation_share, .test = work.test_share},
        .train_share = work.train_share};
    if (const auto known = trainableModel(work.network, 1)) {
        options.channels = known->channels;
        options.size_px = known->size_px;
    }
    return options;
}

int gpuPlaceOf(const TrainingCell& cell, const TrainingContext& context, int rank) {
    const bool launched = context.launch && context.launch->place.ranks == cell.place.ranks;
    return launched ? context.launch->local_rank : rank;
}

/// One GPU each: on a GPU that they shared they would take turns.
std::optional<Reason> whyNotOnGpus(const TrainingCell& cell, const TrainingContext& context) {
    if (cell.place.isAlone() || cell.variant.device.isCpu()) return std::nullopt;
    if (cell.variant.mode == Mode::Graph) return Reason{"processes_in_graph"};
    if (auto why = context.gpu.api()->whyNoPeers()) return why;
    const int gpus = context.gpu.api()->deviceCount();
    const int needed = gpuPlaceOf(cell, context, cell.place.ranks - 1) + 1;
    if (needed <= gpus) return std::nullopt;
    return Reason{"processes_above_gpus",
                  {{"processes", cell.place.ranks}, {"gpus", gpus}, {"needed", needed}},
                  {}};
}

GpuApi* gpuOf(const Variant& variant, const TrainingContext& context) {
    return variant.device.isGpu() ? context.gpu.api() : nullptr;
}

std::filesystem::path checkpointFile(const TrainingContext& context, const TrainingCell& cell) {
    return context.folder / (cell.id + ".checkpoint.safetensors");
}

std::filesystem::path weightsFile(const TrainingContext& context, const TrainingCell& cell) {
    return context.folder / (cell.id + ".weights.safetensors");
}

std::filesystem::path wherever(const std::filesystem::path& file) {
    std::error_code error;
    auto absolute = std::filesystem::absolute(file, error);
    return error ? file : absolute.lexically_normal();
}

void useThreadsOf(const Variant& variant) {
    if (variant.threads > 0) useTorchThreads(variant.threads);
}

Result<TrainingStart> fetchTraining(const TrainingCell& cell, TrainingContext& context,
                                    const CallControl& control) {
    const TrainingCase& training = cell.work;
    // The data come first: how many outputs the network needs is known only then.
    auto model = trainableModel(training.network, std::max(1, training.outputs));
    if (!model) return tl::unexpected(model.error());
    TrainingDataOptions options = trainingDataOptions(training);
    options.stop = control.stop;
    options.progress = [&control](std::size_t done, std::size_t of) {
        control.progress(of > 0 ? static_cast<double>(done) / static_cast<double>(of) : 1.0);
    };
    auto data = context.data.load(training.data, options);
    if (!data) {
        if (data.error().code == "cancelled_by_user") throw StepStopped{};
        return tl::unexpected(data.error());
    }
    TrainingStart start{.data = std::move(*data),
                        .model = std::move(*model),
                        .initial = {},
                        .weights_sha256 = {},
                        .outputs = training.outputs};
    const int classes = static_cast<int>(start.data->samples.classNames().size());
    if (start.outputs == 0) {
        start.outputs = classes;
        start.model = *trainableModel(training.network, classes);
    }
    if (start.outputs < classes)
        return fail("outputs_too_few", {{"outputs", start.outputs}, {"classes", classes}});
    const InitialWeights& initial =
        initialOf(start.model, start.outputs, training.seed, context, control.stop);
    start.initial = initial.weights;
    start.weights_sha256 = initial.sha256;
    return start;
}

Result<TrainingParts> makeTrainingParts(const TrainingCell& cell, const TrainingContext& context,
                                        TrainingStart start, const CallControl& control,
                                        Ranks* ranks) {
    const TrainingCase& training = cell.work;
    TrainingParts parts{.data = std::move(start.data),
                        .model = std::move(start.model),
                        .trainer = nullptr,
                        .prepared = {},
                        .outputs = start.outputs};
    auto trainer = Trainer::make(parts.model.network, start.initial,
                                 {.device = cell.variant.device,
                                  .mode = cell.variant.mode,
                                  .tf32 = cell.variant.precision == Precision::Tf32,
                                  .bf16 = cell.variant.precision == Precision::Bf16,
                                  .optimizer = training.optimizer,
                                  .learning_rate = training.learning_rate,
                                  .momentum = training.momentum,
                                  .seed = cell.work.seed,
                                  .deterministic = training.deterministic,
                                  .ranks = ranks},
                                 gpuOf(cell.variant, context));
    if (!trainer) return tl::unexpected(trainer.error());
    parts.trainer = std::move(*trainer);
    parts.trainer->setStop([control] {
        control.beat();
        return control.stop.stop_requested();
    });

    const auto flop = epochFlop(parts);
    if (!flop) return tl::unexpected(flop.error());
    parts.prepared.parts = {{"decode", parts.data->decode_ms, false}};
    parts.prepared.identities = {
        {.id = "input",
         .sha256 = parts.data->sha256,
         .shape = {static_cast<std::int64_t>(parts.data->split.train.size()), parts.model.channels,
                   parts.model.size_px, parts.model.size_px}},
        {.id = "weights",
         .sha256 = std::move(start.weights_sha256),
         .origin = std::string(kRandomOrigin)}};
    parts.prepared.quantities = {{"parameters", parts.model.network.parameterCount()}};
    parts.epoch_flop = *flop;
    parts.prepared.notes = parts.data->notes;
    for (Reason& warning : dataWarnings(parts.data->samples, parts.data->split,
                                        static_cast<std::size_t>(cell.work.batch),
                                        static_cast<std::size_t>(parts.outputs), parts.data->leaks,
                                        isShippedData(cell.work.data)))
        parts.prepared.notes.push_back(std::move(warning));
    return parts;
}

Result<void> fetchInto(std::optional<TrainingStart>& start, const TrainingCell& cell,
                       TrainingContext& context, const CallControl& control) {
    useThreadsOf(cell.variant);
    auto fetched = fetchTraining(cell, context, control);
    if (!fetched) return tl::unexpected(fetched.error());
    start = std::move(*fetched);
    return {};
}

Result<TrainingParts> takeParts(std::optional<TrainingStart>& start, const TrainingCell& cell,
                                TrainingContext& context, const CallControl& control,
                                Ranks* ranks) {
    if (!start)
        if (auto fetched = fetchInto(start, cell, context, control); !fetched)
            return tl::unexpected(fetched.error());
    useThreadsOf(cell.variant);
    TrainingStart taken = *std::exchange(start, std::nullopt);
    return makeTrainingParts(cell, context, std::move(taken), control, ranks);
}

std::int64_t freeBytesOf(GpuApi& gpu) {
    const GpuMemory memory = gpu.memory();
    return usableBytes(memory);
}

std::int64_t mostResidentBytes(GpuApi* gpu) {
    const std::int64_t usual = BatchOptions().resident_bytes;
    return gpu == nullptr ? usual : std::min(usual, freeBytesOf(*gpu) / kResidentShare);
}

Result<Batches> makeBatches(const TrainingCell& cell, const TrainingContext& context,
                            const TrainingParts& parts, std::span<const std::size_t> part,
                            bool training, const CallControl& control) {
    GpuApi* const gpu = gpuOf(cell.variant, context);
    return Batches::create(parts.data, part,
                           {.batch = cell.work.batch,
                            .seed = cell.work.seed,
                            .augment = training && cell.work.augment,
                            .decode_every_epoch = training && cell.work.decode_every_epoch,
                            .channels = parts.model.channels,
                            .size_px = parts.model.size_px,
                            .resident_bytes = mostResidentBytes(gpu),
                            .stop = control.stop,
                            .place = cell.place},
                           gpu);
}

std::vector<std::string> outputNames(const TrainingParts& parts) {
    std::vector<std::string> names = parts.data->samples.classNames();
    while (static_cast<int>(names.size()) < parts.outputs)
        names.push_back('(' + std::to_string(names.size() + 1) + ')');
    return names;
}

std::vector<std::string> unlearntPictures(const TrainingParts& parts, const TrainingCase& work) {
    constexpr std::size_t kMostPictures = 12;
    const TrainingData& data = *parts.data;
    const bool named = findSpec("inference")->find("input")->names(work.data + ":0");
    std::set<int> classes;
    std::vector<std::string> pictures;
    if (!named && !data.listing) return pictures;
    for (const std::size_t sample : data.split.validation) {
        if (pictures.size() == kMostPictures) break;
        if (!classes.insert(data.samples.label(sample)).second) continue;
        pictures.push_back(named ? work.data + ":" + std::to_string(sample)
                                 : data.samples.source(sample));
    }
    return pictures;
}

TrainedSheet sheetOf(const TrainingParts& parts, const TrainingCase& work) {
    return {
        .model = parts.model.name,
        .classes = outputNames(parts),
        .data = isShippedData(work.data) ? work.data.substr(0, work.data.find(':')) : std::string(),
        .normalisation = testTransform().normalisation};
}

std::string weightsDigest(const WeightMap& weights, const std::stop_token& stop) {
    Sha256 digest;
    for (const auto& [name, tensor] : weights) {
        const Tensor values = tensor.cpu().contiguous();
        const std::span all(values.data_ptr<float>(), static_cast<std::size_t>(values.numel()));
        for (std::size_t first = 0; first < all.size(); first += kDigestPiece) {
            if (stop.stop_requested()) throw StepStopped{};
            digest.add(
                std::as_bytes(all.subspan(first, std::min(kDigestPiece, all.size() - first))));
        }
    }
    return digest.hex().substr(0, 16);
}

}  // namespace duelo
