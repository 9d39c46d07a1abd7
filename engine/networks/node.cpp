// SPDX-License-Identifier: Apache-2.0
#include "networks/node.h"

namespace duelo {

const char* opName(Op op) {
    switch (op) {
        case Op::Conv:
            return "conv";
        case Op::BatchNorm:
            return "batch_norm";
        case Op::Relu:
            return "relu";
        case Op::Relu6:
            return "relu6";
        case Op::MaxPool:
            return "max_pool";
        case Op::AdaptiveAvgPool:
            return "adaptive_avg_pool";
        case Op::Add:
            return "add";
        case Op::Flatten:
            return "flatten";
        case Op::Dropout:
            return "dropout";
        case Op::Linear:
            return "linear";
        case Op::Gelu:
            return "gelu";
        case Op::Tokens:
            return "tokens";
        case Op::ClassToken:
            return "class_token";
        case Op::Positions:
            return "positions";
        case Op::LayerNorm:
            return "layer_norm";
        case Op::Attention:
            return "attention";
        case Op::FirstToken:
            return "first_token";
    }
    return "";
}

std::string tensorName(const Node& node, std::string_view part) {
    return (node.name + node.joint).append(part);
}

std::vector<TensorSpec> tensorSpecs(const Node& node) {
    const std::int64_t outs = node.out_channels;
    std::vector<TensorSpec> specs;
    switch (node.op) {
        case Op::Conv:
            specs.push_back({tensorName(node, "weight"),
                             {outs, node.in_channels / node.groups, node.kernel, node.kernel}});
            break;
        case Op::Linear:
            specs.push_back({tensorName(node, "weight"), {outs, node.in_channels}});
            break;
        case Op::BatchNorm:
            for (const char* part : {"weight", "bias", "running_mean", "running_var"})
                specs.push_back({tensorName(node, part), {outs}});
            break;
        case Op::LayerNorm:
            specs.push_back({tensorName(node, "weight"), {outs}});
            break;
        case Op::ClassToken:
            specs.push_back({node.name, {1, 1, outs}});
            break;
        case Op::Positions:
            specs.push_back(
                {node.name, {1, node.leading + node.trained_side * node.trained_side, outs}});
            break;
        default:
            break;
    }
    if (node.bias) specs.push_back({tensorName(node, "bias"), {outs}});
    return specs;
}

std::int64_t parameterCount(const Node& node) {
    std::int64_t count = 0;
    for (const TensorSpec& spec : tensorSpecs(node))
        if (spec.name.find(".running_") == std::string::npos) {
            std::int64_t values = 1;
            for (const std::int64_t extent : spec.shape) values *= extent;
            count += values;
        }
    return count;
}

}  // namespace duelo
