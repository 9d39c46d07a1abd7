// SPDX-License-Identifier: Apache-2.0
#include "networks/alexnet.h"

namespace duelo {
namespace {

using Value = Network::Value;

Value convRelu(Network& net, Value x, const char* name, int out_channels, int kernel, int padding,
               int stride = 1) {
    return net.relu(net.conv(x, name,
                             {.out_channels = out_channels,
                              .kernel = kernel,
                              .stride = stride,
                              .padding = padding,
                              .bias = true}));
}

}  // namespace

Network alexnet(int outputs) {
    constexpr PoolSpec pool{.kernel = 3, .stride = 2};
    Network net;
    Value x = net.maxPool(convRelu(net, Network::kImage, "features.0", 64, 11, 2, 4), pool);
    x = net.maxPool(convRelu(net, x, "features.3", 192, 5, 2), pool);
    x = convRelu(net, x, "features.6", 384, 3, 1);
    x = convRelu(net, x, "features.8", 256, 3, 1);
    x = net.maxPool(convRelu(net, x, "features.10", 256, 3, 1), pool);
    x = net.dropout(net.flatten(net.adaptiveAvgPool(x, 6)));
    x = net.dropout(net.relu(net.linear(x, "classifier.1", 4096)));
    x = net.relu(net.linear(x, "classifier.4", 4096));
    net.linear(x, "classifier.6", outputs);
    return net;
}

}  // namespace duelo
