// SPDX-License-Identifier: Apache-2.0
#include "record/tolerance.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace duelo {
namespace {

struct Bounds {
    std::string_view model, origin;  ///< of its weights
    double fewer_bits;               ///< bf16; fp16 and tf32 have more
    double int8;
};

// A table, as no formula of the depth gives them: what a network loses follows from its weights,
// and the published ones of EfficientNet-Lite0 lose five times what random ones do. Each is about
// 1.5 times the largest difference from fp64 of any logit, mode and image that bench_accuracy finds
// (tests/bench/results), but 3e-2 at most in bf16.
constexpr std::string_view kOfficial = "official";
constexpr Bounds kOfNetworks[]{
    {"efficientnet_lite0", kOfficial, 3e-2, 0.12},
    {"efficientnet_lite0", kRandomOrigin, 0.0175, 0.05},
    {"mobilenet_v2", kRandomOrigin, 0.02, 0.085},
    {"resnet18", kRandomOrigin, 0.0125, 0.056},
    {"resnet34", kRandomOrigin, 0.0135, 0.07},
    {"resnet50", kRandomOrigin, 0.0205, 0.085},
    {"alexnet", kRandomOrigin, 0.0145, 0.05},
    {"vgg16", kRandomOrigin, 0.0145, 0.046},
    {"vit_b_16", kRandomOrigin, 3e-2, 0.115},
    {"lab_alexnet", kRandomOrigin, 0.0125, 0.035},
};
constexpr Bounds kUsual{{}, {}, 3e-2, 0.15};
constexpr double kFp32 = 1e-4;

const Bounds& boundsOf(const Params& work, const std::vector<Identity>& given) {
    const auto weights = std::ranges::find(given, "weights", &Identity::id);
    if (weights == given.end()) return kUsual;
    const std::string model = work.text("model");
    const auto* const found = std::ranges::find_if(kOfNetworks, [&](const Bounds& bounds) {
        return bounds.model == model && bounds.origin == weights->origin;
    });
    return found == std::end(kOfNetworks) ? kUsual : *found;
}

double toleranceOf(const Bounds& bounds, const Params& variant) {
    switch (variant.word<Precision>("precision")) {
        case Precision::Fp32:
            return kFp32;
        case Precision::Int8:
            return bounds.int8;
        default:
            return bounds.fewer_bits;
    }
}

}  // namespace

double toleranceFor(const Params& work, const std::vector<Identity>& given, const Params& a,
                    const Params& b) {
    // No figures are of GPUs, whose libraries round elsewhere.
    const bool gpu = deviceOf(a).isGpu() || deviceOf(b).isGpu();
    const Bounds& bounds = gpu ? kUsual : boundsOf(work, given);
    return std::max(toleranceOf(bounds, a), toleranceOf(bounds, b));
}

}  // namespace duelo
