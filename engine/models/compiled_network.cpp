// SPDX-License-Identifier: Apache-2.0
#include "models/compiled_network.h"

#include <utility>

#include "dnn/work.h"
#include "models/folded_weights.h"
#include "models/token_kernels.h"
#include "networks/cost.h"
#include "stats/statistics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

namespace duelo {
namespace {

std::string nameOf(const Node& node) {
    return node.name.empty() ? opName(node.op) : node.name;
}

/// F(2x2, 3x3) does 16 products for 4 values instead of 36, F(4x4, 3x3) 36 for 16 instead of 144.
std::int64_t productsDone(std::int64_t flop, const std::string& implementation) {
    if (implementation.find("wino_2x3") != std::string::npos) return flop * 4 / 9;
    if (implementation.find("wino_4x3") != std::string::npos) return flop / 4;
    return flop;
}

}  // namespace

CompiledNetwork::CompiledNetwork(DnnApi& api, const Network& network, WeightSet weights,
                                 Precision precision, std::vector<DnnRange> ranges)
    : m_api(api),
      m_network(network),
      m_weights(std::move(weights)),
      m_precision(precision),
      m_ranges(std::move(ranges)),
      m_steps(executionPlan(network, Merging::Complete)) {}

bool CompiledNetwork::isReadyFor(const Shape& image) const {
    return m_plan && image == m_image && m_threads == ops::get_num_threads();
}

Result<void> CompiledNetwork::prepare(const Shape& image) {
    if (isReadyFor(image)) return {};
    const auto shapes = inferShapes(m_network, image);
    if (!shapes) return tl::unexpected(shapes.error());
    const InferenceMode guard;
    m_plan.reset();  // its memory is what the next one needs
    LayerWeights layer;
    DnnWork work = dnnWork(m_network, m_steps, *shapes, m_precision);
    work.ranges = m_ranges;
    auto plan = m_api.compile(work, [&](std::size_t i) -> DnnWeights {
        layer = foldedWeights(m_network, m_steps[i], *m_weights);
        const Node& node = m_network.nodes()[m_steps[i].node];
        if (node.op == Op::Positions)
            layer.weight = positionsFor(node, layer.weight, (*shapes)[node.map]);
        layer.weight = layer.weight.contiguous();
        if (!layer.bias.defined()) return {layer.weight.const_data_ptr<float>()};
        layer.bias = layer.bias.contiguous();
        return {layer.weight.const_data_ptr<float>(), layer.bias.const_data_ptr<float>()};
    });
    if (!plan) return tl::unexpected(plan.error());
    m_plan = std::move(*plan);
    m_image = image;
    m_threads = ops::get_num_threads();
    return {};
}

Tensor CompiledNetwork::emptyAnswer() const {
    return ops::empty({m_image.batch, m_network.classes()}, ScalarType::Float);
}

Tensor CompiledNetwork::run(const Tensor& images) {
    Tensor answer = emptyAnswer();
    m_plan->run(images.const_data_ptr<float>(), answer.data_ptr<float>());
    return answer;
}

std::vector<CompiledKernel> CompiledNetwork::kernels() const {
    std::vector<CompiledKernel> kernels;
    const auto cost = modelCost(m_network, m_image);
    for (const DnnKernel& kernel : m_plan->kernels()) {
        CompiledKernel& own = kernels.emplace_back();
        for (const std::size_t i : kernel.layers)
            own.layers +=
                (own.layers.empty() ? "" : " + ") + nameOf(m_network.nodes()[m_steps[i].node]);
        for (const std::size_t i : kernel.layers)
            own.flop += cost->layers[static_cast<std::size_t>(m_steps[i].node)].flop;
        own.flop = productsDone(own.flop, kernel.implementation);
        own.implementation = kernel.implementation;
        own.bytes = kernel.bytes;
    }
    return kernels;
}

std::int64_t CompiledNetwork::flop() const {
    std::int64_t flop = 0;
    for (const CompiledKernel& kernel : kernels()) flop += kernel.flop;
    return flop;
}

std::vector<CompiledKernel> CompiledNetwork::timed(const Tensor& images, int rounds) {
    std::vector<CompiledKernel> kernels = this->kernels();
    Tensor answer = emptyAnswer();
    std::vector<std::vector<double>> times_ms(kernels.size());
    for (int round = 0; round < rounds; ++round) {
        std::vector<double> ms(kernels.size(), 0);
        m_plan->runTimed(images.const_data_ptr<float>(), answer.data_ptr<float>(), ms);
        for (std::size_t i = 0; i < ms.size(); ++i) times_ms[i].push_back(ms[i]);
    }
    for (std::size_t i = 0; i < kernels.size(); ++i) kernels[i].ms = median(times_ms[i]);
    return kernels;
}

}  // namespace duelo
