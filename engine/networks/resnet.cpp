// SPDX-License-Identifier: Apache-2.0
#include "networks/resnet.h"

#include <array>
#include <string>

namespace duelo {
namespace {

using Value = Network::Value;

Value shortcut(Network& net, Value x, const std::string& name, int channels, int stride) {
    x = net.conv(x, name + ".downsample.0", {.out_channels = channels, .stride = stride});
    return net.batchNorm(x, name + ".downsample.1");
}

Value basicBlock(Network& net, Value x, const std::string& name, int width, int stride,
                 bool project) {
    Value y = net.conv(x, name + ".conv1",
                       {.out_channels = width, .kernel = 3, .stride = stride, .padding = 1});
    y = net.relu(net.batchNorm(y, name + ".bn1"));
    y = net.conv(y, name + ".conv2", {.out_channels = width, .kernel = 3, .padding = 1});
    y = net.batchNorm(y, name + ".bn2");
    if (project) x = shortcut(net, x, name, width, stride);
    return net.relu(net.add(y, x));
}

Value bottleneck(Network& net, Value x, const std::string& name, int width, int stride,
                 bool project) {
    const int expanded = 4 * width;
    Value y = net.conv(x, name + ".conv1", {.out_channels = width});
    y = net.relu(net.batchNorm(y, name + ".bn1"));
    y = net.conv(y, name + ".conv2",
                 {.out_channels = width, .kernel = 3, .stride = stride, .padding = 1});
    y = net.relu(net.batchNorm(y, name + ".bn2"));
    y = net.conv(y, name + ".conv3", {.out_channels = expanded});
    y = net.batchNorm(y, name + ".bn3");
    if (project) x = shortcut(net, x, name, expanded, stride);
    return net.relu(net.add(y, x));
}

using Block = decltype(&basicBlock);

Network resnet(Block block, bool first_stage_projects, const std::array<int, 4>& depths,
               int outputs) {
    Network net;
    Value x = net.conv(Network::kImage, "conv1",
                       {.out_channels = 64, .kernel = 7, .stride = 2, .padding = 3});
    x = net.relu(net.batchNorm(x, "bn1"));
    x = net.maxPool(x, {.kernel = 3, .stride = 2, .padding = 1});
    for (int stage = 0; stage < 4; ++stage) {
        for (int i = 0; i < depths[stage]; ++i) {
            const std::string name = "layer" + std::to_string(stage + 1) + "." + std::to_string(i);
            const bool first = i == 0;
            x = block(net, x, name, 64 << stage, first && stage > 0 ? 2 : 1,
                      first && (stage > 0 || first_stage_projects));
        }
    }
    x = net.flatten(net.adaptiveAvgPool(x, 1));
    net.linear(x, "fc", outputs);
    return net;
}

}  // namespace

Network resnet18(int outputs) {
    return resnet(basicBlock, false, {2, 2, 2, 2}, outputs);
}

Network resnet34(int outputs) {
    return resnet(basicBlock, false, {3, 4, 6, 3}, outputs);
}

Network resnet50(int outputs) {
    return resnet(bottleneck, true, {3, 4, 6, 3}, outputs);
}

}  // namespace duelo
