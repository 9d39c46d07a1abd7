// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "experiments/training/optimizer.h"
#include "experiments/training/trainer_modes.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

/// The trainer of S4-04's first row: one thread, and every product the three loops that its
/// definition has. Nothing of it goes through LibTorch but the memory of weights and state, which
/// every other mode can take over.
class PlainTrainer final : public Trainer {
public:
    PlainTrainer(const Network& network, const WeightMap& initial, const TrainerOptions& options)
        : Trainer(options, nullptr),
          m_network(network),
          m_memory(network, initial, options, device()),
          m_rate(options.learning_rate) {
        for (const Node& node : m_network.nodes()) {
            if (node.op == Op::Relu && !m_layers.empty()) m_layers.back().with_relu = true;
            if (node.op == Op::Linear)
                m_layers.push_back({.weight = parameter(node.name + ".weight"),
                                    .bias = parameter(node.name + ".bias"),
                                    .inputs = node.in_channels,
                                    .outputs = node.out_channels});
        }
        makeSums(m_network);
        if (options.ranks != nullptr)
            m_shared.emplace(m_memory.gradients(), m_memory.pieces(m_network), *options.ranks);
    }

    TensorDevice device() const override { return TensorDevice::Cpu; }
    void setLearningRate(double rate) override { m_rate = rate; }

private:
    /// `first` and `second` as FlatOptimizer::Part has them; empty where the optimiser has none.
    struct Parameter {
        std::span<float> weight, gradient, first, second;
    };
    /// Row-major: weight [outputs, inputs], values [batch, outputs].
    struct Layer {
        Parameter weight, bias;
        std::int64_t inputs, outputs;
        bool with_relu = false;
        std::vector<float> values{};    ///< after the ReLU, of the last forward()
        std::vector<float> gradient{};  ///< of the loss by them
    };

    static std::span<float> floats(const Tensor& tensor) {
        if (!tensor.defined()) return {};
        return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
    }

    Parameter parameter(const std::string& name) const {
        const FlatOptimizer::Part part = m_memory.part(name);
        return {.weight = floats(part.weight),
                .gradient = floats(m_memory.gradient(name)),
                .first = floats(part.first),
                .second = floats(part.second)};
    }

    /// The three loops: out[i][j] is the sum over k of left(i, k) times right(k, j).
    template <typename Left, typename Right, typename Out>
    void product(std::int64_t rows, std::int64_t columns, std::int64_t depth, const Left& left,
                 const Right& right, const Out& out) const {
        for (std::int64_t i = 0; i < rows; ++i) {
            checkStop();
            for (std::int64_t j = 0; j < columns; ++j) {
                float sum = 0;
                for (std::int64_t k = 0; k < depth; ++k) sum += left(i, k) * right(k, j);
                out(i, j, sum);
            }
        }
    }

    /// Returns the input of a layer: the images, or the values of the layer before.
    const float* inputOf(std::size_t l) const {
        return l == 0 ? m_images : m_layers[l - 1].values.data();
    }

    void forward(const Tensor& images) {
        m_batch = images.size(0);
        m_images = images.data_ptr<float>();
        for (std::size_t l = 0; l < m_layers.size(); ++l) {
            Layer& layer = m_layers[l];
            layer.values.resize(static_cast<std::size_t>(m_batch * layer.outputs));
            const float* const x = inputOf(l);
            const float* const w = layer.weight.weight.data();
            product(
                m_batch, layer.outputs, layer.inputs,
                [&](auto i, auto k) { return x[i * layer.inputs + k]; },
                [&](auto k, auto j) { return w[j * layer.inputs + k]; },
                [&](auto i, auto j, float sum) {
                    const float value = sum + layer.bias.weight[j];
                    // A value that is no number stays one: the loss must tell it.
                    layer.values[i * layer.outputs + j] = layer.with_relu && value < 0 ? 0 : value;
                });
        }
    }

    /// Adds the cross entropy, and leaves its gradient by the logits: (softmax - label) / batch.
    void addLoss(const Tensor& labels) {
        Layer& last = m_layers.back();
        const std::int64_t classes = last.outputs;
        const auto* const wanted = labels.data_ptr<std::int64_t>();
        last.gradient.resize(last.values.size());
        double loss = 0;
        std::int64_t right = 0;
        for (std::int64_t i = 0; i < m_batch; ++i) {
            const float* const logit = last.values.data() + i * classes;
            const float* const best = std::max_element(logit, logit + classes);
            double sum = 0;
            for (std::int64_t c = 0; c < classes; ++c) sum += std::exp(double{logit[c]} - *best);
            loss += std::log(sum) - (double{logit[wanted[i]]} - *best);
            right += best - logit == wanted[i] ? 1 : 0;
            for (std::int64_t c = 0; c < classes; ++c)
                last.gradient[i * classes + c] = static_cast<float>(
                    (std::exp(double{logit[c]} - *best) / sum - (c == wanted[i] ? 1 : 0)) /
                    static_cast<double>(m_whole));
        }
        *m_loss_sum.data_ptr<double>() += loss;
        *m_right.data_ptr<std::int64_t>() += right;
    }

