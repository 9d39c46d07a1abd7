// SPDX-License-Identifier: Apache-2.0
#include "networks/efficientnet_lite.h"

#include <string>

namespace duelo {
namespace {

using Value = Network::Value;

struct LiteStage {
    int blocks;
    int kernel;
    int stride;
    int expansion;
    int channels;
};

/// EfficientNet-B0's stages; the Lite variants keep the first and the last unscaled.
constexpr LiteStage kLiteStages[] = {{1, 3, 1, 1, 16}, {2, 3, 2, 6, 24},  {2, 5, 2, 6, 40},
                                     {3, 3, 2, 6, 80}, {3, 5, 1, 6, 112}, {4, 5, 2, 6, 192},
                                     {1, 3, 1, 6, 320}};

Value convBn(Network& net, Value x, const std::string& conv, const std::string& norm,
             ConvSpec spec) {
    spec.same_padding = true;
    return net.batchNorm(net.conv(x, conv, spec), norm, 1e-3);
}

Value block(Network& net, Value x, const std::string& name, int in, const LiteStage& stage,
            int stride) {
    const int hidden = in * stage.expansion;
    Value y = x;
    if (stage.expansion != 1)
        y = net.relu6(
            convBn(net, y, name + "._expand_conv", name + "._bn0", {.out_channels = hidden}));
    y = net.relu6(convBn(
        net, y, name + "._depthwise_conv", name + "._bn1",
        {.out_channels = hidden, .kernel = stage.kernel, .stride = stride, .groups = hidden}));
    y = convBn(net, y, name + "._project_conv", name + "._bn2", {.out_channels = stage.channels});
    return stride == 1 && in == stage.channels ? net.add(y, x) : y;
}

}  // namespace

Network efficientnetLite0(int outputs) {
    Network net;
    int channels = 32;
    Value x = net.relu6(convBn(net, Network::kImage, "_conv_stem", "_bn0",
                               {.out_channels = channels, .kernel = 3, .stride = 2}));
    int index = 0;
    for (const LiteStage& stage : kLiteStages) {
        for (int i = 0; i < stage.blocks; ++i) {
            x = block(net, x, "_blocks." + std::to_string(index++), channels, stage,
                      i == 0 ? stage.stride : 1);
            channels = stage.channels;
        }
    }
    x = net.relu6(convBn(net, x, "_conv_head", "_bn1", {.out_channels = 1280}));
    x = net.dropout(net.flatten(net.adaptiveAvgPool(x, 1)));
    net.linear(x, "_fc", outputs);
    return net;
}

}  // namespace duelo
