// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "tensor/operators.h"

#include "models/kernels.h"

namespace duelo {
namespace {

using Pair = std::array<std::int64_t, 2>;

constexpr float kEndless = std::numeric_limits<float>::infinity();

/// Runs what may be refused. \returns why it was, in the library's words; empty: it was not.
template <typename Work>
std::string refusalOf(const Work& work) {
    try {
        work();
    } catch (const TensorError& error) {
        // A device's error is sticky: nothing after it can be trusted.
        if (error.kind() == TensorError::Kind::OutOfMemory ||
            error.kind() == TensorError::Kind::Accelerator)
            throw;
        return error.what();
    }
    return {};
}

/// A convolution that tries the fused ways of a GPU, the fastest first. A library that refuses one
/// does so in the first call, in the warm-up, and always: the next way does the work from then on.
/// The operations of cuDNN are public ones of ATen that the CUDA library implements, so this file
/// needs no CUDA header.
class GpuConv final : public Kernel {
public:
    GpuConv(const Node& node, const Step& step, LayerWeights weights, FinishConv finish)
        : m_weight(weights.weight),
          m_stride{node.stride, node.stride},
          m_padding{node.padding, node.padding},
          m_groups(node.groups),
          m_low(step.activation == Activation::None ? -kEndless : 0),
          m_high(step.activation == Activation::Relu6 ? 6 : kEndless),
          m_with_cudnn(cudnnKnows(node, step)),
          m_finish(weights.bias.defined() ? std::move(finish) : FinishConv()),
          m_conv(makePlainKernel(node, {.node = step.node, .dead = {}}, {weights.weight, {}})),
          m_plain(makePlainKernel(node, step, weights)) {
        if (weights.bias.defined()) m_bias = std::move(weights.bias);
    }

    [[nodiscard]] static bool cudnnKnows(const Node& node, const Step& step) {
        return step.activation == Activation::Relu && !node.same_padding;
    }

    Tensor run(const Tensor& x, Tensor& residual) override {
        Tensor y;
        if (m_with_cudnn) {
            const std::string why = refusalOf([&] { y = runCudnn(x, residual); });
            if (why.empty()) return y;
            m_with_cudnn = false;
            m_refusal = why;
        }
        if (m_finish) {
            const std::string why = refusalOf([&] { y = runFinished(x, residual); });
            if (why.empty()) return y;
            m_finish = nullptr;
            m_refusal = why;
        }
        return m_plain->run(x, residual);
    }

    std::string refusal() const override { return m_refusal; }

private:
    Tensor runCudnn(const Tensor& x, const Tensor& residual) const {
        if (!residual.defined())
            return ops::cudnn_convolution_relu(x, m_weight, m_bias, m_stride, m_padding, m_groups);
        return ops::cudnn_convolution_add_relu(x, m_weight, residual, m_bias, m_stride, m_padding,
                                               m_groups);
    }

    Tensor runFinished(const Tensor& x, const Tensor& residual) {
        Tensor nothing;
        Tensor y = m_conv->run(x, nothing);
        // Which layout a convolution answers in is the library's choice.
        const Tensor other =
            residual.defined() ? residual.contiguous(y.suggest_memory_format()) : residual;
        m_finish(y, m_bias, other, m_low, m_high);
        return y;
    }

    const Tensor m_weight;
    Tensor m_bias;
    const Pair m_stride;
    const Pair m_padding;
    const std::int64_t m_groups;
    const float m_low, m_high;
    bool m_with_cudnn;
    FinishConv m_finish;
    const std::unique_ptr<Kernel> m_conv, m_plain;  ///< m_conv: without bias and what follows
    std::string m_refusal;
};

}  // namespace

std::unique_ptr<Kernel> makeGpuKernel(const Node& node, const Step& step, LayerWeights weights,
                                      FinishConv finish) {
    if (node.op != Op::Conv) return nullptr;
    // A bias alone LibTorch adds in one launch too.
    const bool much_follows = step.activation != Activation::None || step.residual >= 0;
    const bool to_finish = finish && weights.bias.defined() && much_follows;
    if (!to_finish && !GpuConv::cudnnKnows(node, step)) return nullptr;
    return std::make_unique<GpuConv>(node, step, std::move(weights), std::move(finish));
}

}  // namespace duelo
