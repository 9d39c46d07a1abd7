// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "experiments/training/dense_layer.h"
#include "experiments/training/gradient_buckets.h"
#include "experiments/training/optimizer.h"
#include "networks/network.h"
#include "networks/shape.h"
#include "tensor/tensor.h"

namespace duelo {

/// Forward, backward and update of a chain of layers for one batch size, without autograd. Linear
/// layers, pooling and the loss write into buffers of their own; convolutions return new tensors,
/// as LibTorch has them no other way. ReLU and dropout work in place: their gradients need only
/// what they leave behind.
///
/// On the CPU linear layers compute in Duelo's own kernels (DenseLayer). Where other processes
/// learn from the same batch, nothing is updated before all gradients are added up.
///
/// With bf16 the factors of all products are rounded to it, weights and what the optimiser keeps
/// stay fp32. Sums are fp32 in linear layers; of convolutions oneDNN rounds each result.
class TrainerPass {
public:
    /// Asked before every layer; throws to end the pass.
    using BeforeLayer = std::function<void()>;
    /// Writes the factors of the dropout layer at that place of the network.
    using FillDropout = std::function<void(Tensor& factors, std::size_t layer, double probability)>;

    /// `optimizer` must outlive the pass. `on_gpu` asks for whatever never waits for the device.
    /// `shared`: of the optimiser's gradients, a piece for each layer that has some, the last
    /// first; null where nobody else learns from the batch. `bf16`: the kernels of its linear
    /// layers, on a CPU; null: fp32.
    TrainerPass(const Network& network, FlatOptimizer& optimizer, std::int64_t batch,
                TensorDevice device, bool on_gpu, GradientBuckets* shared = nullptr,
                const Bf16Kernels* bf16 = nullptr);

    /// Makes the dropout factors of the forward passes in training that follow.
    void makeDropout(const FillDropout& fill);
    /// Returns the logits [batch, classes], overwritten by the next call.
    const Tensor& forward(const Tensor& images, bool training, const BeforeLayer& before);
    /// Adds the loss and the right answers of the last forward() to the sums. For learn() it leaves
    /// the gradient of the mean loss behind, over `whole` rows: those here, or of all processes.
    void addLoss(const Tensor& labels, Tensor& loss_sum, Tensor& right, std::int64_t whole);
    /// Does one update of all parameters, after forward() in training and addLoss().
    void learn(const BeforeLayer& before);

private:
    struct Layer {
        const Node* node;
        Tensor weight, bias, weight_gradient, bias_gradient;
        FlatOptimizer::Part weight_part, bias_part;
        std::optional<DenseLayer> dense{};  ///< Linear, on the CPU: its work
        Tensor input, output;               ///< of the last forward()
        Tensor bf16_input, bf16_weight;     ///< Conv with bf16: as it was multiplied
        Tensor indices;                     ///< MaxPool: where each maximum came from
        Tensor factors;                     ///< Dropout
        Tensor input_gradient;
        bool with_relu = false;  ///< Linear: the ReLU after it is part of the product
        bool skipped = false;    ///< that ReLU
    };

    void makeLayer(Layer& layer, const Shape& in, const Shape& out);
    void forwardLinear(Layer& layer, const Tensor& x);
    [[nodiscard]] Tensor forwardConv(Layer& layer, const Tensor& x) const;
    [[nodiscard]] Tensor forwardLayer(Layer& layer, const Tensor& x, bool training);
    [[nodiscard]] Tensor backwardLayer(Layer& layer, Tensor gradient, bool needs_input);
    [[nodiscard]] Tensor backwardConv(Layer& layer, const Tensor& gradient, bool needs_input);
    [[nodiscard]] Tensor backwardLinear(Layer& layer, const Tensor& gradient, bool needs_input);
    void addLossOnCpu(const Tensor& labels, Tensor& loss_sum, Tensor& right, std::int64_t whole);
    void addLossOnGpu(const Tensor& labels, Tensor& loss_sum, Tensor& right, std::int64_t whole);

    const Network m_network;  ///< the layers point into it
    FlatOptimizer& m_optimizer;
    const std::int64_t m_batch;
    const TensorDevice m_device;
    const bool m_on_gpu;
    GradientBuckets* const m_shared;
    const Bf16Kernels* const m_bf16;
    const bool m_at_once;  ///< all parameters are updated together, from the buffer of gradients
    std::vector<Layer> m_layers;
    UpdateRule m_rule{};               ///< of the update at hand, for dense layers
    std::size_t m_first_weighted = 0;  ///< nothing before it needs a gradient
    Tensor m_logits, m_gradient;       ///< m_gradient: of the loss by the logits
    Tensor m_log_probabilities, m_log_gradient, m_loss, m_weight_sum, m_one, m_answers, m_hits;
};

}  // namespace duelo
