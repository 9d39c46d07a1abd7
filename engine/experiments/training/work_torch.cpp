// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/work_torch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/places.h"
#include "base/reason_json.h"
#include "base/whole_file.h"
#include "experiments/torch_threads.h"
#include "gpu/gpu_device_state.h"
#include "machine/clock.h"
#include "models/checkpoint.h"
#include "record/not_kept.h"
#include "stats/statistics.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

constexpr std::size_t kMostMistakes = 12;
/// The time between two checkpoints; a process that dies loses no more than this and one epoch.
constexpr double kCheckpointMs = 60'000;

std::unique_ptr<DeviceWatch> watchFor(GpuApi* gpu) {
    if (gpu != nullptr) return std::make_unique<GpuWatch>(*gpu);
    return std::make_unique<HostWatch>();
}

/// A loss of -log(0) would be infinite; softmax in fp32 ends near here.
constexpr double kLeastProbability = 1e-38;

/// Returns the first of what was said wrongly, the surest first.
std::vector<TestAnswer> surestMistakes(const std::vector<TestAnswer>& predictions) {
    std::vector<TestAnswer> mistakes;
    std::ranges::copy_if(predictions, std::back_inserter(mistakes),
                         [](const TestAnswer& one) { return one.answer != one.truth; });
    std::ranges::stable_sort(mistakes, std::ranges::greater{}, &TestAnswer::probability);
    if (mistakes.size() > kMostMistakes) mistakes.resize(kMostMistakes);
    return mistakes;
}

}  // namespace

TrainingWork::TrainingWork(TrainingCell cell, TrainingContext& context, std::vector<int> cpus)
    : m_cell(std::move(cell)),
      m_context(context),
      m_cpus(std::move(cpus)),
      m_watch(watchFor(gpuOf(m_cell.variant, m_context))) {}

Result<void> TrainingWork::fetch() {
    return fetchInto(m_start, m_cell, m_context, m_control);
}

std::optional<DeviceState> TrainingWork::deviceState() {
    DeviceState state = m_watch->state();
    // The other ranks' share of the processor is no load of others, and is not told apart.
    if (!m_cell.place.isAlone()) state.others_cpus.reset();
    return state;
}

Result<Prepared> TrainingWork::prepare() {
    try {
        return prepareOwn();
    } catch (const RanksApart& apart) {
        leaveGpus();
        lostOthers(apart);
    } catch (...) {
        leaveGpus();
        throw;
    }
}

/// A GPU that waits for one that will not come would keep waiting whoever asks it anything.
void TrainingWork::leaveGpus() {
    if (m_ranks) m_ranks->leaveGpus();
}

Result<Prepared> TrainingWork::prepareOwn() {
    if (auto met = meetOthers(); !met) return tl::unexpected(met.error());
    if (GpuApi* gpu = gpuOf(m_cell.variant, m_context); gpu != nullptr && m_ranks)
        m_ranks->meetGpus(*gpu);
    auto parts = takeParts(m_start, m_cell, m_context, m_control, m_ranks.get());
    if (!parts) return tl::unexpected(parts.error());
    m_parts.emplace(std::move(*parts));
    const Split& split = m_parts->data->split;
    m_train.emplace(
        orLeave(makeBatches(m_cell, m_context, *m_parts, split.train, true, m_control)));
    m_validation.emplace(
        orLeave(makeBatches(m_cell, m_context, *m_parts, split.validation, false, m_control)));
    makeClock();
    m_watch->setShared(static_cast<std::int64_t>(m_parts->data->samples.bytes()));
    try {
        warmUp();
    } catch (const Stopped&) {
        throw StepStopped{};
    }

    m_data_sha256 = m_parts->data->sha256;
    if (auto begun = goOnFrom(); !begun) return tl::unexpected(begun.error());
    if (auto resumed = resume(); !resumed) return tl::unexpected(resumed.error());
    agreeOnStart();
    m_savedNs = nowNs();
    m_news.emplace_back(eventOf(dataEvent()));
    Prepared prepared = std::exchange(m_parts->prepared, {});
    prepared.quantities.push_back(
        {"images", static_cast<std::int64_t>(m_train->size()), "throughput", "image/s"});
    prepared.quantities.push_back({"flop", m_parts->epoch_flop});
    for (const Batches* batches : {&*m_train, &*m_validation})
        if (const auto& note = batches->note()) prepared.notes.push_back(*note);
    if (const auto note = m_parts->trainer->note()) prepared.notes.push_back(*note);
    if (m_cell.variant.mode == Mode::Graph)
        tellGraphs(prepared);
    else if (picksItself(*m_parts->trainer, *m_train))
        prepared.notes.push_back({"images_read_in_place"});
    tellHosts(prepared);
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    if (m_progress.epoch > m_progress.begun_after)
        prepared.notes.push_back({"training_resumed", {{"epoch", m_progress.epoch}}});
    // Data that were placed are there: loading ends with it.
    if (GpuApi* gpu = gpuOf(m_cell.variant, m_context)) gpu->synchronize();
    return prepared;
}

