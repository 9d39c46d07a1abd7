// SPDX-License-Identifier: Apache-2.0
#include "models/folded_weights.h"

#include <ATen/ATen.h>

namespace duelo {

LayerWeights foldedWeights(const Network& network, const Step& step, const WeightMap& weights) {
    const auto find = [&](const Node& node, const char* part) {
        return weights.at(tensorName(node, part));
    };
    const Node& node = network.nodes()[step.node];
    if (node.op == Op::ClassToken || node.op == Op::Positions) return {weights.at(node.name), {}};
    LayerWeights layer{find(node, "weight"), node.bias ? find(node, "bias") : at::Tensor()};
    if (step.batch_norm < 0) return layer;
    const Node& norm = network.nodes()[step.batch_norm];
    const auto wide = [&](const char* part) { return find(norm, part).to(at::kDouble); };
    const at::Tensor scale = wide("weight") / (wide("running_var") + norm.eps).sqrt();
    at::Tensor shift = -wide("running_mean");
    if (layer.bias.defined()) shift = shift + layer.bias.to(at::kDouble);
    layer.bias = (shift * scale + wide("bias")).to(at::kFloat);
    layer.weight = (layer.weight.to(at::kDouble) * scale.reshape({-1, 1, 1, 1})).to(at::kFloat);
    return layer;
}

}  // namespace duelo
