// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>
#include <utility>

#include <ATen/ops/constant_pad_nd.h>

#include "models/kernels.h"
#include "models/onednn.h"

namespace duelo {
namespace {

using Pair = std::array<std::int64_t, 2>;
constexpr Pair kDilation{1, 1};

std::string_view attributeOf(Activation activation) {
    switch (activation) {
        case Activation::Relu:
            return "relu";
        case Activation::Relu6:
            return "hardtanh";
        case Activation::Gelu:
            return "gelu";
        case Activation::None:
            break;
    }
    return "none";
}

OneDnn::Scalars scalarsOf(Activation activation) {
    if (activation != Activation::Relu6) return OneDnn::Scalars();
    return OneDnn::Scalars({at::Scalar(0.0), at::Scalar(6.0)});
}

class PackedConv final : public Kernel {
public:
    PackedConv(const OneDnn& ops, const Node& node, const Step& step, LayerWeights weights)
        : m_ops(ops),
          m_node(node),
          m_plain(std::move(weights.weight)),
          m_stride{node.stride, node.stride},
          m_in_place(step.in_place),
          m_attribute(attributeOf(step.activation)),
          m_scalars(scalarsOf(step.activation)) {
        if (weights.bias.defined())
            m_bias = step.residual < 0 ? std::move(weights.bias)
                                       : weights.bias.to(m_plain.scalar_type());
        if (step.activation != Activation::None) m_unary = m_attribute;
    }

    void prepare(const Shape& input) override {
        const Padding rows = paddingOf(m_node, input.height);
        const Padding columns = paddingOf(m_node, input.width);
        m_padding = {rows.after, columns.after};
        // oneDNN is given one padding for both sides. Where "SAME" needs more after than before,
        // zeros in front of the kernel shift its windows instead: padding the image would copy it.
        const std::array<std::int64_t, 4> grown{columns.after - columns.before, 0,
                                                rows.after - rows.before, 0};
        const at::Tensor weight =
            grown[0] || grown[2] ? at::constant_pad_nd(m_plain, grown) : m_plain;
        const std::array<std::int64_t, 4> size{input.batch, input.channels, input.height,
                                               input.width};
        m_packed = m_ops.pack_conv.call(weight, m_padding, m_stride, kDilation, m_node.groups,
                                        at::IntArrayRef(size));
    }

    at::Tensor run(const at::Tensor& x, at::Tensor& residual) override {
        if (!residual.defined())
            return m_ops.conv.call(x, m_packed, m_bias, m_padding, m_stride, kDilation,
                                   m_node.groups, m_attribute, m_scalars, std::nullopt);
        at::Tensor sum = m_in_place ? residual : residual.clone();
        m_ops.conv_add.call(sum, x, m_packed, m_bias, m_padding, m_stride, kDilation, m_node.groups,
                            "add", kAlpha, m_unary, m_scalars, std::nullopt);
        return sum;
    }

private:
    inline static const std::optional<at::Scalar> kAlpha{1.0};

    const OneDnn& m_ops;
    const Node m_node;
    const at::Tensor m_plain;
    std::optional<at::Tensor> m_bias;
    const Pair m_stride;
    const bool m_in_place;
    const std::string_view m_attribute;
    OneDnn::Text m_unary;
    const OneDnn::Scalars m_scalars;
    Pair m_padding{};
    at::Tensor m_packed;
};

class PackedLinear final : public Kernel {
public:
    PackedLinear(const OneDnn& ops, const Step& step, LayerWeights weights)
        : m_ops(ops),
          m_plain(std::move(weights.weight)),
          m_bias(step.residual < 0 || !weights.bias.defined()
                     ? std::move(weights.bias)
                     : weights.bias.to(m_plain.scalar_type())),
          m_attribute(attributeOf(step.activation)),
          m_scalars(scalarsOf(step.activation)) {
        if (step.activation == Activation::Gelu) m_algorithm = "none";  // not by tanh
    }

    void prepare(const Shape& input) override {
        m_packed = m_ops.pack_linear.call(m_plain, input.batch * input.height);
    }

    at::Tensor run(const at::Tensor& x, at::Tensor& residual) override {
        if (residual.defined()) return m_ops.linear_add.call(x, residual, m_packed, m_bias, "add");
        return m_ops.linear.call(x, m_packed, m_bias, m_attribute, m_scalars, m_algorithm);
    }

private:
    const OneDnn& m_ops;
    const at::Tensor m_plain;
    const std::optional<at::Tensor> m_bias;
    const std::string_view m_attribute;
    const OneDnn::Scalars m_scalars;
    OneDnn::Text m_algorithm;
    at::Tensor m_packed;
};

}  // namespace

std::unique_ptr<Kernel> makePackedKernel(const Node& node, const Step& step, LayerWeights weights) {
    const OneDnn* ops = OneDnn::get(weights.weight.scalar_type());
    if (!ops) return nullptr;
    if (node.op == Op::Conv)
        return std::make_unique<PackedConv>(*ops, node, step, std::move(weights));
    // After a sum it has no activation.
    const bool both = step.residual >= 0 && step.activation != Activation::None;
    if (node.op == Op::Linear && !both)
        return std::make_unique<PackedLinear>(*ops, step, std::move(weights));
    return nullptr;
}

}  // namespace duelo
