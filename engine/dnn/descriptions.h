// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <oneapi/dnnl/dnnl.hpp>

#include "dnn/dnn.h"
#include "dnn/onednn_version.h"

/// Layers in oneDNN's terms.
namespace duelo {

[[nodiscard]] inline dnnl::memory::dims dimsOf(const Shape& shape) {
    return {shape.batch, shape.channels, shape.height, shape.width};
}

/// The last dimension runs fastest.
[[nodiscard]] inline dnnl::memory::desc plain(const dnnl::memory::dims& dims,
                                              dnnl::memory::data_type type) {
    using Tag = dnnl::memory::format_tag;
    constexpr std::array tags{Tag::a, Tag::ab, Tag::abc, Tag::abcd, Tag::abcde};
    return {dims, type, tags.at(dims.size() - 1)};
}

/// A map whose places have their channels beside each other.
[[nodiscard]] inline dnnl::memory::desc channelsInside(const Shape& shape,
                                                       dnnl::memory::data_type type) {
    return {dimsOf(shape), type, dnnl::memory::format_tag::acdb};
}

/// Leaves the layout to the primitive, which takes the one that it is fastest in.
[[nodiscard]] inline dnnl::memory::desc any(const dnnl::memory::dims& dims,
                                            dnnl::memory::data_type type) {
    return {dims, type, dnnl::memory::format_tag::any};
}

/// Returns the dimensions of a convolution's weights.
[[nodiscard]] inline dnnl::memory::dims weightDims(const Node& node) {
    const int groups = node.groups;
    if (groups == 1) return {node.out_channels, node.in_channels, node.kernel, node.kernel};
    return {groups, node.out_channels / groups, node.in_channels / groups, node.kernel,
            node.kernel};
}

[[nodiscard]] inline dnnl::memory::desc biasDesc(const DnnLayer& layer) {
    if (!layer.bias) return {};
    return plain({layer.node.out_channels}, dnnl::memory::data_type::f32);
}

/// Appends the activation of numbers that are to be multiplied by `scale`; only ReLU and ReLU6 take
/// a scale other than 1.
inline void appendActivation(dnnl::post_ops& then, Activation activation, float scale = 1) {
    if (activation == Activation::Relu)
        onednn::appendEltwise(then, dnnl::algorithm::eltwise_relu, 0, 0);
    if (activation == Activation::Relu6)
        onednn::appendEltwise(then, dnnl::algorithm::eltwise_clip, 0, 6 / scale);
    if (activation == Activation::Gelu)
        onednn::appendEltwise(then, dnnl::algorithm::eltwise_gelu_erf, 0, 0);
}

/// Returns the attributes of a primitive that uses scratch memory of the caller's.
[[nodiscard]] inline dnnl::primitive_attr attributesOf(const dnnl::post_ops& then) {
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    attributes.set_post_ops(then);
    return attributes;
}

[[nodiscard]] inline dnnl::primitive_attr attributesOf(Activation activation, bool sum = false) {
    dnnl::post_ops then;
    if (sum) onednn::appendSum(then, 1);
    appendActivation(then, activation);
    return attributesOf(then);
}

}  // namespace duelo
