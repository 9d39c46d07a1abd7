// SPDX-License-Identifier: Apache-2.0
#include "experiments/python_network.h"

#include "base/text.h"
#include "networks/hidden_units.h"

namespace duelo {

std::string pythonLayer(const Node& node, bool last) {
    const auto number = [](int value) { return std::to_string(value); };
    const std::string out = last ? "outputs" : number(node.out_channels);
    const std::string window = "stride=" + number(node.stride) +
                               (node.padding > 0 ? ", padding=" + number(node.padding) : "");
    switch (node.op) {
        case Op::Conv:
            return "nn.Conv2d(" + number(node.in_channels) + ", " + out + ", " +
                   number(node.kernel) + ", " + window + ")";
        case Op::MaxPool:
            return "nn.MaxPool2d(" + number(node.kernel) + ", " + window + ")";
        case Op::Relu:
            return "nn.ReLU()";
        case Op::Flatten:
            return "nn.Flatten()";
        case Op::Dropout:
            return "nn.Dropout(" + formatExact(node.probability) + ")";
        case Op::Linear:
            return "nn.Linear(" + number(node.in_channels) + ", " + out + ")";
        default:
            return {};  // no network that is trained has another
    }
}

Json networkNames(const std::vector<Json>& models, const std::vector<Json>& widths) {
    Json names = Json::array();
    for (const Json& model : models) {
        if (model != kMlp || widths.empty()) {
            names.push_back(model);
            continue;
        }
        for (const Json& width : widths) names.push_back(mlpName(width.get<int>()));
    }
    return names;
}

}  // namespace duelo
