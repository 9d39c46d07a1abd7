// SPDX-License-Identifier: Apache-2.0
// Layers in int8. A value v is held as the whole number v / scale, of 0..255 where it is never
// negative and else of -127..127; a channel of weights as numbers of -127..127 with a scale of its
// own, so that none has to make do with the steps that the largest of another needs.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "dnn/descriptions.h"
#include "dnn/planner.h"

namespace duelo {
namespace {

using dnnl::memory;

constexpr float kLargestWhole = 255, kLargestSigned = 127;

std::vector<float> scalesOf(const DnnWeights& weights, std::size_t outputs, std::size_t each) {
    std::vector<float> scales;
    for (std::size_t c = 0; c < outputs; ++c) {
        float largest = 0;
        for (const float value : std::span(weights.weight + c * each, each))
            largest = std::max(largest, std::abs(value));
        scales.push_back(largest > 0 ? largest / kLargestSigned : 1.0F);
    }
    return scales;
}

memory::dims rowsAndChannels(const Shape& shape) {
    return {shape.batch * shape.height, shape.channels};
}

}  // namespace

bool Planner::isWhole(const Held& held) {
    const memory::data_type type = onednn::typeIn(held.desc);
    return type == memory::data_type::u8 || type == memory::data_type::s8;
}

Planner::Numbers Planner::wholeNumbers(int value) const {
    const auto known = m_held.find(value);
    if (known != m_held.end() && isWhole(known->second))
        return {onednn::typeIn(known->second.desc), known->second.scale};
    const DnnRange& range = m_work.ranges.at(static_cast<std::size_t>(value));
    const bool positive = range.low >= 0;
    const float largest = std::max(std::abs(range.low), std::abs(range.high));
    const float steps = positive ? kLargestWhole : kLargestSigned;
    return {positive ? memory::data_type::u8 : memory::data_type::s8,
            largest > 0 ? largest / steps : 1.0F};
}

Planner::WholeProduct Planner::wholeProduct(std::size_t i, float in_scale, float out_scale,
                                            const Held* residual) const {
    const DnnLayer& layer = m_work.layers[i];
    const Node& node = layer.node;
    const auto each = static_cast<std::size_t>(node.op == Op::Linear
                                                   ? layer.in.channels
                                                   : std::int64_t{node.in_channels / node.groups} *
                                                         node.kernel * node.kernel);
    WholeProduct product{.weight_scales = scalesOf(
                             m_weights(i), static_cast<std::size_t>(layer.out.channels), each)};
    for (const float scale : product.weight_scales) {
        product.factors.push_back(in_scale * scale / out_scale);
        product.bias_scales.push_back(onednn::biasScale(in_scale * scale, out_scale));
    }
    dnnl::post_ops then;
    // Not every primitive takes a type, even the one that its result has.
    if (residual && isWhole(*residual))
        onednn::appendSum(then, residual->scale / out_scale, onednn::typeIn(residual->desc));
    else if (residual)
        onednn::appendSum(then, residual->scale / out_scale);
    appendActivation(then, layer.activation, out_scale);
    product.attributes = attributesOf(then);
    onednn::setFactors(product.attributes, product.factors, node.groups > 1);
    return product;
}

Argument Planner::wholeWeights(std::size_t i, const Desc& wanted, const memory::dims& dims,
                               const WholeProduct& product) {
    const Argument argument = weights(i, DNNL_ARG_WEIGHTS, wanted, dims);
    for (const float scale : product.weight_scales)
        m_list.pieces.back().factors.push_back(1 / scale);
    return argument;
}

Argument Planner::wholeBias(std::size_t i, const WholeProduct& product) {
    const Argument argument = bias(i, DNNL_ARG_BIAS);
    m_list.pieces.back().pack = [scales = product.bias_scales](const float* given, void* to) {
        std::ranges::transform(std::span(given, scales.size()), scales, static_cast<float*>(to),
                               [](float bias, float scale) { return bias / scale; });
    };
    return argument;
}

void Planner::wholeConv(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Numbers in = wholeNumbers(layer.input), out = wholeNumbers(layer.output);
    const Held from = heldAs(layer.input, channelsInside(layer.in, in.type), in.scale);
    Held to, residual;
    if (layer.residual >= 0) {
        const Numbers added = wholeNumbers(layer.residual);
        residual = heldAs(layer.residual, channelsInside(layer.out, added.type), added.scale);
        to = sumPlace(layer, residual, residual.desc);
        // The same bytes, in the numbers of the sum from now on.
        to.desc = channelsInside(layer.out, out.type);
    } else {
        to = newHeld(channelsInside(layer.out, out.type));
    }
    to.scale = out.scale;
    const WholeProduct product =
        wholeProduct(i, in.scale, out.scale, layer.residual >= 0 ? &residual : nullptr);
    const ConvDesc desc =
        convDesc(layer, product.attributes, from.desc, memory::data_type::s8, to.desc);
    if (!desc) throw dnnl::error(dnnl_unimplemented, "no convolution of int8 for this layer");
    std::vector<Argument> arguments{
        {DNNL_ARG_SRC, from.desc, from.place},
        wholeWeights(i, desc.weights_desc(), weightDims(layer.node), product),
        {DNNL_ARG_DST, to.desc, to.place}};
    appendFactors(arguments, DNNL_ARG_WEIGHTS, product.factors);
    if (layer.bias) arguments.push_back(wholeBias(i, product));
    m_held[layer.output] = to;
    append(dnnl::convolution_forward(desc), desc, {i}, std::move(arguments));
}

void Planner::wholeLinear(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const bool of_tokens = layer.in.height > 1;
    const bool adds = layer.residual >= 0;
    const bool last = i + 1 == m_work.layers.size() && !of_tokens && !adds;
    // What normalises tokens or weighs them against each other takes fp32.
    const bool whole = !last && !of_tokens && !adds && layer.activation != Activation::Gelu;
    const Numbers in = wholeNumbers(layer.input);
    const memory::dims held = onednn::dimsIn(m_held.at(layer.input).desc);
    const Held lying = heldAs(layer.input, plain(held, in.type), in.scale);
    const Desc from = plain(rowsAndChannels(layer.in), in.type);
    const memory::dims rows = rowsAndChannels(layer.out);
    const Numbers out = whole ? wholeNumbers(layer.output) : Numbers{memory::data_type::f32, 1};
    Held to{plain(rows, out.type), {BytePlace::Kind::Answer}};
    if (adds)
        to = sumPlace(layer, to.desc);
    else if (!last)
        to = newHeld(to.desc);
    to.scale = out.scale;
    const WholeProduct product = wholeProduct(i, in.scale, out.scale, adds ? &to : nullptr);
    const memory::dims weight{layer.node.out_channels, layer.in.channels};
    const auto desc = onednn::describe<dnnl::inner_product_forward>(
        m_engine, product.attributes, /*allow_empty=*/false, dnnl::prop_kind::forward_inference,
        from, any(weight, memory::data_type::s8), biasDesc(layer), to.desc);
    std::vector<Argument> arguments{{DNNL_ARG_SRC, from, lying.place},
                                    wholeWeights(i, desc.weights_desc(), weight, product),
                                    {DNNL_ARG_DST, to.desc, to.place}};
    appendFactors(arguments, DNNL_ARG_WEIGHTS, product.factors);
    if (layer.bias) arguments.push_back(wholeBias(i, product));
    m_held[layer.output] = to;
    append(dnnl::inner_product_forward(desc), desc, {i}, std::move(arguments));
}

}  // namespace duelo
