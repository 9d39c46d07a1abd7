// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/trainer_pass.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/LegacyTypeDispatch.h>

namespace duelo {
namespace {

using Pair = std::array<std::int64_t, 2>;

constexpr Pair kOnes{1, 1};
constexpr Pair kZeros{0, 0};
constexpr std::int64_t kIgnoreNothing = -100;  // PyTorch's default; no label is negative

Pair square(int value) {
    return {value, value};
}

std::vector<std::int64_t> sizesOf(const Shape& shape, bool flat) {
    if (flat) return {shape.batch, shape.channels};
    return {shape.batch, shape.channels, shape.height, shape.width};
}

}  // namespace

TrainerPass::TrainerPass(const Network& network, FlatOptimizer& optimizer, std::int64_t batch,
                         c10::Device device, bool on_gpu, GradientBuckets* shared,
                         const Bf16Kernels* bf16)
    : m_network(network),
      m_optimizer(optimizer),
      m_batch(batch),
      m_device(device),
      m_on_gpu(on_gpu),
      m_shared(shared),
      m_bf16(bf16),
      m_at_once(on_gpu || shared != nullptr),
      m_layers(network.nodes().size()) {
    const auto shapes = inferShapes(m_network, imageShape(m_network, static_cast<int>(batch)));
    const auto nodes = m_network.nodes();
    m_first_weighted = nodes.size();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        m_layers[i].node = &nodes[i];
        makeLayer(m_layers[i], shapes.value()[i], shapes.value()[i + 1]);
        if (nodes[i].isConvOrLinear()) m_first_weighted = std::min(m_first_weighted, i);
        const bool relu_follows = i + 1 < nodes.size() && nodes[i + 1].op == Op::Relu;
        if (nodes[i].op == Op::Linear && relu_follows) {
            m_layers[i].with_relu = true;
            m_layers[i + 1].skipped = true;
        }
    }
    const auto options = at::TensorOptions(device).dtype(at::kFloat);
    m_gradient = at::empty({batch, network.classes()}, options);
    if (!on_gpu) return;
    m_log_probabilities = at::empty_like(m_gradient);
    m_log_gradient = at::empty_like(m_gradient);
    m_loss = at::empty({}, options);
    m_weight_sum = at::empty({}, options);
    m_one = at::ones({}, options);
    m_answers = at::empty({batch}, options.dtype(at::kLong));
    m_hits = at::empty({batch}, options.dtype(at::kBool));
}

void TrainerPass::makeLayer(Layer& layer, const Shape& in, const Shape& out) {
    const Node& node = *layer.node;
    const auto options = at::TensorOptions(m_device).dtype(at::kFloat);
    if (node.isConvOrLinear()) {
        const std::string weight = node.name + ".weight", bias = node.name + ".bias";
        layer.weight = m_optimizer.live().at(weight);
        layer.bias = m_optimizer.live().at(bias);
        layer.weight_part = m_optimizer.part(weight);
        layer.bias_part = m_optimizer.part(bias);
        layer.weight_gradient = m_optimizer.gradient(weight);
        layer.bias_gradient = m_optimizer.gradient(bias);
    }
    if (node.op == Op::Linear) {
        layer.output = at::empty(sizesOf(out, true), options);
        layer.input_gradient = at::empty(sizesOf(in, true), options);
        if (!m_on_gpu)
            layer.dense.emplace(m_optimizer.learnt(node.name + ".weight", m_at_once),
                                m_optimizer.learnt(node.name + ".bias", m_at_once),
                                node.in_channels, node.out_channels, m_batch, at::get_num_threads(),
                                m_bf16);
    }
    if (node.op == Op::MaxPool) {
        layer.output = at::empty(sizesOf(out, false), options);
        layer.indices = at::empty(sizesOf(out, false), options.dtype(at::kLong));
        layer.input_gradient = at::empty(sizesOf(in, false), options);
    }
    if (node.op == Op::Dropout)
        layer.factors = at::empty(sizesOf(out, out.height == 1 && out.width == 1), options);
}

void TrainerPass::makeDropout(const FillDropout& fill) {
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        Layer& layer = m_layers[i];
        if (layer.node->op == Op::Dropout) fill(layer.factors, i, layer.node->probability);
    }
}

