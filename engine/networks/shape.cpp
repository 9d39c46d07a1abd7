// SPDX-License-Identifier: Apache-2.0
#include "networks/shape.h"

#include <algorithm>
#include <string>

namespace duelo {
namespace {

Shape outputShape(const Node& node, const Shape& in) {
    switch (node.op) {
        case Op::Conv:
            return {in.batch, node.out_channels, windowedSize(node, in.height),
                    windowedSize(node, in.width)};
        case Op::MaxPool:
            return {in.batch, in.channels, windowedSize(node, in.height),
                    windowedSize(node, in.width)};
        case Op::AdaptiveAvgPool:
            return {in.batch, in.channels, node.output_size, node.output_size};
        case Op::Flatten:
            return {in.batch, in.channels * in.height * in.width, 1, 1};
        case Op::Linear:
        case Op::Attention:
            return {in.batch, node.out_channels, in.height, in.width};
        case Op::Tokens:
            return {in.batch, in.channels, in.height * in.width, 1};
        case Op::ClassToken:
            return {in.batch, in.channels, in.height + 1, 1};
        case Op::FirstToken:
            return {in.batch, in.channels, 1, 1};
        default:
            return in;
    }
}

}  // namespace

Padding samePadding(std::int64_t size, int kernel, int stride) {
    const std::int64_t outputs = (size + stride - 1) / stride;
    const std::int64_t total = std::max<std::int64_t>((outputs - 1) * stride + kernel - size, 0);
    return {total / 2, total - total / 2};
}

Padding paddingOf(const Node& node, std::int64_t size) {
    if (node.same_padding) return samePadding(size, node.kernel, node.stride);
    return {node.padding, node.padding};
}

std::int64_t windowedSize(const Node& node, std::int64_t size) {
    const std::int64_t room = size + paddingOf(node, size).total() - node.kernel;
    return room < 0 ? 0 : room / node.stride + 1;
}

Shape imageShape(int batch, int height, int width) {
    return {batch, Network::kImageChannels, height, width};
}

Shape imageShape(const Network& network, int batch) {
    return {batch, network.imageChannels(), network.imageSidePx(), network.imageSidePx()};
}

Result<std::vector<Shape>> inferShapes(const Network& network, const Shape& image) {
    std::vector<Shape> shapes{image};
    shapes.reserve(network.valueCount());
    for (const Node& node : network.nodes()) {
        shapes.push_back(outputShape(node, shapes[node.input]));
        if (shapes.back().elements() <= 0)
            return fail("image_too_small_for_model",
                        {{"height", image.height}, {"width", image.width}},
                        std::string("no window fits at node ") + opName(node.op) + " " + node.name);
    }
    return shapes;
}

}  // namespace duelo
