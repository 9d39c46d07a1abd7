// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/told_layers.h"

#include <algorithm>

#include "networks/execution_plan.h"

namespace duelo {

std::map<int, int> toldValues(const Network& network) {
    std::map<int, int> told;
    const std::vector<Step> steps = executionPlan(network, Merging::Complete);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const Op op = network.nodes()[static_cast<std::size_t>(steps[i].node)].op;
        if (op == Op::Conv || op == Op::MaxPool || op == Op::Linear || op == Op::Attention)
            told.emplace(steps[i].output, steps[i].node);
    }
    return told;
}

std::string toldName(const Node& node) {
    return node.name.empty() ? opName(node.op) : node.name;
}

std::vector<std::string> toldLayerNames(const Network& network) {
    std::vector<std::string> names;
    for (const auto& [value, node] : toldValues(network)) {
        std::string name = toldName(network.nodes()[static_cast<std::size_t>(node)]);
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    return names;
}

int lastFeatures(const Network& network) {
    return executionPlan(network, Merging::None).back().input;
}

}  // namespace duelo