const at::Tensor& TrainerPass::forward(const at::Tensor& images, bool training,
                                       const BeforeLayer& before) {
    at::Tensor x = images;
    for (Layer& layer : m_layers) {
        before();
        layer.input = x;
        x = forwardLayer(layer, x, training);
        layer.output = x;
    }
    return m_logits = x;
}

at::Tensor TrainerPass::forwardLayer(Layer& layer, const at::Tensor& x, bool training) {
    const Node& node = *layer.node;
    switch (node.op) {
        case Op::Conv:
            return forwardConv(layer, x);
        case Op::Linear:
            forwardLinear(layer, x);
            return layer.output;
        case Op::MaxPool:
            at::max_pool2d_with_indices_out(layer.output, layer.indices, x, square(node.kernel),
                                            square(node.stride), square(node.padding));
            return layer.output;
        case Op::Relu:
            if (layer.skipped) return x;
            return at::Tensor(x).relu_();
        case Op::Dropout:
            if (!training) return x;
            return at::Tensor(x).mul_(layer.factors);
        default:
            return x.flatten(1);
    }
}

at::Tensor TrainerPass::forwardConv(Layer& layer, const at::Tensor& x) const {
    const Node& node = *layer.node;
    const auto convolved = [&](const at::Tensor& input, const at::Tensor& weight,
                               const at::Tensor& bias) {
        return at::convolution(input, weight, bias, square(node.stride), square(node.padding),
                               kOnes, /*transposed=*/false, kZeros, node.groups);
    };
    if (m_bf16 == nullptr) return convolved(x, layer.weight, layer.bias);
    layer.bf16_input = x.to(at::kBFloat16);
    layer.bf16_weight = layer.weight.to(at::kBFloat16);
    return convolved(layer.bf16_input, layer.bf16_weight, layer.bias.to(at::kBFloat16))
        .to(at::kFloat);
}

void TrainerPass::forwardLinear(Layer& layer, const at::Tensor& x) {
    if (layer.dense)
        layer.dense->forward(x.const_data_ptr<float>(), layer.output.mutable_data_ptr<float>(),
                             layer.with_relu);
    else if (layer.with_relu)
        at::_addmm_activation_out(layer.output, layer.bias, x, layer.weight.t());
    else
        at::addmm_out(layer.output, layer.bias, x, layer.weight.t());
}

void TrainerPass::addLoss(const at::Tensor& labels, at::Tensor& loss_sum, at::Tensor& right,
                          std::int64_t whole) {
    if (m_on_gpu)
        addLossOnGpu(labels, loss_sum, right, whole);
    else
        addLossOnCpu(labels, loss_sum, right, whole);
}

/// Softmax, cross entropy, its gradient and the answers in one pass over each row.
void TrainerPass::addLossOnCpu(const at::Tensor& labels, at::Tensor& loss_sum, at::Tensor& right,
                               std::int64_t whole) {
    const std::int64_t classes = m_logits.size(1);
    const auto* row = m_logits.const_data_ptr<float>();
    const auto* label = labels.const_data_ptr<std::int64_t>();
    auto* gradient = m_gradient.mutable_data_ptr<float>();
    const float share = 1.0F / static_cast<float>(whole);
    double loss = 0;
    std::int64_t hits = 0;
    for (std::int64_t i = 0; i < m_batch; ++i, row += classes, gradient += classes) {
        TORCH_CHECK_INDEX(label[i] >= 0 && label[i] < classes, "label ", label[i], " of ", classes,
                          " classes");
        const float* largest = std::max_element(row, row + classes);
        float sum = 0;
        for (std::int64_t c = 0; c < classes; ++c) sum += gradient[c] = std::exp(row[c] - *largest);
        for (std::int64_t c = 0; c < classes; ++c) gradient[c] *= share / sum;
        gradient[label[i]] -= share;
        loss += std::log(sum) + *largest - row[label[i]];
        hits += largest - row == label[i] ? 1 : 0;
    }
    *loss_sum.mutable_data_ptr<double>() += loss;
    *right.mutable_data_ptr<std::int64_t>() += hits;
}

