// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include <omp.h>

#include "dnn/descriptions.h"
#include "dnn/expanded_depthwise.h"
#include "dnn/image_conv.h"
#include "dnn/planner.h"

namespace duelo {
namespace {

/// The least size of the value between two layers that are fused.
constexpr std::int64_t kLeastFusedBytes = 4 << 20;

}  // namespace

bool Planner::expandedDepthwise(std::size_t i) {
    using dnnl::memory;
    const DnnLayer &first = m_work.layers[i], &second = m_work.layers[i + 1];
    const auto bounded = [](const DnnLayer& layer) {
        return layer.bias && layer.residual < 0 && layer.activation != Activation::Gelu;
    };
    if (m_type != memory::data_type::f32 || first.node.op != Op::Conv ||
        second.node.op != Op::Conv || !bounded(first) || !bounded(second) ||
        second.input != first.output || m_readers[first.output] != 1 ||
        !ExpandedDepthwise::takes(first.node, second.node))
        return false;
    // A smaller value stays in the caches anyway.
    const std::int64_t between = first.out.elements() * 4;
    if (between < kLeastFusedBytes) return false;

    const Held from = heldAs(first.input, channelsInside(first.in, m_type));
    const Held to = newHeld(channelsInside(second.out, m_type));
    m_held[second.output] = to;
    auto own = std::make_shared<ExpandedDepthwise>();
    own->in = first.in;
    own->out = second.out;
    own->stride = second.node.stride;
    own->rows = paddingOf(second.node, second.in.height);
    own->columns = paddingOf(second.node, second.in.width);
    own->first = first.activation;
    own->second = second.activation;
    own->threads = omp_get_max_threads();
    const memory::dims packed{second.out.channels * second.node.kernel * second.node.kernel};
    std::vector<Argument> arguments{{DNNL_ARG_SRC, from.desc, from.place},
                                    panels(i),
                                    {DNNL_ARG_DST, to.desc, to.place},
                                    bias(i, DNNL_ARG_BIAS)};
    arguments.push_back(weights(i + 1, DNNL_ARG_WEIGHTS,
                                {packed, memory::data_type::f32, memory::format_tag::a}, packed));
    m_list.pieces.back().pack = [own](const float* given, void* place) {
        own->pack(given, static_cast<float*>(place));
    };
    arguments.push_back(bias(i + 1, DNNL_ARG_BIAS));
    const std::int64_t scratch_bytes = own->scratchBytes();
    appendOwn({i, i + 1}, "expanded_depthwise", own, std::move(arguments), scratch_bytes);
    return true;
}

bool Planner::imageConv(std::size_t i) {
    using dnnl::memory;
    const DnnLayer& layer = m_work.layers[i];
    const bool bf16 = m_type == memory::data_type::bf16;
    if (layer.input != Network::kImage || layer.residual >= 0 || !layer.bias ||
        !ImageConv::takes(layer.node, layer.in, layer.activation, bf16))
        return false;
    const Held from = m_held.at(layer.input);
    const Shape& out = layer.out;
    const Held to = newHeld(channelsInside(out, m_type));
    m_held[layer.output] = to;
    auto own = std::make_shared<ImageConv>();
    own->in = layer.in;
    own->out = out;
    own->kernel = layer.node.kernel;
    own->stride = layer.node.stride;
    own->rows = paddingOf(layer.node, layer.in.height);
    own->columns = paddingOf(layer.node, layer.in.width);
    own->bf16 = bf16;
    own->activation = layer.activation;
    own->threads = omp_get_max_threads();
    const memory::dims packed{own->packedValues()};
    const Argument weight =
        weights(i, DNNL_ARG_WEIGHTS, {packed, m_type, memory::format_tag::a}, packed);
    m_list.pieces.back().pack = [own](const float* given, void* place) { own->pack(given, place); };
    const std::int64_t scratch_bytes = own->scratchBytes();
    appendOwn({i}, "image_conv", own,
              {{DNNL_ARG_SRC, from.desc, from.place},
               weight,
               {DNNL_ARG_DST, to.desc, to.place},
               bias(i, DNNL_ARG_BIAS)},
              scratch_bytes);
    return true;
}

}  // namespace duelo
