// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "models/kernels.h"
#include "models/onednn.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

onednn::Activation activationOf(Activation activation) {
    switch (activation) {
        case Activation::Relu:
            return {"relu"};
        case Activation::Relu6:
            return {"hardtanh", std::array{0.0, 6.0}};
        case Activation::Gelu:
            return {.name = "gelu", .algorithm = "none"};  // not by tanh
        case Activation::None:
            break;
    }
    return {};
}

/// A sum takes its bias in the type of the weights.
Tensor biasOf(const Step& step, LayerWeights& weights) {
    if (step.residual < 0 || !weights.bias.defined()) return std::move(weights.bias);
    return weights.bias.to(weights.weight.scalar_type());
}

class PackedConv final : public Kernel {
public:
    PackedConv(const Node& node, const Step& step, LayerWeights weights)
        : m_node(node),
          m_bias(biasOf(step, weights)),
          m_plain(std::move(weights.weight)),
          m_in_place(step.in_place),
          m_then(activationOf(step.activation)),
          m_conv{.padding = {}, .stride = {node.stride, node.stride}, .groups = node.groups} {}

    void prepare(const Shape& input) override {
        const Padding rows = paddingOf(m_node, input.height);
        const Padding columns = paddingOf(m_node, input.width);
        m_conv.padding = {rows.after, columns.after};
        // oneDNN is given one padding for both sides. Where "SAME" needs more after than before,
        // zeros in front of the kernel shift its windows instead: padding the image would copy it.
        const std::array<std::int64_t, 4> grown{columns.after - columns.before, 0,
                                                rows.after - rows.before, 0};
        const Tensor weight = grown[0] || grown[2] ? ops::constant_pad_nd(m_plain, grown) : m_plain;
        m_packed = onednn::packedConvolution(
            weight, m_conv, {input.batch, input.channels, input.height, input.width});
    }

    Tensor run(const Tensor& x, Tensor& residual) override {
        if (!residual.defined()) return onednn::convolution(x, m_packed, m_bias, m_conv, m_then);
        Tensor sum = m_in_place ? residual : residual.clone();
        onednn::addConvolution(sum, x, m_packed, m_bias, m_conv, m_then);
        return sum;
    }

private:
    const Node m_node;
    const Tensor m_bias, m_plain;
    const bool m_in_place;
    const onednn::Activation m_then;
    onednn::Conv m_conv;
    Tensor m_packed;
};

class PackedLinear final : public Kernel {
public:
    PackedLinear(const Step& step, LayerWeights weights)
        : m_bias(biasOf(step, weights)),
          m_plain(std::move(weights.weight)),
          m_then(activationOf(step.activation)) {}

    void prepare(const Shape& input) override {
        m_packed = onednn::packedLinear(m_plain, input.batch * input.height);
    }

    Tensor run(const Tensor& x, Tensor& residual) override {
        if (residual.defined()) return onednn::linearAdd(x, residual, m_packed, m_bias);
        return onednn::linear(x, m_packed, m_bias, m_then);
    }

private:
    const Tensor m_bias, m_plain;
    const onednn::Activation m_then;
    Tensor m_packed;
};

}  // namespace

std::unique_ptr<Kernel> makePackedKernel(const Node& node, const Step& step, LayerWeights weights) {
    if (!oneDnnTakes(weights.weight.scalar_type())) return nullptr;
    if (node.op == Op::Conv) return std::make_unique<PackedConv>(node, step, std::move(weights));
    // After a sum it has no activation.
    const bool both = step.residual >= 0 && step.activation != Activation::None;
    if (node.op == Op::Linear && !both)
        return std::make_unique<PackedLinear>(step, std::move(weights));
    return nullptr;
}

}  // namespace duelo
