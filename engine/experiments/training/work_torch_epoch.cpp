// SPDX-License-Identifier: Apache-2.0
// The way through an epoch, and what is done before the first.
#include "experiments/training/work_torch.h"

#include <algorithm>

namespace duelo {

void TrainingWork::makeClock() {
    GpuApi* const gpu = gpuOf(m_cell.variant, m_context);
    // An epoch whose batches the trainer picks is to the clock one batch: nothing is told of its
    // inside.
    const std::size_t batches =
        picksItself(*m_parts->trainer, *m_train) ? 1 : m_train->updatesPerEpoch();
    m_clock.emplace(gpu, batches, m_train->resident() ? 0 : 2);
    if (gpu == nullptr) return;
    m_train->setCopy(
        [clock = &*m_clock](Tensor& to, const Tensor& from) { clock->copyIn(to, from); });
}

/// Threads that start, memory that is asked for, kernels that are chosen, graphs that are captured:
/// whichever training came first would pay for the process in its first epoch, and so in its total
/// time and in that to its target. Each learns and judges one batch of each size that it will meet,
/// and forgets it again.
void TrainingWork::warmUp() {
    Trainer& trainer = *m_parts->trainer;
    trainer.save(m_state);
    warmUp(*m_train, true);
    warmUp(*m_validation, false);
    static_cast<void>(trainer.takeMetrics());  // waits for the device
    trainer.restore(m_state);
}

void TrainingWork::warmUp(Batches& batches, bool training) {
    Trainer& trainer = *m_parts->trainer;
    if (picksItself(*m_parts->trainer, batches)) {
        trainer.warmUpPart(batches.beginResident(0, training), training);
        return;
    }
    batches.begin(0, training);
    if (!orLeave(batches.next())) return;
    const Tensor &images = batches.images(), &labels = batches.labels();
    const std::int64_t whole = batches.share().whole;
    std::uint64_t update = 0;
    for (const std::int64_t rows : {whole, static_cast<std::int64_t>(batches.size()) % whole}) {
        if (rows == 0) continue;
        const RowShare share = shareOf(rows, m_cell.place);
        const std::int64_t here = std::min(share.count, images.size(0));
        const Tensor some = images.narrow(0, 0, here), theirs = labels.narrow(0, 0, here);
        if (training) trainer.train(some, theirs, ++update, share);
        trainer.evaluate(some, theirs);
    }
}

void TrainingWork::trainEpoch() {
    const std::uint64_t epoch = static_cast<std::uint64_t>(m_progress.epoch) + 1;
    if (!picksItself(*m_parts->trainer, *m_train)) {
        m_train->begin(epoch, true);
        trainBatches();
        return;
    }
    // Picking the batches is part of what is computed: nobody stands in between to tell it apart.
    const ResidentPart part = m_train->beginResident(epoch, true);
    m_clock->batchMade();
    m_parts->trainer->trainPart(part, m_progress.updates + 1, [&](std::size_t done) {
        m_control.progress(static_cast<double>(done) / static_cast<double>(part.batches()));
    });
    m_clock->allTrained();
    if (m_control.stop.stop_requested()) throw StepStopped{};
}

void TrainingWork::trainBatches() {
    Trainer& trainer = *m_parts->trainer;
    const std::size_t batches = m_train->updatesPerEpoch();
    std::uint64_t update = m_progress.updates;
    for (std::size_t done = 0;; ++done) {
        const bool more = orLeave(m_train->next());
        m_clock->batchMade();
        if (!more) break;
        trainer.train(m_train->images(), m_train->labels(), ++update, m_train->share());
        m_clock->batchTrained();
        m_control.progress(static_cast<double>(done + 1) / static_cast<double>(batches));
        if (m_control.stop.stop_requested()) throw StepStopped{};
    }
}

void TrainingWork::evaluate(Batches& batches) {
    if (picksItself(*m_parts->trainer, batches)) {
        m_parts->trainer->evaluatePart(batches.beginResident(0, false), [](std::size_t) {});
        return;
    }
    batches.begin(0, false);
    while (orLeave(batches.next())) {
        m_parts->trainer->evaluate(batches.images(), batches.labels());
        if (m_control.stop.stop_requested()) throw StepStopped{};
    }
}

}  // namespace duelo