/// Tells how much of an epoch the host submits as one graph.
void TrainingWork::tellGraphs(Prepared& prepared) const {
    const bool whole = picksItself(*m_parts->trainer, *m_train);
    const auto updates = static_cast<std::int64_t>(whole ? m_train->updatesPerEpoch() : 1);
    prepared.quantities.push_back({"graph_updates", updates});
    if (whole)
        prepared.notes.push_back({"graph_whole_epoch", {{"count", updates}}});
    else
        prepared.notes.push_back({"graph_single_update"});
}

DataEvent TrainingWork::dataEvent() const {
    const TrainingData& data = *m_parts->data;
    const auto counts = [&](const std::vector<std::size_t>& part) {
        const std::vector<std::size_t> found = classCounts(data.samples, part);
        return std::vector<std::int64_t>(found.begin(), found.end());
    };
    const SampleShape shape = m_train->shape();
    return {.classes = data.samples.classNames(),
            .train = counts(data.split.train),
            .validation = counts(data.split.validation),
            .test = counts(data.split.test),
            .shape = {shape.channels, shape.height_px, shape.width_px},
            .bytes = static_cast<std::int64_t>(data.samples.bytes()) + m_train->bytes() +
                     m_validation->bytes(),
            .decode_ms = data.decode_ms,
            .resident = m_train->resident()};
}

Timing TrainingWork::step(int) {
    try {
        return epoch();
    } catch (const WorkFailed& failed) {
        leaveGpus();
        throw WorkFailed{withKept(failed.reason)};
    } catch (...) {
        leaveGpus();
        throw;
    }
}

Timing TrainingWork::epoch() {
    useThreadsOf(m_cell.variant);
    // Not before: what LibTorch and Gloo start for all cells would stay on that core.
    const PinnedTeam pinned(m_cpus, torchThreads(m_cpus.size()));
    try {
        beginTogether();
        m_clock->start();
        trainEpoch();
        const Metrics trained = m_parts->trainer->takeMetrics();
        m_clock->trained();
        const std::size_t waits = m_ranks ? m_ranks->waits() : 0;
        evaluate(*m_validation);
        const Metrics validated = m_parts->trainer->takeMetrics();
        Timing timing = m_clock->evaluated();
        endTogether(timing, waits);
        judge(trained, validated, timing);
        return timing;
    } catch (const Stopped&) {
        throw StepStopped{};
    } catch (const RanksApart& apart) {
        lostOthers(apart);
    }
}

void TrainingWork::judge(const Metrics& trained, const Metrics& validated, const Timing& timing) {
    const TrainingCase& plan = m_cell.work;
    const int epoch = m_progress.epoch + 1;
    const double guessing = std::log(std::max(2, m_parts->outputs));
    const bool diverged = !std::isfinite(trained.loss()) || !std::isfinite(validated.loss()) ||
                          trained.loss() > kDivergence * guessing;
    if (diverged)
        throw WorkFailed{{"training_diverged",
                          {{"epoch", epoch},
                           {"learning_rate", plan.learning_rate},
                           {"smaller_rate", plan.learning_rate / 10}}}};
    EpochEvent record{.epoch = epoch,
                      .train_loss = trained.loss(),
                      .train_accuracy = trained.accuracy(),
                      .valid_loss = validated.loss(),
                      .valid_accuracy = validated.accuracy(),
                      .learning_rate = plan.learning_rate,
                      .wall_ms = timing.wall_ms,
                      .data_ms = partMs(timing.parts, "data").value_or(0),
                      .compute_ms = partMs(timing.parts, "compute").value_or(0),
                      .evaluation_ms = partMs(timing.parts, "evaluation").value_or(0),
                      .h2d_ms = partMs(timing.parts, "h2d"),
                      .d2h_ms = partMs(timing.parts, "d2h"),
                      .launch_ms = partMs(timing.parts, "launch"),
                      .all_reduce_ms = partMs(timing.parts, "all_reduce"),
                      .waiting_ms = partMs(timing.parts, "waiting")};
    m_progress.updates += m_train->updatesPerEpoch();
    record.updates = static_cast<std::int64_t>(m_progress.updates);
    record.best = m_progress.add(record, plan);
    if (record.best) m_parts->trainer->keepBest();
    m_parts->trainer->save(m_state);
    m_news.emplace_back(eventOf(record));

    if (!m_context.keep_checkpoint &&
        static_cast<double>(nowNs() - m_savedNs) < kCheckpointMs * kNsPerMs)
        return;
    // Training goes on without it: what is measured is in the record file all the same.
    if (const auto saved = saveCheckpoint(); !saved)
        m_news.emplace_back(Notice{.cell = {}, .reason = saved.error()});
    m_savedNs = nowNs();
}

