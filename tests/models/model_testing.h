// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include <ATen/ATen.h>

#include "base/result.h"
#include "models/model.h"
#include "models/weight_set.h"
#include "networks/registry.h"

namespace duelo::testing {

/// Of the weights and images behind the golden files (tests/parity/make_golden.py).
inline constexpr std::uint64_t kGoldenSeed = 7;

inline const ModelInfo& modelNamed(const std::string& name) {
    return *findModel(name).value();
}

/// Generated once for all rows of a test, because AlexNet alone has 61 million values.
inline WeightSet goldenWeights(const ModelInfo& info) {
    static std::map<std::string_view, WeightSet> made;
    WeightSet& weights = made[info.name];
    if (!weights) weights = randomWeights(info.network, kGoldenSeed);
    return weights;
}

inline at::Tensor goldenImages(int batch, int height, int width) {
    at::Tensor images = at::empty({batch, 3, height, width}, at::kFloat);
    randomUniform(kGoldenSeed, "image", images.mutable_data_ptr<float>(), images.numel());
    return images.mul_(4).sub_(2);
}

inline Json readJson(const std::string& path) {
    std::ifstream file(path);
    return Json::parse(file);
}

/// Largest difference, relative to the largest logit: the measure of the correctness gate.
inline double relativeError(const at::Tensor& actual, const at::Tensor& expected) {
    return (actual - expected).abs().max().item<double>() / expected.abs().max().item<double>();
}

struct GoldenErrors {
    double probability = 0;  ///< largest difference over the stored classes and the first five
    double logit = 0;        ///< the same of logits, relative to the largest
    bool same_top5 = true;
};

/// `expected` is what summary() of make_golden.py wrote for one image.
inline GoldenErrors compareWithGolden(const at::Tensor& logits, const Json& expected, int every) {
    const at::Tensor row = logits.contiguous();
    const auto* values = row.const_data_ptr<float>();
    const double log_sum = at::logsumexp(row.to(at::kDouble), 0).item<double>();
    const double golden_log_sum = expected.at("log_sum_exp").get<double>();
    const double largest = row.abs().max().item<double>();

    GoldenErrors errors;
    const auto compare = [&](std::int64_t index, double golden) {
        errors.logit = std::max(errors.logit, std::abs(values[index] - golden) / largest);
        errors.probability = std::max(
            errors.probability,
            std::abs(std::exp(values[index] - log_sum) - std::exp(golden - golden_log_sum)));
    };
    std::int64_t index = 0;
    for (const Json& golden : expected.at("logits")) {
        compare(index, golden.get<double>());
        index += every;
    }
    const at::Tensor best = std::get<1>(at::topk(row, 5)).contiguous();
    for (std::size_t i = 0; i < 5; ++i) {
        const Json& golden = expected.at("top").at(i);
        compare(golden.at(0).get<std::int64_t>(), golden.at(1).get<double>());
        if (best.const_data_ptr<std::int64_t>()[i] != golden.at(0).get<std::int64_t>())
            errors.same_top5 = false;
    }
    return errors;
}

}  // namespace duelo::testing
