// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include <omp.h>

#include "dnn/attention.h"
#include "dnn/descriptions.h"
#include "dnn/layer_norm.h"
#include "dnn/packed_linear.h"
#include "dnn/planner.h"
#include "dnn/tile_product.h"

namespace duelo {
namespace {

using dnnl::memory;

memory::dims rowsOf(const Shape& shape) {
    return {shape.batch * shape.height * shape.width, shape.channels};
}

/// One row in front of those of each image; all are values of `bytes_each` bytes.
struct FirstRows final : PlanKernel {
    Shape in{};
    std::int64_t bytes_each = 4;

    /// Places: the rows, the row in front, the result.
    void run(std::span<void* const> places) const override {
        const auto* from = static_cast<const std::byte*>(places[0]);
        const auto* first = static_cast<const std::byte*>(places[1]);
        auto* to = static_cast<std::byte*>(places[2]);
        const std::int64_t row = in.channels * bytes_each, image = row * in.height;
        for (std::int64_t n = 0; n < in.batch; ++n, from += image) {
            to = std::copy_n(first, row, to);
            to = std::copy_n(from, image, to);
        }
    }
};

}  // namespace

Planner::Held Planner::heldAsRows(int value, const Shape& shape) {
    return heldAs(value, plain(rowsOf(shape), m_type));
}

void Planner::tokens(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    // In this layout a map is its places, row after row, each with its channels.
    const Held from = heldAs(layer.input, channelsInside(layer.in, m_type));
    m_held[layer.output] = {plain(rowsOf(layer.out), m_type), from.place};
}

void Planner::classToken(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsRows(layer.input, layer.in);
    const memory::dims one{layer.in.channels};
    const Argument token = weights(i, DNNL_ARG_WEIGHTS, {one, m_type, memory::format_tag::a}, one);
    const Held to = newHeld(plain(rowsOf(layer.out), m_type));
    m_held[layer.output] = to;
    auto own = std::make_shared<FirstRows>();
    own->in = layer.in;
    own->bytes_each = static_cast<std::int64_t>(memory::data_type_size(m_type));
    appendOwn({i}, "class_token", std::move(own),
              {{DNNL_ARG_SRC, from.desc, from.place}, token, {DNNL_ARG_DST, to.desc, to.place}});
}

void Planner::positions(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsRows(layer.input, layer.in);
    const Held to = layer.in_place ? from : newHeld(from.desc);
    const Shape& in = layer.in;
    const memory::dims all{in.batch, in.height, in.channels}, one{1, in.height, in.channels};
    const Desc tokens = from.desc.reshape(all);
    const Desc added(one, m_type, memory::format_tag::abc);
    const auto desc = onednn::describe<dnnl::binary>(
        m_engine, attributesOf(Activation::None), /*allow_empty=*/false,
        dnnl::algorithm::binary_add, tokens, added, tokens);
    m_held[layer.output] = to;
    append(dnnl::binary(desc), desc, {i},
           {{DNNL_ARG_SRC_0, tokens, from.place},
            weights(i, DNNL_ARG_SRC_1, added, one),
            {DNNL_ARG_DST, tokens, to.place}});
}

void Planner::layerNorm(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsRows(layer.input, layer.in);
    const Held to = newHeld(from.desc);
    m_held[layer.output] = to;
    const memory::dims one{layer.in.channels};
    const Desc scale(one, memory::data_type::f32, memory::format_tag::a);
    auto own = std::make_shared<LayerNorm>();
    own->rows = rowsOf(layer.in).front();
    own->channels = layer.in.channels;
    own->eps = static_cast<float>(layer.node.eps);
    own->bf16 = m_type == memory::data_type::bf16;
    own->threads = omp_get_max_threads();
    appendOwn({i}, "layer_norm", std::move(own),
              {{DNNL_ARG_SRC, from.desc, from.place},
               weights(i, DNNL_ARG_SCALE, scale, one),
               bias(i, DNNL_ARG_SHIFT),
               {DNNL_ARG_DST, to.desc, to.place}});
}

bool Planner::packedLinear(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    if (layer.in.height == 1 || !isPacked(layer)) return false;
    const Held from = heldAsRows(layer.input, layer.in);
    const Desc rows = plain(rowsOf(layer.out), m_type);
    const Held to = layer.residual >= 0 ? sumPlace(layer, rows) : newHeld(rows);
    m_held[layer.output] = to;
    appendPacked(i, from, to);
    return true;
}

bool Planner::packedConv(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Node& node = layer.node;
    // In fp32, and where a panel would not be full, oneDNN is as fast.
    if (node.kernel != 1 || node.stride != 1 || node.groups != 1 || node.padding != 0 ||
        layer.residual < 0 || m_type != memory::data_type::bf16 ||
        layer.out.channels % kTileColumns != 0 || !isPacked(layer))
        return false;
    const Desc result = channelsInside(layer.out, m_type);
    // Where the layers before have other layouts, bringing them about would cost what it gains.
    if (m_held.at(layer.input).desc != channelsInside(layer.in, m_type) ||
        m_held.at(layer.residual).desc != result)
        return false;
    const Held to = sumPlace(layer, result);
    m_held[layer.output] = to;
    appendPacked(i, m_held.at(layer.input), to);
    return true;
}

bool Planner::isPacked(const DnnLayer& layer) const {
    return layer.bias && PackedLinear::takes(layer.in.channels, m_type == memory::data_type::bf16);
}

Argument Planner::panels(std::size_t i) {
    using Tag = memory::format_tag;
    const DnnLayer& layer = m_work.layers[i];
    const memory::dims weight{layer.out.channels, layer.in.channels};
    const bool bf16 = m_type == memory::data_type::bf16;
    return weights(i, DNNL_ARG_WEIGHTS, Desc(weight, m_type, bf16 ? Tag::AB8b64a2b : Tag::AB16b64a),
                   weight);
}

void Planner::appendPacked(std::size_t i, const Held& from, const Held& to) {
    const DnnLayer& layer = m_work.layers[i];
    const bool bf16 = m_type == memory::data_type::bf16;
    const std::int64_t inputs = layer.in.channels, outputs = layer.out.channels;
    auto own = std::make_shared<PackedLinear>();
    own->rows = rowsOf(layer.in).front();
    own->inputs = inputs;
    own->outputs = outputs;
    own->bf16 = bf16;
    own->adds = layer.residual >= 0;
    own->activation = layer.activation;
    own->threads = omp_get_max_threads();
    const std::int64_t scratch_bytes = own->scratchBytes();
    appendOwn({i}, "packed_linear", std::move(own),
              {{DNNL_ARG_SRC, from.desc, from.place},
               panels(i),
               {DNNL_ARG_DST, to.desc, to.place},
               bias(i, DNNL_ARG_BIAS)},
              scratch_bytes);
}

void Planner::attention(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsRows(layer.input, layer.in);
    const Held to = newHeld(plain(rowsOf(layer.out), m_type));
    m_held[layer.output] = to;
    auto own = std::make_shared<Attention>();
    own->batch = layer.in.batch;
    own->tokens = layer.in.height;
    own->heads = layer.node.heads;
    own->width = layer.node.out_channels / layer.node.heads;
    own->bf16 = m_type == memory::data_type::bf16;
    own->threads = omp_get_max_threads();
    const std::int64_t scratch_bytes = own->scratchBytes();
    appendOwn({i}, "attention", std::move(own),
              {{DNNL_ARG_SRC, from.desc, from.place}, {DNNL_ARG_DST, to.desc, to.place}},
              scratch_bytes);
}

void Planner::firstToken(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsRows(layer.input, layer.in);
    const std::int64_t channels = layer.in.channels;
    m_held[layer.output] = {
        Desc({layer.in.batch, channels}, m_type, memory::dims{layer.in.height * channels, 1}),
        from.place};
}

}  // namespace duelo
