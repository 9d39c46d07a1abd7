// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "models/folded_weights.h"
#include "models/model.h"
#include "networks/execution_plan.h"
#include "networks/network.h"
#include "networks/shape.h"
#include "tensor/tensor.h"

namespace duelo {

/// Runs one Step. Made once, called for every image: whatever can be looked up, converted or
/// allocated beforehand is done in the constructor or in prepare().
class Kernel {
public:
    virtual ~Kernel() = default;

    /// The input shape of the following calls, for kernels whose weights are laid out for it; of
    /// Op::Positions the shape of Node::map.
    virtual void prepare(const Shape& /*input*/) {}

    /// `residual` is undefined where the step has none. Operands are overwritten only if the step
    /// says so (Step::in_place).
    virtual Tensor run(const Tensor& x, Tensor& residual) = 0;

    /// Why it computes in more launches than it was made for; empty as long as it does not.
    [[nodiscard]] virtual std::string refusal() const { return {}; }
};

/// Scale, shift and running statistics of one batch norm, always in fp32.
struct NormWeights {
    Tensor weight;
    Tensor bias;
    Tensor mean;
    Tensor variance;
};

/// Public ATen operations only: eager and channels-last mode, and where nothing better exists.
/// Weights are in the type, layout and place of the model, here and below.
[[nodiscard]] std::unique_ptr<Kernel> makePlainKernel(const Node& node, const Step& step,
                                                      LayerWeights weights);
[[nodiscard]] std::unique_ptr<Kernel> makeBatchNormKernel(const Node& node, NormWeights weights);

/// oneDNN's prepacked operations (CPU); null where the operations are missing (onednn.h).
[[nodiscard]] std::unique_ptr<Kernel> makePackedKernel(const Node& node, const Step& step,
                                                       LayerWeights weights);

/// A convolution of CUDA's and what follows it in as few launches as there are: one of cuDNN's,
/// which knows ReLU alone; else the convolution and `finish`, where there is one. Null for steps to
/// which neither has anything to give.
[[nodiscard]] std::unique_ptr<Kernel> makeGpuKernel(const Node& node, const Step& step,
                                                    LayerWeights weights, FinishConv finish);

}  // namespace duelo
