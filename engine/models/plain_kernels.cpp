// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <stdexcept>
#include <utility>

#include <ATen/ops/adaptive_avg_pool2d.h>
#include <ATen/ops/add.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/flatten.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/relu6.h>

#include "models/kernels.h"

namespace duelo {
namespace {

using Pair = std::array<std::int64_t, 2>;

void activate(at::Tensor& x, Activation activation) {
    if (activation == Activation::Relu) at::relu_(x);
    if (activation == Activation::Relu6) at::relu6_(x);
    if (activation == Activation::Gelu) at::gelu_(x);
}

class PlainConv final : public Kernel {
public:
    PlainConv(const Node& node, const Step& step, LayerWeights weights)
        : m_node(node),
          m_weights(std::move(weights)),
          m_activation(step.activation),
          m_stride{node.stride, node.stride} {}

    at::Tensor run(const at::Tensor& x, at::Tensor& residual) override {
        const Padding rows = paddingOf(m_node, x.size(2));
        const Padding columns = paddingOf(m_node, x.size(3));
        at::Tensor y;
        if (rows.before == rows.after && columns.before == columns.after) {
            y = convolve(x, {rows.before, columns.before});
        } else {
            const std::array<std::int64_t, 4> pad{columns.before, columns.after, rows.before,
                                                  rows.after};
            y = convolve(at::constant_pad_nd(x, pad), {0, 0});
        }
        if (residual.defined()) y.add_(residual);
        activate(y, m_activation);
        return y;
    }

private:
    at::Tensor convolve(const at::Tensor& x, const Pair& padding) const {
        return at::conv2d(x, m_weights.weight, m_weights.bias, m_stride, padding, kDilation,
                          m_node.groups);
    }

    static constexpr Pair kDilation{1, 1};
    const Node m_node;
    const LayerWeights m_weights;
    const Activation m_activation;
    const Pair m_stride;
};

class PlainLinear final : public Kernel {
public:
    PlainLinear(LayerWeights weights, Activation activation)
        : m_weights(std::move(weights)), m_activation(activation) {}

    at::Tensor run(const at::Tensor& x, at::Tensor& residual) override {
        at::Tensor y = at::linear(x, m_weights.weight, m_weights.bias);
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

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return at::batch_norm(x, m_weights.weight, m_weights.bias, m_weights.mean,
                              m_weights.variance, /*training=*/false, /*momentum=*/0.0, m_eps,
                              /*cudnn_enabled=*/true);
    }

private:
    const double m_eps;
    const NormWeights m_weights;
};

class ActivationKernel final : public Kernel {
public:
    explicit ActivationKernel(const Step& step)
        : m_activation(step.activation), m_in_place(step.in_place) {}

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        if (m_in_place) {
            at::Tensor y = x;
            activate(y, m_activation);
            return y;
        }
        if (m_activation == Activation::Gelu) return at::gelu(x);
        return m_activation == Activation::Relu ? at::relu(x) : at::relu6(x);
    }

private:
    const Activation m_activation;
    const bool m_in_place;
};

class Add final : public Kernel {
public:
    explicit Add(bool in_place) : m_in_place(in_place) {}

    at::Tensor run(const at::Tensor& x, at::Tensor& residual) override {
        if (!m_in_place) return at::add(x, residual);
        at::Tensor y = x;
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

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return at::max_pool2d(x, m_kernel, m_stride, m_padding);
    }

private:
    const Pair m_kernel;
    const Pair m_stride;
    const Pair m_padding;
};

class AdaptiveAvgPool final : public Kernel {
public:
    explicit AdaptiveAvgPool(const Node& node) : m_size{node.output_size, node.output_size} {}

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return at::adaptive_avg_pool2d(x, m_size);
    }

private:
    const Pair m_size;
};

class Flatten final : public Kernel {
public:
    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return at::flatten(x, 1);
    }
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
