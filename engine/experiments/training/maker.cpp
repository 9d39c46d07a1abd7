// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/maker.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/places.h"
#include "experiments/pinned_team.h"
#include "experiments/training/dense_bf16.h"
#include "experiments/training/lr_finder.h"
#include "experiments/training/questions.h"
#include "experiments/training/sample_work.h"
#include "experiments/training/work_torch.h"
#include "gpu/failure.h"
#include "machine/process_memory.h"
#include "measure/forecast_duration.h"
#include "measure/side_by_side.h"
#include "models/numerics.h"
#include "networks/cost.h"
#include "networks/hidden_units.h"

namespace duelo {

namespace {

/// Weights, gradients, Adam's two averages, the state after the last epoch (three of these), the
/// best weights and the initial ones.
constexpr std::int64_t kCopiesOfWeights = 9;
/// Every layer's answer is kept for the way back, where its gradient is as large.
constexpr std::int64_t kCopiesOfActivations = 2;

/// Each captured graph has memory of its own for them: of learning a whole batch, and of the
/// smaller last one and of judging together about as much again.
constexpr std::int64_t kGraphs = 2;

/// Reads the gradient, reads and writes the weight and two averages: fp32.
constexpr std::int64_t kOptimizerBytes = 28;

/// A sweep ends where the loss has grown to several times its lowest; so soon at the earliest.
constexpr double kLeastRateSteps = kRateSteps / 2;

/// The number of classes that is assumed until the data are read; networks differ little by it.
constexpr int kUsualOutputs = 10;

Result<TrainableModel> modelOf(const TrainingCase& work) {
    return trainableModel(work.network, work.outputs > 0 ? work.outputs : kUsualOutputs);
}

/// The next smaller batch to try, where memory is what lacks.
int smallerBatch(int batch) {
    return std::max(1, batch / 2);
}

std::int64_t bytesOf(const TrainableModel& model, const ModelCost& cost, std::int64_t batch,
                     Mode mode) {
    std::int64_t values = batch * model.channels * model.size_px * model.size_px;
    for (const LayerCost& layer : cost.layers) values += layer.output.elements();
    const std::int64_t copies = kCopiesOfActivations * (mode == Mode::Graph ? kGraphs : 1);
    return 4 * (kCopiesOfWeights * model.network.parameterCount() + copies * values);
}

/// Returns the bytes of the samples that rest on a GPU, normalised: those that are learnt, with as
/// large a buffer for a shuffled epoch unless the GPU picks the batches itself, and those that are
/// judged. A part beyond its limit stays with the host and takes nothing.
std::int64_t residentBytes(const TrainableModel& model, std::size_t learnt, std::size_t judged,
                           bool picks, std::int64_t limit_bytes) {
    const auto bytesOfPart = [&](std::size_t samples) {
        const std::int64_t bytes =
            4 * static_cast<std::int64_t>(samples) * model.channels * model.size_px * model.size_px;
        return bytes <= limit_bytes ? bytes : 0;
    };
    const std::int64_t learnt_bytes = bytesOfPart(learnt);
    const bool buffer = !picks && 2 * learnt_bytes <= limit_bytes;
    return learnt_bytes * (buffer ? 2 : 1) + bytesOfPart(judged);
}

}  // namespace

TrainingMaker::TrainingMaker(const MakerSetup& setup)
    : m_context{.gpu = *setup.gpu,
                .save_weights = setup.run.flag("save_weights"),
                .keep_checkpoint = setup.run.flag("keep_checkpoint"),
                .folder = setup.folder,
                .resume = setup.resume,
                .data = setup.kept.of<TrainingDataStore>(),
                .child = setup.child,
                .launch = launchOfThisProcess().value_or(std::nullopt)},
      m_facts(setup.facts) {}

TrainingMaker::~TrainingMaker() = default;

Result<void> TrainingMaker::check(const Cell& cell) {
    const Variant variant = variantOf(cell.variant);
    if (variant.device.isGpu() && m_context.gpu.api() == nullptr)
        return tl::unexpected(m_context.gpu.whyNoNetworks());
    const bool on_gpu = variant.device.isGpu();
    if (on_gpu && variant.mode == Mode::Graph)
        if (auto why = m_context.gpu.api()->whyNoGraphs()) return tl::unexpected(*std::move(why));
    if (on_gpu)  // Duelo's own kernels draw what is dropped
        if (auto possible = m_context.gpu.canUse(NvidiaLibrary::Nvrtc); !possible) return possible;
    const bool bf16 = variant.precision == Precision::Bf16;
    // fp16 would need its loss scaled, lest small gradients become 0.
    if (variant.precision != Precision::Fp32 && !bf16 &&
        !(on_gpu && variant.precision == Precision::Tf32))
        return fail("precision_not_for_training",
                    {{"precision", word(variant.precision)},
                     {"accepted", on_gpu ? "fp32, tf32, bf16" : "fp32, bf16"}});
    if (bf16 && !learnsInBf16(variant.device, variant.mode)) return fail("bf16_training_modes");
    if (bf16 && !on_gpu && bf16DenseKernels() == nullptr) return fail("bf16_training_needs_cpu");
    const auto support =
        precisionSupport(variant.device, variant.precision, m_context.gpu.status().sheet);
    if (!support) return tl::unexpected(support.error());
    if (bf16 && on_gpu && support->slow)
        return fail("bf16_training_needs_gpu", support->slow->args);
    const auto model = modelOf(trainingCase(cell.work));
    if (!model) return tl::unexpected(model.error());
    const TrainingCell training = trainingCell(cell);
    if (auto possible = checkProcesses(training); !possible) return possible;
    if (auto cpus = cpusOf(training); !cpus) return tl::unexpected(cpus.error());
    return checkStart(training);
}

/// Rank 0 alone reads it: on another PC it need not lie.
Result<void> TrainingMaker::checkStart(const TrainingCell& cell) {
    if (cell.work.checkpoint.empty() || cell.place.rank > 0) return {};
    const auto start = m_context.starts.look(fromUtf8(cell.work.checkpoint));
    if (!start) return tl::unexpected(start.error());
    if (auto why = whyNotFrom(*start, cell.work)) return tl::unexpected(std::move(*why));
    return {};
}

Result<std::vector<int>> TrainingMaker::cpusOf(const TrainingCell& cell) const {
    Params variant = cell.whole.variant;
    const std::optional<Launch>& launch = m_context.launch;
    if (launch && launch->place.ranks == cell.place.ranks) {
        // On each of several PCs they begin anew.
        variant.set(std::string(kFirstCore),
                    launch->local_rank * std::max(1, cell.variant.threads));
        return pinnedCpus(variant);
    }
    return pinnedCpus(variant,
                      cell.place.rank == 0 ? static_cast<std::size_t>(cell.place.ranks) : 1);
}

Result<void> TrainingMaker::checkProcesses(const TrainingCell& cell) const {
    if (cell.place.isAlone()) return {};
    // A cell that is left out says so; dropping it would look as if several had been measured.
    if (auto why = whyNotOnGpus(cell, m_context)) return tl::unexpected(std::move(*why));
    if (const auto why = whyNoProcesses()) return tl::unexpected(*why);
    if (cell.place.ranks > cell.work.batch)
        return fail("processes_above_batch",
                    {{"processes", cell.place.ranks}, {"batch", cell.work.batch}});
    return {};
}

Result<Forecast> TrainingMaker::forecast(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const TrainingCase work = trainingCase(cell.work);
    const auto model = modelOf(work);
    const auto cost = modelCost(model->network, imageShape(model->network, work.batch));
    if (!cost) return tl::unexpected(cost.error());
    const Mode mode = variantOf(cell.variant).mode;
    Forecast forecast{.bytes = bytesOf(*model, *cost, work.batch, mode),
                      .free_bytes = freeMemoryBytes(),
                      .flop = kTrainingToForward * cost->flop,
                      .bytes_moved = kTrainingToForward * cost->layer_bytes +
                                     kOptimizerBytes * model->network.parameterCount()};
    if (GpuApi* gpu = gpuOf(variantOf(cell.variant), m_context)) {
        forecast.free_bytes = freeBytesOf(*gpu);
        // The number of samples is known once they are read, and nothing is read for this.
        const auto data = m_context.data.known(work.data, trainingDataOptions(work));
        const bool finder = cell.experiment == "lr_finder";  // by batches, and judges nothing
        const bool made_anew = work.augment || work.decode_every_epoch;
        if (data)
            forecast.bytes += residentBytes(*model, made_anew ? 0 : data->split.train.size(),
                                            finder ? 0 : data->split.validation.size(),
                                            mode == Mode::Graph && !finder, mostResidentBytes(gpu));
    }
    if (const auto processes = cell.variant.integer("processes", 1);
        processes > 1 && gpuOf(variantOf(cell.variant), m_context) == nullptr) {
        // Each has the network, its data and all that a process like this one begins with.
        const auto data = m_context.data.known(work.data, trainingDataOptions(work));
        const std::int64_t others = forecast.bytes + processMemory().used_bytes +
                                    (data ? static_cast<std::int64_t>(data->samples.bytes()) : 0);
        forecast.bytes += (processes - 1) * others;
        if (forecast.lack())
            return fail("processes_need_memory", {{"needed_bytes", forecast.bytes},
                                                  {"free_bytes", *forecast.free_bytes},
                                                  {"processes", processes}});
    }
    if (forecast.lack() && work.batch > 1)
        return fail("training_needs_memory", {{"needed_bytes", forecast.bytes},
                                              {"free_bytes", *forecast.free_bytes},
                                              {"batch", work.batch},
                                              {"smaller", smallerBatch(work.batch)}});
    return forecast;
}

Result<std::optional<CourseForecast>> TrainingMaker::look(const Cell& cell, bool measuring) {
    if (measuring) return CourseForecast{};
    const TrainingCase work = trainingCase(cell.work);
    constexpr double kMsPerS = 1e3;
    CourseForecast course;
    if (work.max_time_s) course.longest_ms = *work.max_time_s * kMsPerS;
    // The others begin while this one does, each on a core where there is one.
    if (const auto ranks = cell.variant.integer("processes", 1); ranks > 1)
        course.start_ms = kEngineStartMs * std::max(1.0, static_cast<double>(ranks) /
                                                             std::max(1, m_facts.physical_cores));
    if (cell.experiment == "lr_finder") {
        course.calls = kRateSteps;
        course.least_calls = kLeastRateSteps;
        return course;
    }
    const auto data = m_context.data.load(work.data, trainingDataOptions(work));
    if (!data) return tl::unexpected(data.error());
    const Split& split = (*data)->split;
    const double epoch = batchesOf(split.train.size(), split.validation.size(), work.batch);
    const double around = warmUpBatchesOf(split.train.size(), split.validation.size(), work.batch) +
                          batchesOf(0, split.test.size(), work.batch);
    course.step_calls = epoch;
    course.calls = work.epochs * epoch + around;
    const bool may_end_early = work.until_accuracy || work.patience > 0;
    course.least_calls = (may_end_early ? 1 : work.epochs) * epoch + around;
    return course;
}

Result<std::unique_ptr<Work>> TrainingMaker::sample(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    TrainingCell training = trainingCell(cell);
    const double threads =
        static_cast<double>(training.place.ranks) * std::max(1, training.variant.threads);
    const double crowding =
        training.place.isAlone() ? 1 : std::max(1.0, threads / std::max(1, m_facts.physical_cores));
    if (training.variant.device.isGpu()) m_stream.take(*m_context.gpu.api());
    return std::make_unique<TrainingSample>(std::move(training), m_context,
                                            cell.experiment != "lr_finder", crowding);
}

Result<std::unique_ptr<Work>> TrainingMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    TrainingCell training = trainingCell(cell);
    m_latestBatch = training.work.batch;
    if (training.variant.device.isGpu()) {
        GpuApi& gpu = *m_context.gpu.api();
        if (!training.place.isAlone())
            gpu.use(gpuPlaceOf(training, m_context, training.place.rank));
        m_stream.take(gpu);
    }
    if (cell.experiment == "lr_finder")
        return std::make_unique<LrFinder>(std::move(training), m_context);
    std::vector<int> cpus = *cpusOf(training);
    return std::make_unique<TrainingWork>(std::move(training), m_context, std::move(cpus));
}

Result<Json> TrainingMaker::answer(std::string_view query, const Json& args) {
    return trainingAnswer(query, args, m_facts, m_context.data);
}

Failure TrainingMaker::describe(const std::exception_ptr& error) {
    Failure failure = describeFailure(error, m_context.gpu);
    static const std::set<std::string> kMemory{"out_of_memory", "out_of_host_memory"};
    if (!failure.sticky && m_latestBatch > 1 && kMemory.contains(failure.reason.code))
        failure.reason = {"training_out_of_memory",
                          {{"batch", m_latestBatch}, {"smaller", smallerBatch(m_latestBatch)}},
                          failure.reason.message};
    return failure;
}

void TrainingMaker::release() {
    // The data stay: the next case of a sweep usually trains on the same.
    m_stream.release();
}

}  // namespace duelo
