// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include <ATen/ops/cudnn_convolution_add_relu.h>
#include <ATen/ops/cudnn_convolution_relu.h>
#include <c10/util/Exception.h>

#include "models/kernels.h"

namespace duelo {
namespace {

using Pair = std::array<std::int64_t, 2>;

/// Convolution, bias, addition and ReLU in one launch. These are public ATen operations that the
/// CUDA library implements, so this file needs no CUDA header.
class CudnnConv final : public Kernel {
public:
    CudnnConv(const Node& node, const Step& step, LayerWeights weights)
        : m_weight(weights.weight),
          m_stride{node.stride, node.stride},
          m_padding{node.padding, node.padding},
          m_groups(node.groups),
          m_plain(makePlainKernel(node, step, weights)) {
        if (weights.bias.defined()) m_bias = std::move(weights.bias);
    }

    at::Tensor run(const at::Tensor& x, at::Tensor& residual) override {
        if (m_fused) {
            try {
                return runFused(x, residual);
            } catch (const c10::OutOfMemoryError&) {
                throw;
            } catch (const c10::AcceleratorError&) {
                throw;  // sticky: nothing after it can be trusted
            } catch (const c10::Error&) {
                // cuDNN has no engine for this shape and type; it says so on the first call, in
                // the warm-up, and the answer does not change.
                m_fused = false;
            }
        }
        return m_plain->run(x, residual);
    }

private:
    at::Tensor runFused(const at::Tensor& x, const at::Tensor& residual) const {
        if (!residual.defined())
            return at::cudnn_convolution_relu(x, m_weight, m_bias, m_stride, m_padding, kDilation,
                                              m_groups);
        return at::cudnn_convolution_add_relu(x, m_weight, residual, at::Scalar(1.0), m_bias,
                                              m_stride, m_padding, kDilation, m_groups);
    }

    static constexpr Pair kDilation{1, 1};
    const at::Tensor m_weight;
    std::optional<at::Tensor> m_bias;
    const Pair m_stride;
    const Pair m_padding;
    const std::int64_t m_groups;
    const std::unique_ptr<Kernel> m_plain;
    bool m_fused = true;
};

}  // namespace

std::unique_ptr<Kernel> makeCudnnKernel(const Node& node, const Step& step, LayerWeights weights) {
    if (node.op != Op::Conv || step.activation != Activation::Relu || node.same_padding)
        return nullptr;
    return std::make_unique<CudnnConv>(node, step, std::move(weights));
}

}  // namespace duelo
