// SPDX-License-Identifier: Apache-2.0
#include "networks/mlp.h"

namespace duelo {

Network mlp(int hidden, int outputs) {
    constexpr int side_px = 28;
    Network net(1, side_px);
    const auto x = net.relu(net.linear(net.flatten(Network::kImage), "fc1", hidden));
    net.linear(x, "fc2", outputs);
    return net;
}

}  // namespace duelo
