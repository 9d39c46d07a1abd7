// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/mlp_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <omp.h>

#include "experiments/training/trainer_types.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

namespace duelo {
namespace {

/// Threads share rows out in grains of this size, so that at their borders they share no cache line
/// and no instruction computes for both.
constexpr long kGrain = 16;

void meet() {
#pragma omp barrier
}

/// Tells whether `ask` stops the work: no exception may leave a parallel region.
bool isStopped(const MlpStep::Ask& ask) {
    try {
        ask();
    } catch (const Stopped&) {
        return true;
    }
    return false;
}

}  // namespace

/// One of those who work at an update.
struct MlpStep::Member {
    long number, of;
};

bool MlpStep::suits(const Network& network) {
    const auto nodes = network.nodes();
    const std::size_t first = !nodes.empty() && nodes[0].op == Op::Flatten ? 1 : 0;
    return nodes.size() == first + 3 && nodes[first].op == Op::Linear &&
           nodes[first + 1].op == Op::Relu && nodes[first + 2].op == Op::Linear;
}

MlpStep::MlpStep(const Network& network, FlatOptimizer& optimizer, GradientBuckets* shared,
                 const Bf16Kernels* bf16)
    : m_optimizer(optimizer),
      m_shared(shared),
      m_kernels(denseKernels()),
      m_bf16(bf16),
      m_hidden(layerOf(network.nodes()[network.nodes().size() - 3], shared != nullptr)),
      m_last(layerOf(network.nodes().back(), shared != nullptr)),
      m_stride((m_hidden.units + kGrain - 1) / kGrain * kGrain) {}

MlpStep::Layer MlpStep::layerOf(const Node& node, bool keeps) const {
    const Tensor& weight = m_optimizer.live().at(node.name + ".weight");
    return {.weight = m_optimizer.learnt(node.name + ".weight", keeps),
            .bias = m_optimizer.learnt(node.name + ".bias", keeps),
            .inputs = static_cast<long>(weight.size(1)),
            .units = static_cast<long>(weight.size(0))};
}

void MlpStep::makeRoom(long samples) {
    if (samples > m_most) {
        const auto memory = [samples = roundedSamples(m_kernels, samples)](long units) {
            return AlignedFloats(static_cast<std::size_t>(units * samples));
        };
        m_image_values = memory(m_hidden.inputs);
        m_hidden_values = memory(m_hidden.units);
        m_gradient_values = memory(m_hidden.units);
        m_answer_values = memory(m_last.units);
        m_rows = memory(m_stride);
        if (m_bf16 != nullptr) {
            const auto pairs = [samples = roundedSamples(m_kernels, samples)](long units) {
                return AlignedNumbers<Bf16Pair>(
                    static_cast<std::size_t>((units + 1) / 2 * samples));
            };
            m_unit_pairs = pairs(m_hidden.inputs);
            m_sample_pairs = pairs(m_hidden.inputs);
            m_gradient_pairs = pairs(m_hidden.units);
        }
        m_most = samples;
    }
    m_images = {m_image_values.data(), m_hidden.inputs, samples};
    m_units = {m_hidden_values.data(), m_hidden.units, samples};
    m_gradients = {m_gradient_values.data(), m_hidden.units, samples};
    m_answers = {m_answer_values.data(), m_last.units, samples};
    const auto count = static_cast<std::size_t>(samples);
    m_image_rows.resize(count);
    m_unit_rows.resize(count);
    m_labels.resize(count);
    m_losses.resize(count);
    m_right.resize(count);
    for (long i = 0; i < samples; ++i)
        m_unit_rows[static_cast<std::size_t>(i)] = m_rows.data() + i * m_stride;
}

void MlpStep::take(const Tensor& images) {
    makeRoom(images.size(0));
    const auto* image = images.const_data_ptr<float>();
    for (const float*& row : m_image_rows) {
        row = image;
        image += m_hidden.inputs;
    }
}

void MlpStep::take(const Tensor& images, const Tensor& labels) {
    take(images);
    std::copy_n(labels.const_data_ptr<std::int64_t>(), m_labels.size(), m_labels.begin());
    checkLabels();
}

void MlpStep::take(const ResidentPart& part, std::int64_t first, std::int64_t count) {
    makeRoom(count);
    const auto* const images = part.images.const_data_ptr<float>();
    const auto* const labels = part.labels.const_data_ptr<std::int64_t>();
    const auto* const places = part.order.const_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t place = places[first + i];
        m_image_rows[static_cast<std::size_t>(i)] = images + place * m_hidden.inputs;
        m_labels[static_cast<std::size_t>(i)] = labels[place];
    }
    checkLabels();
}

