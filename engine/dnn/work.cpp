// SPDX-License-Identifier: Apache-2.0
#include "dnn/work.h"

namespace duelo {

DnnWork dnnWork(const Network& network, std::span<const Step> steps, std::span<const Shape> shapes,
                Precision precision) {
    DnnWork work{.layers = {}, .precision = precision};
    for (const Step& step : steps) {
        const Node& node = network.nodes()[step.node];
        work.layers.push_back({.node = node,
                               .activation = step.activation,
                               .input = step.input,
                               .output = step.output,
                               .residual = step.residual,
                               .in_place = step.in_place,
                               .bias = node.bias || step.batch_norm >= 0,
                               .in = shapes[step.input],
                               .out = shapes[step.output]});
    }
    return work;
}

}  // namespace duelo
