// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "dnn/dnn.h"
#include "models/weight_set.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"
#include "tensor/tensor.h"

namespace duelo {

/// A kernel of a compiled network; one call runs all of them.
struct CompiledKernel {
    std::string layers{};  ///< names of those that it computes, "a + b"; empty: a new layout
    std::string implementation{};  ///< the library's own name of what it chose
    /// The operations of these layers as modelCost() counts them. Winograd's algorithm counts only
    /// its products, 4/9 or 1/4 of them, so that no kernel seems to do more than the processor can.
    std::int64_t flop = 0;
    std::int64_t bytes = 0;  ///< that it reads and writes, each once
    double ms = 0;           ///< CompiledNetwork::timed(), else 0
};

/// The mode Compiled: a whole network as one plan of the module duelo_dnn (CPU alone).
class CompiledNetwork {
public:
    /// `api` and `network` must outlive it. `ranges`: those of DnnWork.
    CompiledNetwork(DnnApi& api, const Network& network, WeightSet weights, Precision precision,
                    std::vector<DnnRange> ranges = {});

    /// Makes the plan for this image size and batch, and for as many threads as LibTorch has now.
    /// Reasons: "image_too_small_for_model", those of DnnApi::compile().
    [[nodiscard]] Result<void> prepare(const Shape& image);
    /// Tells whether prepare() has made the plan that such an image needs now.
    [[nodiscard]] bool isReadyFor(const Shape& image) const;

    /// After prepare(). `images` and what comes back: as Model::forward(). The answer's tensor is
    /// all that a call allocates.
    [[nodiscard]] Tensor run(const Tensor& images);

    /// Returns the kernels of the plan, in the order of the calls.
    [[nodiscard]] std::vector<CompiledKernel> kernels() const;
    /// Returns them with the median of each one's time in `rounds` calls of the network.
    [[nodiscard]] std::vector<CompiledKernel> timed(const Tensor& images, int rounds);

    [[nodiscard]] std::string library() const { return "oneDNN " + m_api.version(); }
    [[nodiscard]] std::string instructions() const { return m_api.instructions(); }

    [[nodiscard]] std::int64_t flop() const;  ///< of all kernels

    /// Activations and scratch, and weights in the layouts of the kernels: what prepare() took.
    [[nodiscard]] std::int64_t arenaBytes() const { return m_plan->arenaBytes(); }
    [[nodiscard]] std::int64_t weightsBytes() const { return m_plan->weightsBytes(); }

private:
    [[nodiscard]] Tensor emptyAnswer() const;

    DnnApi& m_api;
    const Network& m_network;
    const WeightSet m_weights;  // to make a plan for another size of
    const Precision m_precision;
    const std::vector<DnnRange> m_ranges;
    const std::vector<Step> m_steps;
    std::unique_ptr<DnnPlan> m_plan{};
    Shape m_image{.batch = 0};
    int m_threads = 0;
};

}  // namespace duelo
