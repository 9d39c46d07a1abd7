// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <stdexcept>
#include <utility>

#include "tensor/operators.h"

#include "models/kernels.h"

namespace duelo {
namespace {

using Pair = std::array<std::int64_t, 2>;

void activate(Tensor& x, Activation activation) {
    if (activation == Activation::Relu) x.relu_();
    if (activation == Activation::Relu6) x.relu6_();
    if (activation == Activation::Gelu) x.gelu_();
}

class PlainConv final : public Kernel {
public:
    PlainConv(const Node& node, const Step& step, LayerWeights weights)
        : m_node(node),
          m_weights(std::move(weights)),
          m_activation(step.activation),
          m_stride{node.stride, node.stride} {}

    Tensor run(const Tensor& x, Tensor& residual) override {
        const Padding rows = paddingOf(m_node, x.size(2));
        const Padding columns = paddingOf(m_node, x.size(3));
        Tensor y;
        if (rows.before == rows.after && columns.before == columns.after) {
            y = convolve(x, {rows.before, columns.before});
        } else {
            const std::array<std::int64_t, 4> pad{columns.before, columns.after, rows.before,
                                                  rows.after};
            y = convolve(ops::constant_pad_nd(x, pad), {0, 0});
        }
        if (residual.defined()) y.add_(residual);
        activate(y, m_activation);
        return y;
    }

private:
    Tensor convolve(const Tensor& x, const Pair& padding) const {
        return ops::conv2d(x, m_weights.weight, m_weights.bias, m_stride, padding, m_node.groups);
    }

    const Node m_node;
    const LayerWeights m_weights;
    const Activation m_activation;
    const Pair m_stride;
};

class PlainLinear final : public Kernel {
public:
    PlainLinear(LayerWeights weights, Activation activation)
        : m_weights(std::move(weights)), m_activation(activation) {}

    Tensor run(const Tensor& x, Tensor& residual) override {
        Tensor y = ops::linear(x, m_weights.weight, m_weights.bias);
        if (residual.defined()) y.add_(residual);
        activate(y, m_activation);
        return y;
    }

private:
    const LayerWeights m_weights;
    const Activation m_activation;
};

class BatchNorm final : public Kernel {
public:
    BatchNorm(double eps, NormWeights weights) : m_eps(eps), m_weights(std::move(weights)) {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        return ops::batch_norm(x, m_weights.weight, m_weights.bias, m_weights.mean,
                               m_weights.variance, m_eps);
    }

private:
    const double m_eps;
    const NormWeights m_weights;
};

class ActivationKernel final : public Kernel {
public:
    explicit ActivationKernel(const Step& step)
        : m_activation(step.activation), m_in_place(step.in_place) {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        if (m_in_place) {
            Tensor y = x;
            activate(y, m_activation);
            return y;
        }
        if (m_activation == Activation::Gelu) return ops::gelu(x);
        return m_activation == Activation::Relu ? ops::relu(x) : ops::relu6(x);
    }

private:
    const Activation m_activation;
    const bool m_in_place;
};

class Add final : public Kernel {
public:
    explicit Add(bool in_place) : m_in_place(in_place) {}

    Tensor run(const Tensor& x, Tensor& residual) override {
        if (!m_in_place) return ops::add(x, residual);
        Tensor y = x;
        return y.add_(residual);
    }

private:
    const bool m_in_place;
};

class MaxPool final : public Kernel {
public:
    explicit MaxPool(const Node& node)
        : m_kernel{node.kernel, node.kernel},
          m_stride{node.stride, node.stride},
          m_padding{node.padding, node.padding} {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        return ops::max_pool2d(x, m_kernel, m_stride, m_padding);
    }

private:
    const Pair m_kernel;
    const Pair m_stride;
    const Pair m_padding;
};

class AdaptiveAvgPool final : public Kernel {
public:
    explicit AdaptiveAvgPool(const Node& node) : m_size{node.output_size, node.output_size} {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        return ops::adaptive_avg_pool2d(x, m_size);
    }

private:
    const Pair m_size;
};

class Flatten final : public Kernel {
public:
    Tensor run(const Tensor& x, Tensor& /*residual*/) override { return x.flatten(1); }
};

}  // namespace

std::unique_ptr<Kernel> makePlainKernel(const Node& node, const Step& step, LayerWeights weights) {
    switch (node.op) {
        case Op::Conv:
            return std::make_unique<PlainConv>(node, step, std::move(weights));
        case Op::Linear:
            return std::make_unique<PlainLinear>(std::move(weights), step.activation);
        case Op::Relu:
        case Op::Relu6:
        case Op::Gelu:
            return std::make_unique<ActivationKernel>(step);
        case Op::Add:
            return std::make_unique<Add>(step.in_place);
        case Op::MaxPool:
            return std::make_unique<MaxPool>(node);
        case Op::AdaptiveAvgPool:
            return std::make_unique<AdaptiveAvgPool>(node);
        case Op::Flatten:
            return std::make_unique<Flatten>();
        default:
            throw std::logic_error("makePlainKernel: not a step of its own");
    }
}

std::unique_ptr<Kernel> makeBatchNormKernel(const Node& node, NormWeights weights) {
    return std::make_unique<BatchNorm>(node.eps, std::move(weights));
}

}  // namespace duelo