void MlpStep::checkLabels() const {
    for (const std::int64_t label : m_labels) checkLabel(label, m_last.units);
}

/// Calls `work` once for each thread, at the same time: they may meet().
template <typename Work>
void MlpStep::together(const Work& work) const {
    if (m_hidden.inputs * m_hidden.units >= 2 * kLeastSharedWeights && ops::get_num_threads() > 1) {
#pragma omp parallel
        work(Member{omp_get_thread_num(), omp_get_num_threads()});
        return;
    }
    work(Member{0, 1});
}

/// Returns what one member does of `count` rows.
DenseShare MlpStep::share(const Member& member, long count) const {
    const long worthwhile = m_hidden.inputs * m_hidden.units / kLeastSharedWeights;
    return denseShare(member.number, std::clamp(worthwhile, 1L, member.of), count, kGrain);
}

void MlpStep::pack(const Member& member) {
    const DenseShare inputs = share(member, m_hidden.inputs);
    m_kernels.pack(m_image_rows.data(), m_images, inputs.first, inputs.last);
    if (m_bf16 == nullptr) return;
    m_bf16->pairUnits(m_images, m_unit_pairs.data(), inputs.first, inputs.last);
    m_bf16->pairSamples(m_image_rows.data(), m_images.samples, m_sample_pairs.data(),
                        m_hidden.inputs, inputs.first, inputs.last);
}

void MlpStep::forward(const Member& member) {
    pack(member);
    meet();
    const DenseShare units = share(member, m_hidden.units);
    if (m_bf16 != nullptr)
        m_bf16->forward(m_hidden.weight.weight, m_hidden.bias.weight, m_images, m_unit_pairs.data(),
                        m_units, /*relu=*/true, units.first, units.last);
    else
        m_kernels.forward(m_hidden.weight.weight, m_hidden.bias.weight, m_images, m_units,
                          /*relu=*/true, units.first, units.last, 0, m_units.samples);
    meet();
    const DenseShare samples = share(member, m_units.samples);
    if (samples.first < samples.last)
        m_kernels.forward(m_last.weight.weight, m_last.bias.weight, m_units, m_answers,
                          /*relu=*/false, 0, m_last.units, samples.first, samples.last);
}

void MlpStep::judge(DenseShare samples, float share) {
    const long panel_samples = m_kernels.panel_samples;
    for (long i = samples.first; i < samples.last; ++i) {
        const long in = i % panel_samples, before = i - in;
        const long width =
            std::min(panel_samples, roundedSamples(m_kernels, m_answers.samples - before));
        const std::int64_t label = m_labels[static_cast<std::size_t>(i)];
        float* const value = m_answers.values + before * m_answers.units + in;
        const auto logit = [&](long unit) -> float& { return value[unit * width]; };
        long best = 0;
        for (long c = 1; c < m_answers.units; ++c)
            if (logit(c) > logit(best)) best = c;
        const float largest = logit(best), wanted = logit(label);
        float sum = 0;
        for (long c = 0; c < m_answers.units; ++c) sum += logit(c) = std::exp(logit(c) - largest);
        for (long c = 0; c < m_answers.units; ++c) logit(c) *= share / sum;
        logit(label) -= share;
        m_losses[static_cast<std::size_t>(i)] = std::log(sum) + largest - wanted;
        m_right[static_cast<std::size_t>(i)] = best == label ? 1 : 0;
        // The last vector's lanes behind the last sample are nobody's: they teach nothing.
        if (i + 1 == m_answers.samples)
            for (long c = 0; c < m_answers.units; ++c)
                std::fill(value + c * width + 1, value + c * width + width - in, 0.0F);
    }
}

