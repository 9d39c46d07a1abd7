// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/trainer_pass.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

namespace duelo {
namespace {

ops::Pair square(int value) {
    return {value, value};
}

std::vector<std::int64_t> sizesOf(const Shape& shape, bool flat) {
    if (flat) return {shape.batch, shape.channels};
    return {shape.batch, shape.channels, shape.height, shape.width};
}

}  // namespace

TrainerPass::TrainerPass(const Network& network, FlatOptimizer& optimizer, std::int64_t batch,
                         TensorDevice device, bool on_gpu, GradientBuckets* shared,
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
    const auto options = TensorOptions(device).dtype(ScalarType::Float);
    m_gradient = ops::empty({batch, network.classes()}, options);
    if (!on_gpu) return;
    m_log_probabilities = ops::empty_like(m_gradient);
    m_log_gradient = ops::empty_like(m_gradient);
    m_loss = ops::empty({}, options);
    m_weight_sum = ops::empty({}, options);
    m_one = ops::ones({}, options);
    m_answers = ops::empty({batch}, options.dtype(ScalarType::Long));
    m_hits = ops::empty({batch}, options.dtype(ScalarType::Bool));
}

void TrainerPass::makeLayer(Layer& layer, const Shape& in, const Shape& out) {
    const Node& node = *layer.node;
    const auto options = TensorOptions(m_device).dtype(ScalarType::Float);
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
        layer.output = ops::empty(sizesOf(out, true), options);
        layer.input_gradient = ops::empty(sizesOf(in, true), options);
        if (!m_on_gpu)
            layer.dense.emplace(m_optimizer.learnt(node.name + ".weight", m_at_once),
                                m_optimizer.learnt(node.name + ".bias", m_at_once),
                                node.in_channels, node.out_channels, m_batch,
                                ops::get_num_threads(), m_bf16);
    }
    if (node.op == Op::MaxPool) {
        layer.output = ops::empty(sizesOf(out, false), options);
        layer.indices = ops::empty(sizesOf(out, false), options.dtype(ScalarType::Long));
        layer.input_gradient = ops::empty(sizesOf(in, false), options);
    }
    if (node.op == Op::Dropout)
        layer.factors = ops::empty(sizesOf(out, out.height == 1 && out.width == 1), options);
}

void TrainerPass::makeDropout(const FillDropout& fill) {
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        Layer& layer = m_layers[i];
        if (layer.node->op == Op::Dropout) fill(layer.factors, i, layer.node->probability);
    }
}

const Tensor& TrainerPass::forward(const Tensor& images, bool training, const BeforeLayer& before) {
    Tensor x = images;
    for (Layer& layer : m_layers) {
        before();
        layer.input = x;
        x = forwardLayer(layer, x, training);
        layer.output = x;
    }
    return m_logits = x;
}

Tensor TrainerPass::forwardLayer(Layer& layer, const Tensor& x, bool training) {
    const Node& node = *layer.node;
    switch (node.op) {
        case Op::Conv:
            return forwardConv(layer, x);
        case Op::Linear:
            forwardLinear(layer, x);
            return layer.output;
        case Op::MaxPool:
            ops::max_pool2d_with_indices_out(layer.output, layer.indices, x, square(node.kernel),
                                             square(node.stride), square(node.padding));
            return layer.output;
        case Op::Relu:
            if (layer.skipped) return x;
            return Tensor(x).relu_();
        case Op::Dropout:
            if (!training) return x;
            return Tensor(x).mul_(layer.factors);
        default:
            return x.flatten(1);
    }
}

Tensor TrainerPass::forwardConv(Layer& layer, const Tensor& x) const {
    const Node& node = *layer.node;
    const auto convolved = [&](const Tensor& input, const Tensor& weight, const Tensor& bias) {
        return ops::convolution(input, weight, bias, square(node.stride), square(node.padding),
                                node.groups);
    };
    if (m_bf16 == nullptr) return convolved(x, layer.weight, layer.bias);
    layer.bf16_input = x.to(ScalarType::BFloat16);
    layer.bf16_weight = layer.weight.to(ScalarType::BFloat16);
    return convolved(layer.bf16_input, layer.bf16_weight, layer.bias.to(ScalarType::BFloat16))
        .to(ScalarType::Float);
}

void TrainerPass::forwardLinear(Layer& layer, const Tensor& x) {
    if (layer.dense)
        layer.dense->forward(x.const_data_ptr<float>(), layer.output.data_ptr<float>(),
                             layer.with_relu);
    else if (layer.with_relu)
        ops::addmm_relu_out(layer.output, layer.bias, x, layer.weight.t());
    else
        ops::addmm_out(layer.output, layer.bias, x, layer.weight.t());
}

void TrainerPass::addLoss(const Tensor& labels, Tensor& loss_sum, Tensor& right,
                          std::int64_t whole) {
    if (m_on_gpu)
        addLossOnGpu(labels, loss_sum, right, whole);
    else
        addLossOnCpu(labels, loss_sum, right, whole);
}