Output TrainingWork::output() {
    useThreadsOf(m_cell.variant);
    Trained trained;
    std::vector<TestAnswer> predictions;
    try {
        trained = test(predictions);
    } catch (const Stopped&) {
        throw StepStopped{};
    }
    const WeightMap weights = m_parts->trainer->weights();
    const bool keeps = !m_context.folder.empty();
    if (keeps && m_context.save_weights) saveWeights(weights, trained);
    if (keeps && m_context.keep_checkpoint && !m_notSaved) trained.checkpoint_file = keptFile();
    if (keeps && m_context.keep_checkpoint && m_notSaved)
        tellNotKept("checkpoint_not_kept", keptFile(), *m_notSaved);
    Output output{.fingerprint = Fingerprint{.sha256 = weightsDigest(weights, m_control.stop)},
                  .output = toJson(trained),
                  .metrics = {{.id = "test_accuracy",
                               .value = trained.test_accuracy,
                               .ci95 = trained.test_accuracy_ci95}}};
    keepPredictions(predictions, output.output);
    if (!keeps || m_context.keep_checkpoint) return output;
    std::error_code ignored;
    std::filesystem::remove(checkpointFile(m_context, m_cell), ignored);
    leaveFolder();
    return output;
}

/// A list that would be most of the record file is left out, and that is said.
void TrainingWork::keepPredictions(const std::vector<TestAnswer>& predictions, Json& output) {
    if (predictions.size() <= kMostTestAnswers) return addTestAnswers(output, predictions);
    m_news.emplace_back(
        Notice{.cell = {},
               .reason = {"predictions_too_many",
                          {{"images", predictions.size()}, {"limit", kMostTestAnswers}}}});
}

void TrainingWork::saveWeights(const WeightMap& weights, Trained& trained) {
    std::error_code ignored;
    std::filesystem::create_directories(m_context.folder, ignored);
    const auto file = wherever(weightsFile(m_context, m_cell));
    const auto written =
        writeSafetensors(file, weights, toMetadata(sheetOf(*m_parts, m_cell.work)));
    if (written) {
        trained.weights_file = utf8(file);
        return;
    }
    tellNotKept("weights_not_kept", utf8(file), written.error());
    leaveFolder();
}

/// Tells that a file was not kept. The measured times stand, but the run is not all done.
void TrainingWork::tellNotKept(const char* code, const std::string& path, const Reason& why) {
    m_news.emplace_back(Notice{
        .cell = {},
        .reason = {
            code, {{"path", path}, {kNotKept, true}, {kNextReason, toJson(why)}}, why.message}});
}

Trained TrainingWork::test(std::vector<TestAnswer>& predictions) {
    Trainer& trainer = *m_parts->trainer;
    trainer.useBest();
    Trained trained{.stopped_by = m_progress.stopped_by,
                    .epochs = m_progress.epoch,
                    .best_epoch = m_progress.best_epoch,
                    .updates = static_cast<std::int64_t>(m_progress.updates),
                    .epochs_ms = m_progress.epochs_ms,
                    .begun_after = m_progress.begun_after,
                    .begun_updates = m_progress.begun_updates,
                    .classes = outputNames(*m_parts),
                    .pictures = unlearntPictures(*m_parts, m_cell.work)};
    trained.confusion.assign(trained.classes.size(),
                             std::vector<std::int64_t>(trained.classes.size(), 0));

    const std::vector<std::size_t>& part = m_parts->data->split.test;
    TrainingCell alone = m_cell;
    alone.place = {};  // no time is told of it
    Batches batches = orLeave(makeBatches(alone, m_context, *m_parts, part, false, m_control));
    batches.begin(0, false);
    std::size_t done = 0;
    while (orLeave(batches.next())) {
        const Tensor probabilities = trainer.probabilities(batches.images());
        const auto count = static_cast<std::size_t>(probabilities.size(0));
        addAnswers(probabilities, std::span(part).subspan(done, count), trained, predictions);
        done += count;
        m_control.progress(static_cast<double>(done) / static_cast<double>(part.size()));
    }
    std::size_t right = 0;
    for (std::size_t k = 0; k < trained.confusion.size(); ++k)
        right += static_cast<std::size_t>(trained.confusion[k][k]);
    trained.test_loss /= static_cast<double>(part.size());
    trained.test_accuracy = static_cast<double>(right) / static_cast<double>(part.size());
    trained.test_accuracy_ci95 =
        wilsonInterval(trained.test_accuracy, static_cast<std::int64_t>(part.size()));
    trained.mistakes = surestMistakes(predictions);
    return trained;
}

void TrainingWork::addAnswers(const Tensor& probabilities, std::span<const std::size_t> samples,
                              Trained& trained, std::vector<TestAnswer>& predictions) const {
    const Tensor rows = probabilities.contiguous();
    const auto outputs = static_cast<std::size_t>(rows.size(1));
    const std::span all(rows.data_ptr<float>(), static_cast<std::size_t>(rows.numel()));
    const LabelledSet& set = m_parts->data->samples;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto row = all.subspan(i * outputs, outputs);
        const auto answer = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
        const auto truth = static_cast<std::size_t>(set.label(samples[i]));
        ++trained.confusion[truth][answer];
        trained.test_loss -= std::log(std::max(double{row[truth]}, kLeastProbability));
        predictions.push_back({.sample = static_cast<std::int64_t>(samples[i]),
                               .source = set.source(samples[i]),
                               .truth = static_cast<int>(truth),
                               .answer = static_cast<int>(answer),
                               .probability = row[answer]});
    }
}

}  // namespace duelo