    void backward(std::size_t l) {
        Layer& layer = m_layers[l];
        const float* const x = inputOf(l);
        const float* const dy = layer.gradient.data();
        product(
            layer.outputs, layer.inputs, m_batch,
            [&](auto j, auto n) { return dy[n * layer.outputs + j]; },
            [&](auto n, auto k) { return x[n * layer.inputs + k]; },
            [&](auto j, auto k, float sum) { layer.weight.gradient[j * layer.inputs + k] = sum; });
        for (std::int64_t j = 0; j < layer.outputs; ++j) {
            float sum = 0;
            for (std::int64_t n = 0; n < m_batch; ++n) sum += dy[n * layer.outputs + j];
            layer.bias.gradient[j] = sum;
        }
        if (l == 0) return;  // nobody learns from the gradient of an image
        Layer& before = m_layers[l - 1];
        before.gradient.resize(before.values.size());
        const float* const w = layer.weight.weight.data();
        product(
            m_batch, layer.inputs, layer.outputs,
            [&](auto n, auto j) { return dy[n * layer.outputs + j]; },
            [&](auto j, auto k) { return w[j * layer.inputs + k]; },
            [&](auto n, auto k, float sum) {
                const auto at = static_cast<std::size_t>(n * layer.inputs + k);
                before.gradient[at] = before.with_relu && !(before.values[at] > 0) ? 0 : sum;
            });
    }

    /// Adam (Kingma, Ba 2015) or SGD with momentum, element by element, as PyTorch has them.
    void update(const Parameter& of) const {
        constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEps = 1e-8;
        const auto steps = static_cast<double>(m_steps);
        const double step = m_rate / (1 - std::pow(kBeta1, steps));
        const double root = std::sqrt(1 - std::pow(kBeta2, steps));
        for (std::size_t i = 0; i < of.weight.size(); ++i) {
            const double gradient = of.gradient[i];
            double move = m_rate * gradient;
            if (m_options.optimizer == Optimizer::Adam) {
                const double mean = kBeta1 * of.first[i] + (1 - kBeta1) * gradient;
                const double square = kBeta2 * of.second[i] + (1 - kBeta2) * gradient * gradient;
                of.first[i] = static_cast<float>(mean);
                of.second[i] = static_cast<float>(square);
                move = step * mean / (std::sqrt(square) / root + kEps);
            } else if (!of.first.empty()) {
                of.first[i] = static_cast<float>(m_options.momentum * of.first[i] + gradient);
                move = m_rate * of.first[i];
            }
            of.weight[i] -= static_cast<float>(move);
        }
    }

    void trainBatch(const Tensor& images, const Tensor& labels) override {
        if (images.size(0) > 0) {
            forward(images);
            addLoss(labels);
            if (m_shared) m_shared->begin();
            for (std::size_t l = m_layers.size(); l-- > 0;) {
                backward(l);
                if (m_shared) m_shared->ready(m_layers.size() - 1 - l);
            }
        } else {
            m_shared->addNothing();
        }
        if (m_shared) m_shared->wait();
        ++m_steps;
        for (const Layer& layer : m_layers) {
            update(layer.weight);
            update(layer.bias);
        }
    }

    void evaluateBatch(const Tensor& images, const Tensor& labels) override {
        forward(images);
        addLoss(labels);
    }

    Tensor logits(const Tensor& images) override {
        forward(images);
        const Layer& last = m_layers.back();
        Tensor answers = ops::empty({m_batch, last.outputs}, ScalarType::Float);
        std::ranges::copy(last.values, answers.data_ptr<float>());
        return answers;
    }

    const WeightMap& live() const override { return m_memory.live(); }
    void setUpdates(std::int64_t updates) override { m_steps = updates; }

    const Network m_network;
    const FlatOptimizer m_memory;
    double m_rate;
    std::int64_t m_steps = 0;  ///< updates of the optimiser
    std::vector<Layer> m_layers;
    std::optional<GradientBuckets> m_shared;  ///< with ranks
    const float* m_images = nullptr;          ///< [batch, inputs], of the last forward()
    std::int64_t m_batch = 0;
};

}  // namespace

bool isPlain(const Network& network) {
    return std::ranges::all_of(network.nodes(), [](const Node& node) {
        return node.op == Op::Flatten || node.op == Op::Linear || node.op == Op::Relu;
    });
}

std::unique_ptr<Trainer> makePlainTrainer(const Network& network, const WeightMap& initial,
                                          const TrainerOptions& options) {
    if (!isPlain(network)) throw std::logic_error("PlainTrainer: it has linear layers alone");
    return std::make_unique<PlainTrainer>(network, initial, options);
}

}  // namespace duelo
