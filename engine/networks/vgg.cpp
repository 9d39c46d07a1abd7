// SPDX-License-Identifier: Apache-2.0
#include "networks/vgg.h"

#include <array>
#include <string>

namespace duelo {

Network vgg16(int outputs) {
    struct Stage {
        int convolutions, channels;
    };
    constexpr std::array stages{Stage{2, 64}, Stage{2, 128}, Stage{3, 256}, Stage{3, 512},
                                Stage{3, 512}};
    Network net;
    Network::Value x = Network::kImage;
    int module = 0;  // ReLU and pooling are modules too, without parameters
    for (const Stage& stage : stages) {
        for (int i = 0; i < stage.convolutions; ++i, module += 2)
            x = net.relu(net.conv(
                x, "features." + std::to_string(module),
                {.out_channels = stage.channels, .kernel = 3, .padding = 1, .bias = true}));
        x = net.maxPool(x, {.kernel = 2, .stride = 2});
        ++module;
    }
    x = net.flatten(net.adaptiveAvgPool(x, 7));
    x = net.dropout(net.relu(net.linear(x, "classifier.0", 4096)));
    x = net.dropout(net.relu(net.linear(x, "classifier.3", 4096)));
    net.linear(x, "classifier.6", outputs);
    return net;
}

}  // namespace duelo
