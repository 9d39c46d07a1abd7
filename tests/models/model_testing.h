// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/model.h"
#include "models/weight_set.h"
#include "networks/registry.h"
#include "tensor/operators.h"

namespace duelo::testing {

/// The seed of the weights and images behind the golden files (tests/parity/make_golden.py).
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

inline Tensor goldenImages(int batch, int height, int width) {
    Tensor images = ops::empty({batch, 3, height, width}, ScalarType::Float);
    randomUniform(kGoldenSeed, "image", images.data_ptr<float>(), images.numel());
    return images.mul_(4).add_(-2);
}

/// Returns all elements, the last dimension's beside each other.
inline std::vector<double> numbersOf(const Tensor& tensor) {
    const Tensor all = tensor.to(ScalarType::Double).contiguous();
    const auto* first = all.const_data_ptr<double>();
    return {first, first + all.numel()};
}

/// Returns the standard deviation of a sample, whose divisor is one less than the count.
inline double deviationOf(const Tensor& sample) {
    const Tensor all = sample.to(ScalarType::Double);
    const Tensor apart = all + -ops::mean(all).item<double>();
    const auto count = static_cast<double>(all.numel());
    return std::sqrt(ops::mean(ops::square(apart)).item<double>() * count / (count - 1));
}

/// Returns whether each element differs by at most `absolute` and that share of the expected one.
inline bool isClose(const Tensor& actual, const Tensor& expected, double relative,
                    double absolute) {
    return actual.sizes() == expected.sizes() &&
           std::ranges::equal(numbersOf(actual), numbersOf(expected), [&](double a, double b) {
               return std::abs(a - b) <= absolute + relative * std::abs(b);
           });
}

inline Json readJson(const std::string& path) {
    std::ifstream file(path);
    return Json::parse(file);
}

/// Largest difference, relative to the largest logit: the measure of the correctness gate.
inline double relativeError(const Tensor& actual, const Tensor& expected) {
    const auto largest = [](const Tensor& x) { return ops::max(ops::abs(x)).item<double>(); };
    return largest(actual - expected) / largest(expected);
}

struct GoldenErrors {
    double probability = 0;  ///< largest difference over the stored classes and the first five
    double logit = 0;        ///< the same of logits, relative to the largest
    bool same_top5 = true;
};

/// `expected` is what summary() of make_golden.py wrote for one image.
inline GoldenErrors compareWithGolden(const Tensor& logits, const Json& expected, int every) {
    const Tensor row = logits.contiguous();
    const auto* values = row.const_data_ptr<float>();
    double sum = 0;  // golden logits are far from where exp() overflows
    for (const double value : numbersOf(row)) sum += std::exp(value);
    const double log_sum = std::log(sum);
    const double golden_log_sum = expected.at("log_sum_exp").get<double>();
    const double largest = ops::max(ops::abs(row)).item<double>();

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
    const Tensor best = std::get<1>(ops::topk(row, 5)).contiguous();
    for (std::size_t i = 0; i < 5; ++i) {
        const Json& golden = expected.at("top").at(i);
        compare(golden.at(0).get<std::int64_t>(), golden.at(1).get<double>());
        if (best.const_data_ptr<std::int64_t>()[i] != golden.at(0).get<std::int64_t>())
            errors.same_top5 = false;
    }
    return errors;
}

}  // namespace duelo::testing
