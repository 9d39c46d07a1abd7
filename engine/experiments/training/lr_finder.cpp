// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/lr_finder.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "machine/clock.h"

namespace duelo {

namespace {

/// More digits would say more than the rule knows, and what is read would not be what is used.
double twoDigits(double rate) {
    const std::string digits = formatSignificant(rate, 2, {'.'});
    double rounded = rate;
    std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
    return rounded;
}

}  // namespace

double rateOfStep(int step) {
    const double share = static_cast<double>(step) / (kRateSteps - 1);
    return kLowestRate * std::pow(kHighestRate / kLowestRate, share);
}

RateAdvice adviseRate(std::span<const RateEvent> curve) {
    if (curve.size() < 2 * kRateSkip + 3)
        return {std::nullopt, {"rate_too_few", {{"count", curve.size()}}}};
    const auto middle = curve.subspan(kRateSkip, curve.size() - 2 * kRateSkip);
    const auto lowest = std::ranges::min_element(middle, {}, &RateEvent::smoothed_loss);
    if (!(lowest->smoothed_loss < (1 - kLeastDescent) * middle.front().smoothed_loss))
        return {std::nullopt, {"rate_no_descent"}};
    const double rate = twoDigits(lowest->learning_rate / kBelowLowest);
    return {rate,
            {"rate_advised",
             {{"learning_rate", rate}, {"lowest_rate", twoDigits(lowest->learning_rate)}}}};
}

LrFinder::LrFinder(TrainingCell cell, TrainingContext& context)
    : m_cell(std::move(cell)), m_context(context) {}

Result<void> LrFinder::fetch() {
    return fetchInto(m_fetched, m_cell, m_context, m_control);
}

Result<Prepared> LrFinder::prepare() {
    auto parts = takeParts(m_fetched, m_cell, m_context, m_control);
    if (!parts) return tl::unexpected(parts.error());
    m_parts.emplace(std::move(*parts));
    m_batches.emplace(orLeave(
        makeBatches(m_cell, m_context, *m_parts, m_parts->data->split.train, true, m_control)));
    m_batches->begin(++m_epoch, true);
    m_parts->trainer->save(m_start);
    Prepared prepared = std::exchange(m_parts->prepared, {});
    prepared.quantities.push_back({"images", m_cell.work.batch, "throughput", "image/s"});
    // Data that were placed are there: no step pays for it.
    if (GpuApi* gpu = gpuOf(m_cell.variant, m_context)) gpu->synchronize();
    return prepared;
}

void LrFinder::nextBatch() {
    if (orLeave(m_batches->next())) return;
    m_batches->begin(++m_epoch, true);
    static_cast<void>(orLeave(m_batches->next()));
}

Timing LrFinder::step(int) {
    useThreadsOf(m_cell.variant);
    const double rate = rateOfStep(static_cast<int>(m_curve.size()));
    Trainer& trainer = *m_parts->trainer;
    const std::int64_t startNs = nowNs();
    try {
        nextBatch();
        trainer.setLearningRate(rate);
        trainer.train(m_batches->images(), m_batches->labels(), m_curve.size() + 1);
    } catch (const Stopped&) {
        throw StepStopped{};
    }
    const double loss = trainer.takeMetrics().loss();
    const double wall_ms = static_cast<double>(nowNs() - startNs) / kNsPerMs;
    addLoss(rate, loss);
    return {.wall_ms = wall_ms};
}

void LrFinder::addLoss(double rate, double loss) {
    if (!std::isfinite(loss)) {
        // Nothing can be drawn of it; the curve before it has said enough.
        m_over = true;
        return;
    }
    const double smoothed =
        m_curve.empty()
            ? loss
            : kRateSmoothing * loss + (1 - kRateSmoothing) * m_curve.back().smoothed_loss;
    m_lowest = m_curve.empty() ? smoothed : std::min(m_lowest, smoothed);
    m_curve.push_back({.step = static_cast<int>(m_curve.size()) + 1,
                       .learning_rate = rate,
                       .loss = loss,
                       .smoothed_loss = smoothed});
    m_news.emplace_back(eventOf(m_curve.back()));
    m_over = m_curve.size() == std::size_t{kRateSteps} || smoothed > kRateDivergence * m_lowest;
}

Output LrFinder::output() {
    m_parts->trainer->restore(m_start);
    Output output;
    output.output = toJson(adviseRate(m_curve));
    output.fingerprint =
        Fingerprint{.sha256 = weightsDigest(m_parts->trainer->weights(), m_control.stop)};
    return output;
}

}  // namespace duelo
