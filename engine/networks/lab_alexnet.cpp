// SPDX-License-Identifier: Apache-2.0
#include "networks/lab_alexnet.h"

namespace duelo {
namespace {

using Value = Network::Value;

constexpr int kSidePx = 32;
constexpr PoolSpec kPool{.kernel = 2, .stride = 2};

Value conv(Network& net, Value x, const char* name, int out_channels, int stride = 1) {
    return net.conv(
        x, name,
        {.out_channels = out_channels, .kernel = 3, .stride = stride, .padding = 1, .bias = true});
}

}  // namespace

Network labAlexnet(int outputs) {
    Network net(3, kSidePx);
    Value x = net.relu(net.maxPool(conv(net, Network::kImage, "features.0", 64, 2), kPool));
    x = net.relu(net.maxPool(conv(net, x, "features.3", 192), kPool));
    x = net.relu(conv(net, x, "features.6", 384));
    x = net.relu(conv(net, x, "features.8", 256));
    x = net.relu(net.maxPool(conv(net, x, "features.10", 256), kPool));
    x = net.relu(net.linear(net.dropout(net.flatten(x)), "classifier.1", 4096));
    x = net.relu(net.linear(net.dropout(x), "classifier.4", 4096));
    net.linear(x, "classifier.6", outputs);
    return net;
}

}  // namespace duelo
