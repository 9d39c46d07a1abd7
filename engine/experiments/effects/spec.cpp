// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/spec.h"

#include <string>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/effects/params.h"
#include "experiments/effects/view.h"

namespace duelo {

namespace {

constexpr double kLeastBytes = 4096, kMostBytes = 1 << 30, kMostStride = 1 << 20;

Axis bytesAxis() {
    return {.id = "bytes",
            .unit = std::string(kByteUnit),
            .many = true,
            .usual = Json::array({32 << 10, 1 << 20, 64 << 20}),
            .min = kLeastBytes,
            .max = kMostBytes,
            .option = "--bytes",
            .help = "size of the data, e.g. 32KiB,64MiB",
            .offered = {32 << 10, 256 << 10, 1 << 20, 8 << 20, 64 << 20}};
}

Axis strideAxis() {
    return {.id = "stride_bytes",
            .unit = std::string(kByteUnit),
            .many = true,
            .usual = Json::array({kLineBytes, 4096}),
            .min = 2 * kElementBytes,
            .max = kMostStride,
            .when = {{.axis = "effect", .in = {word(Effect::Stride)}}},
            .option = "--stride",
            .help = "from one element to the next, of the effect stride, e.g. 64,4096",
            .offered = {8, 16, 32, 64, 128, 1024, 4096}};
}

/// Threads of the one effect that needs several. Of the case and no variant: a variant that only
/// some cases have cannot be their base.
Axis sharersAxis() {
    return {.id = "sharers",
            .many = true,
            .usual = Json::array({2}),
            .min = 1,
            .max = kMaxThreads,
            .when = {{.axis = "effect", .in = {word(Effect::Sharing)}}},
            .option = "--sharers",
            .help = "threads that count, of the effect sharing, e.g. 1,2,4",
            .offered = {1, 2, 4, 8}};
}

/// Elements are not cut in two: "effects_stride_not_whole".
std::vector<Problem> problemsOfStrides(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const std::vector<Json>& strides = valuesIn(plan.cases[i], "stride_bytes");
        for (std::size_t k = 0; k < strides.size(); ++k)
            if (strides[k].get<std::int64_t>() % kElementBytes != 0)
                return {{"stride_bytes",
                         i,
                         k,
                         {"effects_stride_not_whole",
                          {{"stride_bytes", strides[k]}, {"element_bytes", kElementBytes}}}}};
    }
    return {};
}

}  // namespace

Spec effectsSpec() {
    Spec spec{.id = "effects",
              .command = "effects",
              .help = "what the machine makes slow: strides, branches, shared lines, denormals"};
    spec.axes = {
        wordsAxis<Effect>("effect", AxisRole::Case, Json(wordsOf<Effect>),
                          "stride,branches,sharing,denormals"),
        bytesAxis(), strideAxis(), sharersAxis(),
        wordsAxis<EffectWay>("way", AxisRole::Variant, Json(wordsOf<EffectWay>), "hard,easy")};
    spec.metrics = {{.id = "element_rate", .unit = "element/s"},
                    {.id = "element_ns", .unit = "ns", .more_is_better = false, .in_table = true}};
    spec.parts = {{"compute"}};
    spec.validate = problemsOfStrides;
    spec.view = &effectsView();
    return spec;
}

}  // namespace duelo
