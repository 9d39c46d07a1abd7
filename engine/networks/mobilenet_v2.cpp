// SPDX-License-Identifier: Apache-2.0
#include "networks/mobilenet_v2.h"

#include <string>

namespace duelo {
namespace {

using Value = Network::Value;

struct BlockStage {
    int expansion;
    int channels;
    int blocks;
    int stride;
};

/// Table 2 of the paper.
constexpr BlockStage kMobileStages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                        {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};

Value convBnRelu6(Network& net, Value x, const std::string& name, const ConvSpec& spec) {
    return net.relu6(net.batchNorm(net.conv(x, name + ".0", spec), name + ".1"));
}

Value invertedResidual(Network& net, Value x, const std::string& name, int in,
                       const BlockStage& stage, int stride) {
    const int hidden = in * stage.expansion;
    const std::string prefix = name + ".conv.";
    int part = 0;
    Value y = x;
    if (stage.expansion != 1)
        y = convBnRelu6(net, y, prefix + std::to_string(part++), {.out_channels = hidden});
    y = convBnRelu6(
        net, y, prefix + std::to_string(part++),
        {.out_channels = hidden, .kernel = 3, .stride = stride, .padding = 1, .groups = hidden});
    y = net.conv(y, prefix + std::to_string(part++), {.out_channels = stage.channels});
    y = net.batchNorm(y, prefix + std::to_string(part));
    return stride == 1 && in == stage.channels ? net.add(y, x) : y;
}

}  // namespace

Network mobilenetV2(int outputs) {
    Network net;
    int channels = 32;
    Value x = convBnRelu6(net, Network::kImage, "features.0",
                          {.out_channels = channels, .kernel = 3, .stride = 2, .padding = 1});
    int index = 1;
    for (const BlockStage& stage : kMobileStages) {
        for (int i = 0; i < stage.blocks; ++i) {
            x = invertedResidual(net, x, "features." + std::to_string(index++), channels, stage,
                                 i == 0 ? stage.stride : 1);
            channels = stage.channels;
        }
    }
    x = convBnRelu6(net, x, "features." + std::to_string(index), {.out_channels = 1280});
    x = net.dropout(net.flatten(net.adaptiveAvgPool(x, 1)));
    net.linear(x, "classifier.1", outputs);
    return net;
}

}  // namespace duelo
