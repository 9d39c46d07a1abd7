// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <utility>

#include <omp.h>

#include "dnn/descriptions.h"
#include "dnn/planner.h"
#include "dnn/winograd_conv.h"
#include "networks/winograd.h"

namespace duelo {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;

memory::desc map(const Shape& shape, Tag tag) {
    return {dimsOf(shape), memory::data_type::f32, tag};
}

/// Returns in which of the layouts that WinogradConv reads and writes a map is held; nothing where
/// in none.
std::optional<Tag> tagOf(const memory::desc& held, const Shape& shape) {
    if (held == map(shape, Tag::acdb)) return Tag::acdb;
    if (held == map(shape, Tag::aBcd16b)) return Tag::aBcd16b;
    if (held == map(shape, Tag::aBcd8b) && winogradLoops().lanes <= 8) return Tag::aBcd8b;
    return {};
}

MapLayout layoutOf(const Shape& shape, Tag tag) {
    const std::int64_t block = tag == Tag::acdb ? shape.channels : tag == Tag::aBcd16b ? 16 : 8;
    return {.image = shape.channels * shape.height * shape.width,
            .row = shape.width * block,
            .column = block,
            .block = shape.height * shape.width * block,
            .block_channels = block};
}

}  // namespace

bool Planner::winogradConv(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const int outputs =
        m_type == memory::data_type::f32 ? winogradOutputs(layer.node, layer.out) : 0;
    if (outputs == 0 || layer.activation == Activation::Gelu) return false;
    const auto held = tagOf(m_held.at(layer.input).desc, layer.in);
    const Tag tag = held.value_or(Tag::acdb);
    const Held from = heldAs(layer.input, map(layer.in, tag));
    const bool adds = layer.residual >= 0;
    Tag to_tag = tag;
    if (adds) to_tag = tagOf(m_held.at(layer.residual).desc, layer.out).value_or(tag);
    const Desc wanted = map(layer.out, to_tag);
    const Held to = adds ? sumPlace(layer, wanted) : newHeld(wanted);
    m_held[layer.output] = to;

    auto own = std::make_shared<WinogradConv>();
    own->in = layer.in;
    own->out = layer.out;
    own->outputs = outputs;
    own->rows_before = static_cast<int>(paddingOf(layer.node, layer.in.height).before);
    own->columns_before = static_cast<int>(paddingOf(layer.node, layer.in.width).before);
    own->from = layoutOf(layer.in, tag);
    own->to = layoutOf(layer.out, to_tag);
    own->bias = layer.bias;
    own->adds = adds;
    own->activation = layer.activation;
    own->threads = omp_get_max_threads();

    const Desc prepared({own->weightValues()}, memory::data_type::f32, Tag::a);
    const Node& node = layer.node;
    Argument weight = weights(i, DNNL_ARG_WEIGHTS, prepared,
                              {node.out_channels, node.in_channels, node.kernel, node.kernel});
    m_list.pieces.back().pack = [own](const float* given, void* to_weights) {
        own->prepareWeights(given, static_cast<float*>(to_weights));
    };
    std::vector<Argument> arguments{{DNNL_ARG_SRC, from.desc, from.place},
                                    std::move(weight),
                                    {DNNL_ARG_DST, to.desc, to.place}};
    if (layer.bias) arguments.push_back(bias(i, DNNL_ARG_BIAS));
    const std::int64_t scratch_bytes = own->scratchBytes();
    appendOwn({i}, outputs == 4 ? "wino_4x3" : "wino_2x3", std::move(own), std::move(arguments),
              scratch_bytes);
    return true;
}

}  // namespace duelo
