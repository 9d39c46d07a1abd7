// SPDX-License-Identifier: Apache-2.0
#include "networks/winograd.h"

#include <algorithm>

namespace duelo {
namespace {

// What a weight costs that is read once, in products with it. Measured layer by layer (2026-11-26,
// two Zen 5 cores, weights from memory; 16 to 512 channels, maps of 3 to 224 px, batches of 1 to
// 8): between 12 and 19 it chooses the fastest of 4, 2 and direct everywhere.
constexpr std::int64_t kWeightCost = 18;

/// Channels of a vector, or of whole ones.
constexpr int kVectorChannels = 16;

std::int64_t winogradCost(std::int64_t products, std::int64_t places) {
    return products * (places + kWeightCost);
}

}  // namespace

std::int64_t winogradTiles(const Shape& out, int outputs) {
    const auto tiles = [&](std::int64_t size) { return (size + outputs - 1) / outputs; };
    return out.batch * tiles(out.height) * tiles(out.width);
}

int winogradOutputs(const Node& node, const Shape& out) {
    if (node.op != Op::Conv || node.kernel != 3 || node.stride != 1 || node.groups != 1 ||
        node.in_channels % kVectorChannels != 0 || node.out_channels % kVectorChannels != 0)
        return 0;
    int best = 0;
    std::int64_t least = winogradCost(9, out.batch * out.height * out.width);
    for (const int outputs : {4, 2}) {
        const std::int64_t own =
            winogradCost(winogradProducts(outputs), winogradTiles(out, outputs));
        if (own >= least) continue;
        best = outputs;
        least = own;
    }
    return best;
}

std::int64_t winogradScratchBytes(const Node& node, const Shape& out, std::int64_t threads) {
    const int outputs = winogradOutputs(node, out);
    if (outputs == 0) return 0;
    const std::int64_t tiles = winogradTiles(out, outputs), bytes = winogradProducts(outputs) * 4;
    // The last panel of 64 outputs may be half empty, and threads do not divide the tiles evenly.
    constexpr std::int64_t panel = 64, gaps = 32;
    const std::int64_t of_all =
        (tiles + tiles / 4 + 2) * (node.in_channels + node.out_channels + panel) * bytes;
    if (tiles < kWinogradTilesOfThread * threads) return of_all;
    return std::min(of_all,
                    threads * (kWinogradTilesAtOnce * (node.in_channels + panel) + gaps) * bytes);
}

}  // namespace duelo
