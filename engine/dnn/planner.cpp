// SPDX-License-Identifier: Apache-2.0
#include "dnn/planner.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "dnn/adaptive_mean.h"
#include "dnn/descriptions.h"
#include "dnn/tile_product.h"

namespace duelo {
namespace {

using dnnl::memory;
using dnnl::prop_kind;

constexpr std::size_t kScratch = 0;  // the storage that all calls use in turn

bool isDepthwise(const Node& node) {
    return node.op == Op::Conv && node.groups > 1 && node.groups == node.in_channels &&
           node.groups == node.out_channels;
}

}  // namespace

Planner::Planner(dnnl::engine engine, const DnnWork& work, const DnnWeightsOf& weights)
    : m_engine(std::move(engine)),
      m_work(work),
      m_weights(weights),
      m_type(work.precision == Precision::Bf16 ? memory::data_type::bf16 : memory::data_type::f32) {
    int last = 0;
    for (const DnnLayer& layer : work.layers) last = std::max(last, layer.output);
    m_readers.assign(static_cast<std::size_t>(last) + 1, 0);
    for (const DnnLayer& layer : work.layers)
        for (const int value : {layer.input, layer.residual})
            if (value >= 0) ++m_readers[value];
}

Result<TaskList> Planner::plan() {
    m_list.storages = {0};
    m_held[Network::kImage] = {plain(dimsOf(m_work.layers.front().in), memory::data_type::f32),
                               {BytePlace::Kind::Image}};
    for (std::size_t i = 0; i < m_work.layers.size();) {
        const auto next = layer(i);
        if (!next) return tl::unexpected(next.error());
        i = *next;
    }
    deliverAnswer();
    return std::move(m_list);
}

Result<std::size_t> Planner::layer(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const bool whole = m_work.precision == Precision::Int8;
    switch (layer.node.op) {
        case Op::Conv:
            if (whole) {
                wholeConv(i);
                break;
            }
            if (convWithDepthwise(i)) return i + 2;
            if (!imageConv(i) && !packedConv(i)) conv(i);
            break;
        case Op::Linear:
            whole ? wholeLinear(i) : linear(i);
            break;
        case Op::MaxPool:
            maxPool(i);
            break;
        case Op::AdaptiveAvgPool:
            averagePool(i);
            break;
        case Op::Add:
            sum(i);
            break;
        case Op::Relu:
        case Op::Relu6:
        case Op::Gelu:
            activation(i);
            break;
        case Op::Tokens:
            tokens(i);
            break;
        case Op::ClassToken:
            classToken(i);
            break;
        case Op::Positions:
            positions(i);
            break;
        case Op::LayerNorm:
            layerNorm(i);
            break;
        case Op::Attention:
            attention(i);
            break;
        case Op::FirstToken:
            firstToken(i);
            break;
        case Op::Flatten:  // the same values, whatever layout they lie in
            m_held[layer.output] = m_held.at(layer.input);
            break;
        default:
            return fail("compiled_operation_unknown", {{"operation", opName(layer.node.op)}});
    }
    return i + 1;
}

Planner::ConvDesc Planner::convDesc(const DnnLayer& layer, const dnnl::primitive_attr& attributes,
                                    const Desc& from, memory::data_type weights,
                                    const Desc& to) const {
    const Node& node = layer.node;
    const Padding rows = paddingOf(node, layer.in.height);
    const Padding columns = paddingOf(node, layer.in.width);
    return onednn::describe<dnnl::convolution_forward>(
        m_engine, attributes, /*allow_empty=*/true, prop_kind::forward_inference,
        dnnl::algorithm::convolution_direct, from, any(weightDims(node), weights), biasDesc(layer),
        to, memory::dims{node.stride, node.stride}, memory::dims{rows.before, columns.before},
        memory::dims{rows.after, columns.after});
}

Planner::ConvDesc Planner::convDesc(const DnnLayer& layer, const dnnl::primitive_attr& attributes,
                                    const Desc& to) const {
    return convDesc(layer, attributes, any(dimsOf(layer.in), m_type), m_type, to);
}

void Planner::conv(std::size_t i) {
    if (winogradConv(i)) return;
    const DnnLayer& layer = m_work.layers[i];
    const bool adds = layer.residual >= 0;
    const dnnl::primitive_attr attributes = attributesOf(layer.activation, adds);
    Held to{any(dimsOf(layer.out), m_type), {}};
    if (adds) to = sumPlace(layer, heldAsNumbers(layer.residual).desc);
    const ConvDesc desc = convDesc(layer, attributes, to.desc);
    if (!desc) throw dnnl::error(dnnl_unimplemented, "no convolution for this layer");
    std::vector<Argument> arguments;
    const Held from = heldAs(layer.input, desc.src_desc());
    arguments.push_back({DNNL_ARG_SRC, from.desc, from.place});
    arguments.push_back(weights(i, DNNL_ARG_WEIGHTS, desc.weights_desc(), weightDims(layer.node)));
    if (layer.bias) arguments.push_back(bias(i, DNNL_ARG_BIAS));
    const Held out = adds ? to : newHeld(desc.dst_desc());
    arguments.push_back({DNNL_ARG_DST, out.desc, out.place});
    m_held[layer.output] = out;
    append(dnnl::convolution_forward(desc), desc, {i}, std::move(arguments));
}

bool Planner::convWithDepthwise(std::size_t i) {
    if (i + 1 == m_work.layers.size()) return false;
    if (multipliesWide(/*bf16=*/false)) return expandedDepthwise(i);
    const DnnLayer &first = m_work.layers[i], &second = m_work.layers[i + 1];
    const Node &pointwise = first.node, &depthwise = second.node;
    // What oneDNN has a depthwise post-op for. In bf16, where the value between them is half as
    // large, it never paid for the other layouts that it asks for (0.90 to 0.98 of the speed).
    if (pointwise.op != Op::Conv || pointwise.kernel != 1 || pointwise.stride != 1 ||
        pointwise.groups != 1 || first.residual >= 0 || !isDepthwise(depthwise) ||
        depthwise.kernel != 3 || depthwise.stride > 2 || second.residual >= 0 ||
        second.input != first.output || m_readers[first.output] != 1 || !second.bias ||
        paddingOf(depthwise, second.in.height).before != 1 ||
        paddingOf(depthwise, second.in.width).before != 1 || m_type != memory::data_type::f32)
        return false;
    dnnl::post_ops then;
    appendActivation(then, first.activation);
    onednn::appendDepthwise(then, m_type, depthwise.kernel, depthwise.stride);
    appendActivation(then, second.activation);
    const ConvDesc desc = convDesc(first, attributesOf(then), any(dimsOf(first.out), m_type));
    // It refuses where the value between them stays in the cache anyway, which is as fast.
    if (!desc || std::string_view(desc.impl_info_str()).starts_with("ref")) return false;

    std::vector<Argument> arguments;
    const Held from = heldAs(first.input, desc.src_desc());
    arguments.push_back({DNNL_ARG_SRC, from.desc, from.place});
    arguments.push_back(weights(i, DNNL_ARG_WEIGHTS, desc.weights_desc(), weightDims(pointwise)));
    if (first.bias) arguments.push_back(bias(i, DNNL_ARG_BIAS));
    constexpr int kOfSecond = DNNL_ARG_ATTR_POST_OP_DW;
    const int id = kOfSecond | DNNL_ARG_WEIGHTS;
    arguments.push_back(
        weights(i + 1, id, desc.query_md(dnnl::query::exec_arg_md, id), weightDims(depthwise)));
    arguments.push_back(bias(i + 1, kOfSecond | DNNL_ARG_BIAS));
    const Held out = newHeld(desc.dst_desc());
    arguments.push_back({DNNL_ARG_DST, out.desc, out.place});
    m_held[second.output] = out;
    append(dnnl::convolution_forward(desc), desc, {i, i + 1}, std::move(arguments));
    return true;
}

Planner::Held Planner::heldAsMatrix(int value, const memory::dims& dims) {
    const memory::dims held = onednn::dimsIn(m_held.at(value).desc);
    const Held found = heldAs(value, plain(held, m_type));
    return {plain(dims, m_type), found.place};
}

void Planner::linear(std::size_t i) {
    if (packedLinear(i)) return;
    const DnnLayer& layer = m_work.layers[i];
    // Tokens stay rows, which all that reads them takes.
    const bool of_tokens = layer.in.height > 1;
    const memory::dims in{layer.in.batch * layer.in.height, layer.in.channels};
    const memory::dims weight{layer.node.out_channels, layer.in.channels};
    const bool adds = layer.residual >= 0;
    const bool last = i + 1 == m_work.layers.size() && !of_tokens && !adds;
    const memory::dims out{layer.out.batch * layer.out.height, layer.out.channels};
    Held to{last        ? plain(out, memory::data_type::f32)
            : of_tokens ? plain(out, m_type)
                        : any(out, m_type),
            {BytePlace::Kind::Answer}};
    if (adds) to = sumPlace(layer, plain(out, m_type));
    const Held from = heldAsMatrix(layer.input, in);
    const auto desc = onednn::describe<dnnl::inner_product_forward>(
        m_engine, attributesOf(layer.activation, adds), /*allow_empty=*/false,
        prop_kind::forward_inference, from.desc, any(weight, m_type), biasDesc(layer), to.desc);
    std::vector<Argument> arguments;
    arguments.push_back({DNNL_ARG_SRC, from.desc, from.place});
    arguments.push_back(weights(i, DNNL_ARG_WEIGHTS, desc.weights_desc(), weight));
    if (layer.bias) arguments.push_back(bias(i, DNNL_ARG_BIAS));
    if (!last && !adds) to = newHeld(desc.dst_desc());
    to.desc = desc.dst_desc();
    arguments.push_back({DNNL_ARG_DST, to.desc, to.place});
    m_held[layer.output] = to;
    append(dnnl::inner_product_forward(desc), desc, {i}, std::move(arguments));
}

void Planner::maxPool(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Node& node = layer.node;
    const Padding rows = paddingOf(node, layer.in.height);
    const Padding columns = paddingOf(node, layer.in.width);
    pool(i, dnnl::algorithm::pooling_max,
         {.window = {node.kernel, node.kernel},
          .stride = {node.stride, node.stride},
          .before = {rows.before, columns.before},
          .after = {rows.after, columns.after}});
}

void Planner::averagePool(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Shape &in = layer.in, &out = layer.out;
    // Means of one value each. What others read, or the caller owns, may not be overwritten in
    // place of the result, as a step behind it may do.
    if (in == out && m_readers[layer.input] == 1 && layer.input != Network::kImage) {
        m_held[layer.output] = m_held.at(layer.input);
        return;
    }
    if (in.height % out.height != 0 || in.width % out.width != 0) {
        ownAveragePool(i);
        return;
    }
    const memory::dims window{in.height / out.height, in.width / out.width};
    pool(i, dnnl::algorithm::pooling_avg_exclude_padding, {.window = window, .stride = window});
}

void Planner::pool(std::size_t i, dnnl::algorithm algorithm, const Windows& windows) {
    const DnnLayer& layer = m_work.layers[i];
    // The largest of whole numbers is one of them; their mean is none.
    const bool whole = algorithm == dnnl::algorithm::pooling_max && isWhole(m_held.at(layer.input));
    const Held from = whole ? m_held.at(layer.input) : heldAsNumbers(layer.input);
    const auto desc =
        onednn::describePooling(m_engine, attributesOf(Activation::None), algorithm, from.desc,
                                any(dimsOf(layer.out), onednn::typeIn(from.desc)), windows.stride,
                                windows.window, windows.before, windows.after);
    Held to = newHeld(desc.dst_desc());
    to.scale = from.scale;
    m_held[layer.output] = to;
    append(dnnl::pooling_forward(desc), desc, {i},
           {{DNNL_ARG_SRC, from.desc, from.place}, {DNNL_ARG_DST, to.desc, to.place}});
}

void Planner::ownAveragePool(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAs(layer.input, plain(dimsOf(layer.in), m_type));
    const Held to = newHeld(plain(dimsOf(layer.out), m_type));
    m_held[layer.output] = to;
    auto means = std::make_shared<AdaptiveMean>();
    means->in = layer.in;
    means->out = layer.out;
    means->bf16 = m_type == memory::data_type::bf16;
    appendOwn({i}, "adaptive_mean", std::move(means),
              {{DNNL_ARG_SRC, from.desc, from.place}, {DNNL_ARG_DST, to.desc, to.place}});
}

void Planner::sum(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsNumbers(layer.input);
    const Held other = heldAs(layer.residual, from.desc);
    const Held to = layer.in_place ? from : newHeld(from.desc);
    const auto desc = onednn::describe<dnnl::binary>(
        m_engine, attributesOf(Activation::None), /*allow_empty=*/false,
        dnnl::algorithm::binary_add, from.desc, other.desc, to.desc);
    m_held[layer.output] = to;
    append(dnnl::binary(desc), desc, {i},
           {{DNNL_ARG_SRC_0, from.desc, from.place},
            {DNNL_ARG_SRC_1, other.desc, other.place},
            {DNNL_ARG_DST, to.desc, to.place}});
}

void Planner::activation(std::size_t i) {
    const DnnLayer& layer = m_work.layers[i];
    const Held from = heldAsNumbers(layer.input);
    const Held to = layer.in_place ? from : newHeld(from.desc);
    const bool six = layer.node.op == Op::Relu6;
    const dnnl::algorithm algorithm = six ? dnnl::algorithm::eltwise_clip
                                      : layer.node.op == Op::Gelu
                                          ? dnnl::algorithm::eltwise_gelu_erf
                                          : dnnl::algorithm::eltwise_relu;
    const auto desc = onednn::describeEltwise(m_engine, attributesOf(Activation::None), algorithm,
                                              from.desc, 0, six ? 6.0F : 0.0F);
    m_held[layer.output] = to;
    append(dnnl::eltwise_forward(desc), desc, {i},
           {{DNNL_ARG_SRC, from.desc, from.place}, {DNNL_ARG_DST, to.desc, to.place}});
}

Planner::Held Planner::sumPlace(const DnnLayer& layer, const Held& residual, const Desc& wanted) {
    if (layer.in_place && residual.desc == wanted) return residual;
    Held copy = newHeld(wanted);
    copy.scale = residual.scale;
    reorder(residual, copy);
    return copy;
}

Planner::Held Planner::sumPlace(const DnnLayer& layer, const Desc& wanted) {
    return sumPlace(layer, heldAsNumbers(layer.residual), wanted);
}

Planner::Held Planner::newHeld(const Desc& desc) {
    m_list.storages.push_back(static_cast<std::int64_t>(desc.get_size()));
    return {desc, {BytePlace::Kind::Arena, m_list.storages.size() - 1}};
}

Planner::Held Planner::heldAs(int value, const Desc& wanted, float scale) {
    const Held& held = m_held.at(value);
    if (held.desc == wanted) return held;
    std::vector<Held>& brought = m_brought[value];
    for (const Held& other : brought)
        if (other.desc == wanted) return other;
    brought.push_back(newHeld(wanted));
    brought.back().scale = scale;
    reorder(held, brought.back());
    return brought.back();
}

Planner::Held Planner::heldAsNumbers(int value) {
    const Held& held = m_held.at(value);
    if (onednn::typeIn(held.desc) == m_type) return held;
    return heldAs(value, plain(onednn::dimsIn(held.desc), m_type));
}

void Planner::reorder(const Held& from, const Held& to) {
    dnnl::primitive_attr attributes = attributesOf(Activation::None);
    std::vector<Argument> arguments{{DNNL_ARG_FROM, from.desc, from.place},
                                    {DNNL_ARG_TO, to.desc, to.place}};
    if (const float factor = from.scale / to.scale; factor != 1) {
        onednn::setReorderFactor(attributes, factor);
        appendFactors(arguments, DNNL_ARG_FROM, {factor});
    }
    const dnnl::reorder::primitive_desc desc(m_engine, from.desc, m_engine, to.desc, attributes);
    append(dnnl::reorder(desc), desc, {}, std::move(arguments));
}

Argument Planner::weights(std::size_t layer, int id, const Desc& wanted, const memory::dims& dims) {
    m_list.pieces.push_back(
        {.layer = layer, .given = plain(dims, memory::data_type::f32), .wanted = wanted});
    return {id, wanted, {BytePlace::Kind::Weights, m_list.pieces.size() - 1}};
}

void Planner::appendFactors(std::vector<Argument>& arguments, int of, std::vector<float> factors) {
    if (!onednn::kFactorsAreRead) return;
    const Desc desc = plain({static_cast<std::int64_t>(factors.size())}, memory::data_type::f32);
    m_list.pieces.push_back({.wanted = desc, .known = std::move(factors)});
    arguments.push_back(
        {onednn::factorsOf(of), desc, {BytePlace::Kind::Weights, m_list.pieces.size() - 1}});
}

Argument Planner::bias(std::size_t layer, int id) {
    const Desc desc = biasDesc(m_work.layers[layer]);
    m_list.pieces.push_back({.layer = layer, .bias = true, .given = desc, .wanted = desc});
    return {id, desc, {BytePlace::Kind::Weights, m_list.pieces.size() - 1}};
}

void Planner::append(dnnl::primitive primitive, const dnnl::primitive_desc_base& desc,
                     std::vector<std::size_t> layers, std::vector<Argument> arguments) {
    std::int64_t bytes = 0;
    for (const Argument& argument : arguments)
        bytes += static_cast<std::int64_t>(argument.desc.get_size());
    const Desc scratch = desc.scratchpad_desc();
    if (const auto needed = static_cast<std::int64_t>(scratch.get_size()); needed > 0) {
        m_list.storages[kScratch] = std::max(m_list.storages[kScratch], needed);
        arguments.push_back({DNNL_ARG_SCRATCHPAD, scratch, {BytePlace::Kind::Arena, kScratch}});
    }
    m_list.tasks.push_back({.primitive = std::move(primitive),
                            .arguments = std::move(arguments),
                            .kernel = {std::move(layers), desc.impl_info_str(), bytes}});
}

void Planner::appendOwn(std::vector<std::size_t> layers, const char* name,
                        std::shared_ptr<const PlanKernel> own, std::vector<Argument> arguments,
                        std::int64_t scratch_bytes) {
    std::int64_t bytes = 0;
    for (const Argument& argument : arguments)
        bytes += static_cast<std::int64_t>(argument.desc.get_size());
    if (scratch_bytes > 0) {
        m_list.storages[kScratch] = std::max(m_list.storages[kScratch], scratch_bytes);
        arguments.push_back({DNNL_ARG_SCRATCHPAD, {}, {BytePlace::Kind::Arena, kScratch}});
    }
    m_list.tasks.push_back({.arguments = std::move(arguments),
                            .own = std::move(own),
                            .kernel = {std::move(layers), std::string("duelo:") + name, bytes}});
}

void Planner::deliverAnswer() {
    const Held& held = m_held.at(m_work.layers.back().output);
    if (held.place.kind == BytePlace::Kind::Answer) return;
    const Held from = held;
    reorder(from,
            {plain(onednn::dimsIn(from.desc), memory::data_type::f32), {BytePlace::Kind::Answer}});
}

}  // namespace duelo