/// Softmax, cross entropy, its gradient and the answers in one pass over each row.
void TrainerPass::addLossOnCpu(const Tensor& labels, Tensor& loss_sum, Tensor& right,
                               std::int64_t whole) {
    const std::int64_t classes = m_logits.size(1);
    const auto* row = m_logits.const_data_ptr<float>();
    const auto* label = labels.const_data_ptr<std::int64_t>();
    auto* gradient = m_gradient.data_ptr<float>();
    const float share = 1.0F / static_cast<float>(whole);
    double loss = 0;
    std::int64_t hits = 0;
    for (std::int64_t i = 0; i < m_batch; ++i, row += classes, gradient += classes) {
        checkLabel(label[i], classes);
        const float* largest = std::max_element(row, row + classes);
        float sum = 0;
        for (std::int64_t c = 0; c < classes; ++c) sum += gradient[c] = std::exp(row[c] - *largest);
        for (std::int64_t c = 0; c < classes; ++c) gradient[c] *= share / sum;
        gradient[label[i]] -= share;
        loss += std::log(sum) + *largest - row[label[i]];
        hits += largest - row == label[i] ? 1 : 0;
    }
    *loss_sum.data_ptr<double>() += loss;
    *right.data_ptr<std::int64_t>() += hits;
}

void TrainerPass::addLossOnGpu(const Tensor& labels, Tensor& loss_sum, Tensor& right,
                               std::int64_t whole) {
    ops::log_softmax_out(m_log_probabilities, m_logits, 1);
    ops::nll_loss_out(m_loss, m_weight_sum, m_log_probabilities, labels);
    ops::nll_loss_backward_out(m_log_gradient, m_one, m_log_probabilities, labels, m_weight_sum);
    ops::log_softmax_backward_out(m_gradient, m_log_gradient, m_log_probabilities, 1);
    if (whole != m_batch)
        m_gradient.mul_(static_cast<double>(m_batch) / static_cast<double>(whole));
    loss_sum.add_(m_loss, m_batch);
    ops::argmax_out(m_answers, m_logits, 1);
    ops::eq_out(m_hits, m_answers, labels);
    right.add_(ops::sum(m_hits));
}

void TrainerPass::learn(const BeforeLayer& before) {
    if (!m_at_once) {
        m_optimizer.beginUpdate();
        m_rule = m_optimizer.rule();
    }
    if (m_shared != nullptr) m_shared->begin();
    std::size_t known = 0;
    Tensor gradient = m_gradient;
    for (std::size_t i = m_layers.size(); i-- > m_first_weighted;) {
        before();
        gradient = backwardLayer(m_layers[i], std::move(gradient), i > m_first_weighted);
        if (m_shared != nullptr && m_layers[i].node->isConvOrLinear()) m_shared->ready(known++);
    }
    before();
    if (m_shared != nullptr) m_shared->wait();
    if (m_at_once) m_optimizer.step();
}

Tensor TrainerPass::backwardLayer(Layer& layer, Tensor gradient, bool needs_input) {
    const Node& node = *layer.node;
    switch (node.op) {
        case Op::Conv:
            return backwardConv(layer, gradient, needs_input);
        case Op::Linear:
            return backwardLinear(layer, gradient, needs_input);
        case Op::MaxPool:
            ops::max_pool2d_with_indices_backward_out(layer.input_gradient, gradient, layer.input,
                                                      square(node.kernel), square(node.stride),
                                                      square(node.padding), layer.indices);
            return layer.input_gradient;
        case Op::Relu:
            // A dropout behind it writes zeros; the gradient is zero there already.
            ops::relu_backward_out(gradient, gradient, layer.output);
            return gradient;
        case Op::Dropout:
            return gradient.mul_(layer.factors);
        default:
            return gradient.view(layer.input.sizes());
    }
}

Tensor TrainerPass::backwardConv(Layer& layer, const Tensor& gradient, bool needs_input) {
    const Node& node = *layer.node;
    const auto back = [&](const Tensor& from, const Tensor& x, const Tensor& weights) {
        return ops::convolution_backward(from, x, weights, square(node.stride),
                                         square(node.padding), node.groups, needs_input);
    };
    auto [input, weight, bias] = m_bf16 == nullptr ? back(gradient, layer.input, layer.weight)
                                                   : back(gradient.to(ScalarType::BFloat16),
                                                          layer.bf16_input, layer.bf16_weight);
    if (m_bf16 != nullptr)
        for (Tensor* const found : {&input, &weight, &bias})
            if (found->defined()) *found = found->to(ScalarType::Float);
    if (m_at_once) {
        layer.weight_gradient.copy_(weight);
        layer.bias_gradient.copy_(bias);
    } else {
        m_optimizer.update(layer.weight_part, weight.contiguous());
        m_optimizer.update(layer.bias_part, bias.contiguous());
    }
    return input;
}

Tensor TrainerPass::backwardLinear(Layer& layer, const Tensor& gradient, bool needs_input) {
    if (layer.dense) {
        layer.dense->learn(gradient.const_data_ptr<float>(),
                           needs_input ? layer.input_gradient.data_ptr<float>() : nullptr, m_rule);
        return layer.input_gradient;
    }
    if (needs_input) ops::mm_out(layer.input_gradient, gradient, layer.weight);
    ops::sum_out(layer.bias_gradient, gradient, 0);
    ops::mm_out(layer.weight_gradient, gradient.t(), layer.input);
    return layer.input_gradient;
}

}  // namespace duelo
