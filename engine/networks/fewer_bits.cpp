// SPDX-License-Identifier: Apache-2.0
#include "networks/fewer_bits.h"

#include <algorithm>
#include <iterator>

namespace duelo {
namespace {

struct KnownBits {
    std::string_view model, origin;  ///< of its weights
    FewerBits bounds;
};

// A table, as no formula of the depth gives them: what a network loses follows from its weights,
// and the published ones of EfficientNet-Lite0 lose five times what random ones do. Each is about
// 1.5 times the largest difference from fp64 of any logit, mode and image that bench_accuracy finds
// (tests/bench/results), but 3e-2 at most in bf16.
constexpr std::string_view kPublished = "official", kUntrained = "random";
constexpr KnownBits kOfNetworks[]{
    {"efficientnet_lite0", kPublished, {3e-2, 0.12}},
    {"efficientnet_lite0", kUntrained, {0.0175, 0.05}},
    {"mobilenet_v2", kUntrained, {0.02, 0.085}},
    {"resnet18", kUntrained, {0.0125, 0.056}},
    {"resnet34", kUntrained, {0.0135, 0.07}},
    {"resnet50", kUntrained, {0.0205, 0.085}},
    {"alexnet", kUntrained, {0.0145, 0.05}},
    {"vgg16", kUntrained, {0.0145, 0.046}},
    {"vit_b_16", kUntrained, {3e-2, 0.115}},
    {"lab_alexnet", kUntrained, {0.0125, 0.035}},
};

}  // namespace

std::optional<FewerBits> knownFewerBits(std::string_view model, std::string_view origin) {
    const auto* const found = std::ranges::find_if(kOfNetworks, [&](const KnownBits& known) {
        return known.model == model && known.origin == origin;
    });
    return found == std::end(kOfNetworks) ? std::nullopt : std::optional(found->bounds);
}

}  // namespace duelo
