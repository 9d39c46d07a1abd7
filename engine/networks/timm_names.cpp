// SPDX-License-Identifier: Apache-2.0
#include "networks/timm_names.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>

namespace duelo {
namespace {

using Names = std::vector<std::string>;

void add(Names& names, const std::string& block, std::initializer_list<const char*> parts) {
    for (const char* part : parts) names.push_back(block + part);
}

/// MobileNetV2's and EfficientNet's: the first block has no expansion.
Names blocksInStages(std::initializer_list<int> stages) {
    Names names{"conv_stem", "bn1"};
    int stage = 0;
    for (const int blocks : stages) {
        for (int i = 0; i < blocks; ++i) {
            const std::string block =
                "blocks." + std::to_string(stage) + "." + std::to_string(i) + ".";
            if (stage == 0)
                add(names, block, {"conv_dw", "bn1", "conv_pw", "bn2"});
            else
                add(names, block, {"conv_pw", "bn1", "conv_dw", "bn2", "conv_pwl", "bn3"});
        }
        ++stage;
    }
    add(names, {}, {"conv_head", "bn2", "classifier"});
    return names;
}

Names vitB16Names() {
    constexpr int kLayers = 12;
    Names names{"patch_embed.proj", "cls_token", "pos_embed"};
    for (int i = 0; i < kLayers; ++i)
        add(names, "blocks." + std::to_string(i) + ".",
            {"norm1", "attn.qkv", "attn.proj", "norm2", "mlp.fc1", "mlp.fc2"});
    add(names, {}, {"norm", "head"});
    return names;
}

Names vgg16Names(const Network& network) {
    Names names;
    for (const Node& node : network.nodes())
        if (node.op == Op::Conv) names.push_back(node.name);
    add(names, {}, {"pre_logits.fc1", "pre_logits.fc2", "head.fc"});
    return names;
}

/// Returns the names of the nodes that have tensors, in the order of the nodes.
Names namesOf(std::string_view model, const Network& network) {
    if (model == "mobilenet_v2") return blocksInStages({1, 2, 3, 4, 3, 3, 1});
    if (model == "efficientnet_lite0") return blocksInStages({1, 2, 2, 3, 3, 4, 1});
    if (model == "vit_b_16") return vitB16Names();
    if (model == "vgg16") return vgg16Names(network);
    return {};
}

/// The linear layers of VGG16 but the last are convolutions, the first one of 7x7.
std::vector<std::int64_t> asConvolution(const std::vector<std::int64_t>& linear) {
    constexpr std::int64_t kMapChannels = 512, kMapSide = 7;
    if (linear[1] == kMapChannels * kMapSide * kMapSide)
        return {linear[0], kMapChannels, kMapSide, kMapSide};
    return {linear[0], linear[1], 1, 1};
}

}  // namespace

std::vector<TensorSpec> timmTensors(std::string_view model, const Network& network) {
    const Names names = namesOf(model, network);
    std::map<std::string, TensorSpec> theirs;  // by our name
    std::size_t next = 0;
    for (const Node& node : network.nodes()) {
        const std::vector<TensorSpec> ours = tensorSpecs(node);
        if (ours.empty()) continue;
        if (next == names.size()) return {};
        const std::string& name = names[next++];
        for (const TensorSpec& spec : ours) {
            const bool whole = spec.name == node.name;  // a learned tensor that is no module's
            TensorSpec told{whole ? name : name + "." + spec.name.substr(node.name.size() + 1),
                            spec.shape};
            if (name.starts_with("pre_logits.") && spec.shape.size() == 2)
                told.shape = asConvolution(spec.shape);
            theirs.emplace(spec.name, std::move(told));
        }
    }
    std::vector<TensorSpec> all;
    for (const TensorSpec& spec : network.tensorSpecs()) all.push_back(theirs.at(spec.name));
    return all;
}

}  // namespace duelo
