// SPDX-License-Identifier: Apache-2.0
#include "models/folded_weights.h"

#include "tensor/operators.h"

namespace duelo {

LayerWeights foldedWeights(const Network& network, const Step& step, const WeightMap& weights) {
    const auto find = [&](const Node& node, const char* part) {
        return weights.at(tensorName(node, part));
    };
    const Node& node = network.nodes()[step.node];
    if (node.op == Op::ClassToken || node.op == Op::Positions) return {weights.at(node.name), {}};
    LayerWeights layer{find(node, "weight"), node.bias ? find(node, "bias") : Tensor()};
    if (step.batch_norm < 0) return layer;
    const Node& norm = network.nodes()[step.batch_norm];
    const auto wide = [&](const char* part) { return find(norm, part).to(ScalarType::Double); };
    const Tensor scale = wide("weight") / ops::sqrt(wide("running_var") + norm.eps);
    Tensor shift = -wide("running_mean");
    if (layer.bias.defined()) shift = shift + layer.bias.to(ScalarType::Double);
    layer.bias = (shift * scale + wide("bias")).to(ScalarType::Float);
    layer.weight =
        (layer.weight.to(ScalarType::Double) * scale.reshape({-1, 1, 1, 1})).to(ScalarType::Float);
    return layer;
}

}  // namespace duelo