void TrainerPass::addLossOnGpu(const at::Tensor& labels, at::Tensor& loss_sum, at::Tensor& right,
                               std::int64_t whole) {
    constexpr std::int64_t mean = at::Reduction::Mean;
    at::_log_softmax_out(m_log_probabilities, m_logits, 1, /*half_to_float=*/false);
    at::nll_loss_forward_out(m_loss, m_weight_sum, m_log_probabilities, labels, {}, mean,
                             kIgnoreNothing);
    at::nll_loss_backward_out(m_log_gradient, m_one, m_log_probabilities, labels, {}, mean,
                              kIgnoreNothing, m_weight_sum);
    at::_log_softmax_backward_data_out(m_gradient, m_log_gradient, m_log_probabilities, 1,
                                       at::kFloat);
    if (whole != m_batch)
        m_gradient.mul_(static_cast<double>(m_batch) / static_cast<double>(whole));
    loss_sum.add_(m_loss, m_batch);
    at::argmax_out(m_answers, m_logits, 1);
    at::eq_out(m_hits, m_answers, labels);
    right.add_(m_hits.sum());
}

void TrainerPass::learn(const BeforeLayer& before) {
    if (!m_at_once) {
        m_optimizer.beginUpdate();
        m_rule = m_optimizer.rule();
    }
    if (m_shared != nullptr) m_shared->begin();
    std::size_t known = 0;
    at::Tensor gradient = m_gradient;
    for (std::size_t i = m_layers.size(); i-- > m_first_weighted;) {
        before();
        gradient = backwardLayer(m_layers[i], std::move(gradient), i > m_first_weighted);
        if (m_shared != nullptr && m_layers[i].node->isConvOrLinear()) m_shared->ready(known++);
    }
    before();
    if (m_shared != nullptr) m_shared->wait();
    if (m_at_once) m_optimizer.step();
}

at::Tensor TrainerPass::backwardLayer(Layer& layer, at::Tensor gradient, bool needs_input) {
    const Node& node = *layer.node;
    switch (node.op) {
        case Op::Conv:
            return backwardConv(layer, gradient, needs_input);
        case Op::Linear:
            return backwardLinear(layer, gradient, needs_input);
        case Op::MaxPool:
            at::max_pool2d_with_indices_backward_out(layer.input_gradient, gradient, layer.input,
                                                     square(node.kernel), square(node.stride),
                                                     square(node.padding), kOnes,
                                                     /*ceil_mode=*/false, layer.indices);
            return layer.input_gradient;
        case Op::Relu:
            // Where a dropout behind it has written a zero, the gradient is zero already.
            at::threshold_backward_out(gradient, gradient, layer.output, 0);
            return gradient;
        case Op::Dropout:
            return gradient.mul_(layer.factors);
        default:
            return gradient.view(layer.input.sizes());
    }
}

at::Tensor TrainerPass::backwardConv(Layer& layer, const at::Tensor& gradient, bool needs_input) {
    const Node& node = *layer.node;
    const std::int64_t bias_size = node.out_channels;
    const auto back = [&](const at::Tensor& from, const at::Tensor& x, const at::Tensor& weights) {
        return at::convolution_backward(from, x, weights, at::IntArrayRef(bias_size),
                                        square(node.stride), square(node.padding), kOnes,
                                        /*transposed=*/false, kZeros, node.groups,
                                        {needs_input, true, true});
    };
    auto [input, weight, bias] =
        m_bf16 == nullptr ? back(gradient, layer.input, layer.weight)
                          : back(gradient.to(at::kBFloat16), layer.bf16_input, layer.bf16_weight);
    if (m_bf16 != nullptr)
        for (at::Tensor* const found : {&input, &weight, &bias})
            if (found->defined()) *found = found->to(at::kFloat);
    if (m_at_once) {
        layer.weight_gradient.copy_(weight);
        layer.bias_gradient.copy_(bias);
    } else {
        m_optimizer.update(layer.weight_part, weight.contiguous());
        m_optimizer.update(layer.bias_part, bias.contiguous());
    }
    return input;
}

at::Tensor TrainerPass::backwardLinear(Layer& layer, const at::Tensor& gradient, bool needs_input) {
    if (layer.dense) {
        layer.dense->learn(gradient.const_data_ptr<float>(),
                           needs_input ? layer.input_gradient.mutable_data_ptr<float>() : nullptr,
                           m_rule);
        return layer.input_gradient;
    }
    if (needs_input) at::mm_out(layer.input_gradient, gradient, layer.weight);
    at::sum_out(layer.bias_gradient, gradient, 0);
    at::mm_out(layer.weight_gradient, gradient.t(), layer.input);
    return layer.input_gradient;
}

}  // namespace duelo