void MlpStep::learn(const Member& member, const UpdateRule& rule) {
    const DenseShare units = share(member, m_hidden.units);
    // Each reads those columns of the last weight that it will move, so in this order.
    m_kernels.backward(m_last.weight.weight, m_answers, m_units, m_gradients, units.first,
                       units.last);
    m_kernels.unpack(m_units, m_rows.data() + units.first, m_stride, units.first, units.last);
    m_kernels.update(m_last.weight, rule, m_answers, m_unit_rows.data(), 0, m_last.units,
                     units.first, units.last);
    const DenseShare answers = share(member, m_last.units);
    m_kernels.updateBias(m_last.bias, rule, m_answers, answers.first, answers.last);
    if (m_bf16 != nullptr) {
        m_bf16->pairInside(m_gradients, m_gradient_pairs.data(), units.first, units.last);
        m_bf16->update(m_hidden.weight, rule, m_gradients, m_gradient_pairs.data(),
                       m_sample_pairs.data(), m_hidden.inputs, units.first, units.last, 0,
                       m_hidden.inputs);
    } else {
        m_kernels.update(m_hidden.weight, rule, m_gradients, m_image_rows.data(), units.first,
                         units.last, 0, m_hidden.inputs);
    }
    m_kernels.updateBias(m_hidden.bias, rule, m_gradients, units.first, units.last);
}

/// Adds them in the order of the batch, whoever has found them.
void MlpStep::addSums(Tensor& loss_sum, Tensor& right) const {
    *loss_sum.data_ptr<double>() += std::accumulate(m_losses.begin(), m_losses.end(), 0.0);
    *right.data_ptr<std::int64_t>() += std::ranges::count(m_right, 1);
}

void MlpStep::train(const Tensor& images, const Tensor& labels, std::int64_t whole,
                    Tensor& loss_sum, Tensor& right, const Ask& ask) {
    ask();
    take(images, labels);
    trainTaken(whole, loss_sum, right, ask);
}

void MlpStep::train(const ResidentPart& part, std::int64_t first, std::int64_t count,
                    Tensor& loss_sum, Tensor& right, const Ask& ask) {
    ask();
    take(part, first, count);
    trainTaken(count, loss_sum, right, ask);
}

void MlpStep::trainTaken(std::int64_t whole, Tensor& loss_sum, Tensor& right, const Ask& ask) {
    if (m_shared == nullptr) m_optimizer.beginUpdate();
    const UpdateRule rule = m_shared == nullptr ? m_optimizer.rule() : UpdateRule();
    const float share_of_mean = 1.0F / static_cast<float>(whole);
    bool stopped = false;
    together([&](const Member& member) {
        forward(member);
        judge(share(member, m_answers.samples), share_of_mean);
        if (member.number == 0) stopped = isStopped(ask);
        meet();
        if (!stopped) learn(member, rule);
    });
    if (stopped) throw Stopped();
    addSums(loss_sum, right);
    if (m_shared == nullptr) return;
    m_shared->begin();
    for (const std::size_t layer : {0, 1}) m_shared->ready(layer);
    m_shared->wait();
    m_optimizer.step();
}

void MlpStep::evaluate(const Tensor& images, const Tensor& labels, Tensor& loss_sum,
                       Tensor& right) {
    take(images, labels);
    evaluateTaken(loss_sum, right);
}

void MlpStep::evaluate(const ResidentPart& part, std::int64_t first, std::int64_t count,
                       Tensor& loss_sum, Tensor& right) {
    take(part, first, count);
    evaluateTaken(loss_sum, right);
}

void MlpStep::evaluateTaken(Tensor& loss_sum, Tensor& right) {
    together([&](const Member& member) {
        forward(member);
        judge(share(member, m_answers.samples), 1);
    });
    addSums(loss_sum, right);
}

Tensor MlpStep::logits(const Tensor& images) {
    take(images);
    together([&](const Member& member) { forward(member); });
    Tensor answers = ops::empty({images.size(0), m_last.units}, ScalarType::Float);
    m_kernels.unpack(m_answers, answers.data_ptr<float>(), m_last.units, 0, m_last.units);
    return answers;
}

}  // namespace duelo
