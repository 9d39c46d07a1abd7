// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/sample_work.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/training/reduce_sample.h"
#include "machine/clock.h"

namespace duelo {

namespace {

/// Batches that one call trains at most: more hide what a GPU waits for between them.
constexpr std::size_t kMostBatches = 8;
/// The most that a sample takes as fp32, so that one of large pictures does not fill the memory.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
/// Slower ones are trained one by one, so that a stop finds its way.
constexpr double kEnoughMs = 30;

}  // namespace

double batchesOf(std::size_t trained, std::size_t evaluated, int batch) {
    return (static_cast<double>(trained) +
            static_cast<double>(evaluated) / static_cast<double>(kTrainingToForward)) /
           std::max(1, batch);
}

double warmUpBatchesOf(std::size_t trained, std::size_t evaluated, int batch) {
    const auto sizes = [&](std::size_t part) {
        const std::size_t whole = std::min(part, static_cast<std::size_t>(std::max(1, batch)));
        return whole == 0 ? 0 : whole + part % whole;
    };
    // Samples that are learnt are judged too.
    return batchesOf(sizes(trained), sizes(trained) + sizes(evaluated), batch);
}

TrainingSample::TrainingSample(TrainingCell cell, TrainingContext& context, bool evaluates,
                               double crowding)
    : m_cell(std::move(cell)), m_context(context), m_evaluates(evaluates), m_crowding(crowding) {}

/// Whole batches, one at least.
std::vector<std::size_t> TrainingSample::some(const std::vector<std::size_t>& part) const {
    const auto batch = static_cast<std::size_t>(std::max(1, m_cell.work.batch));
    const auto side = static_cast<std::size_t>(m_parts->model.size_px);
    const std::size_t bytes =
        batch * static_cast<std::size_t>(m_parts->model.channels) * side * side * sizeof(float);
    const std::size_t batches =
        std::clamp<std::size_t>(kMostBytes / std::max<std::size_t>(1, bytes), 1, kMostBatches);
    const std::size_t count = std::min(part.size(), batches * batch);
    return {part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count)};
}

Result<Prepared> TrainingSample::prepare() {
    std::optional<TrainingStart> start;
    auto parts = takeParts(start, m_cell, m_context, m_control);
    if (!parts) return tl::unexpected(parts.error());
    m_parts.emplace(std::move(*parts));
    const Split& split = m_parts->data->split;
    m_train.emplace(
        orLeave(makeBatches(m_cell, m_context, *m_parts, some(split.train), true, m_control)));
    if (m_evaluates && !split.validation.empty())
        m_validation.emplace(orLeave(
            makeBatches(m_cell, m_context, *m_parts, some(split.validation), false, m_control)));
    // GPUs add up beside their computing, which nobody can sample without the others.
    if (!m_cell.place.isAlone() && gpuOf(m_cell.variant, m_context) == nullptr)
        m_reduce_ms = orLeave(
            reduceMs(m_cell.place.ranks, m_parts->model.network.parameterCount(), m_control));
    return std::exchange(m_parts->prepared, {});
}

double TrainingSample::trainedMs(std::size_t& samples) {
    Trainer& trainer = *m_parts->trainer;
    const std::int64_t startNs = nowNs();
    // The finder learns batch by batch, whatever could be.
    if (m_evaluates && picksItself(trainer, *m_train)) {
        const ResidentPart part = m_train->beginResident(++m_epoch, true);
        trainer.trainPart(part, m_updates + 1, [](std::size_t) {});
        m_updates += part.batches();
        samples += m_train->size();
        static_cast<void>(trainer.takeMetrics());  // waits for the device
        return msSince(startNs);
    }
    m_train->begin(++m_epoch, true);
    while (orLeave(m_train->next())) {
        const RowShare share = m_train->share();  // the others do the rest of them meanwhile
        samples += static_cast<std::size_t>(share.whole);
        if (share.count > 0) trainer.train(m_train->images(), m_train->labels(), ++m_updates);
        if (msSince(startNs) > kEnoughMs) break;
        if (m_control.stop.stop_requested()) throw StepStopped{};
    }
    static_cast<void>(trainer.takeMetrics());  // waits for the device
    return msSince(startNs);
}

double TrainingSample::evaluatedMs(std::size_t& samples) {
    Trainer& trainer = *m_parts->trainer;
    const std::int64_t startNs = nowNs();
    if (picksItself(trainer, *m_validation)) {
        trainer.evaluatePart(m_validation->beginResident(0, false), [](std::size_t) {});
        samples += m_validation->size();
    } else {
        m_validation->begin(0, false);
        static_cast<void>(orLeave(m_validation->next()));
        trainer.evaluate(m_validation->images(), m_validation->labels());
        samples += static_cast<std::size_t>(m_validation->share().whole);
    }
    static_cast<void>(trainer.takeMetrics());
    return msSince(startNs);
}

Timing TrainingSample::step(int calls) {
    useThreadsOf(m_cell.variant);
    const Split& split = m_parts->data->split;
    const auto count = [](std::size_t samples) { return static_cast<double>(samples); };
    Timing timing;
    try {
        for (int call = 0; call < calls; ++call) {
            std::size_t trained = 0;
            const double train_ms = trainedMs(trained);
            if (!m_validation) {
                // The finder counts its steps, however few samples there are for one.
                const double batch = std::min<double>(m_cell.work.batch, count(split.train.size()));
                timing.wall_ms += train_ms * batch / count(trained) + m_reduce_ms;
                continue;
            }
            std::size_t evaluated = 0;
            const double evaluate_ms = evaluatedMs(evaluated);
            const double updates =
                std::ceil(count(split.train.size()) / std::max(1, m_cell.work.batch));
            const double epoch_ms = train_ms * count(split.train.size()) / count(trained) +
                                    m_reduce_ms * updates +
                                    evaluate_ms * count(split.validation.size()) / count(evaluated);
            timing.wall_ms += epoch_ms / batchesOf(split.train.size(), split.validation.size(),
                                                   m_cell.work.batch);
        }
    } catch (const Stopped&) {
        throw StepStopped{};
    }
    timing.wall_ms *= m_crowding;
    return timing;
}

}  // namespace duelo
