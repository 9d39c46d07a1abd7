// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <oneapi/dnnl/dnnl.hpp>

#include "dnn/dnn.h"

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

/// In the layout that a primitive is fastest in.
[[nodiscard]] inline dnnl::memory::desc any(const dnnl::memory::dims& dims,
                                            dnnl::memory::data_type type) {
    return {dims, type, dnnl::memory::format_tag::any};
}

/// Of a convolution.
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

}  // namespace duelo
