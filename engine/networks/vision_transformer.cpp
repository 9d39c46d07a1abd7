// SPDX-License-Identifier: Apache-2.0
#include "networks/vision_transformer.h"

#include <string>

namespace duelo {
namespace {

struct VitSizes {
    int patch_px, trained_px, layers, heads, width, hidden;
};

constexpr double kVitEps = 1e-6;

Network::Value encoderLayer(Network& net, Network::Value x, const std::string& name,
                            const VitSizes& sizes) {
    Network::Value y = net.layerNorm(x, name + ".ln_1", kVitEps);
    y = net.linear(y, name + ".self_attention.in_proj", 3 * sizes.width, '_');
    y = net.attention(y, name + ".self_attention", sizes.heads);
    y = net.linear(y, name + ".self_attention.out_proj", sizes.width);
    x = net.add(y, x);
    y = net.layerNorm(x, name + ".ln_2", kVitEps);
    y = net.gelu(net.linear(y, name + ".mlp.0", sizes.hidden));
    y = net.linear(y, name + ".mlp.3", sizes.width);
    return net.add(y, x);
}

Network visionTransformer(const VitSizes& sizes, int outputs) {
    Network net;
    const Network::Value map = net.conv(Network::kImage, "conv_proj",
                                        {.out_channels = sizes.width,
                                         .kernel = sizes.patch_px,
                                         .stride = sizes.patch_px,
                                         .bias = true});
    Network::Value x = net.classToken(net.tokens(map), "class_token");
    x = net.positions(x, "encoder.pos_embedding", map, sizes.trained_px / sizes.patch_px);
    for (int i = 0; i < sizes.layers; ++i)
        x = encoderLayer(net, x, "encoder.layers.encoder_layer_" + std::to_string(i), sizes);
    x = net.firstToken(net.layerNorm(x, "encoder.ln", kVitEps));
    net.linear(x, "heads.head", outputs);
    return net;
}

}  // namespace

Network vitB16(int outputs) {
    return visionTransformer({.patch_px = kVitPatchPx,
                              .trained_px = 224,
                              .layers = 12,
                              .heads = 12,
                              .width = 768,
                              .hidden = 3072},
                             outputs);
}

}  // namespace duelo
