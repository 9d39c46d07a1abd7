// SPDX-License-Identifier: Apache-2.0
// Compiled without contraction to fused multiply-add: everything below is made of operations that
// IEEE 754 rounds in one way only, so that every platform gets the same bits.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "tensor/operators.h"

#include "models/initial_weights.h"

namespace duelo {
namespace {

/// The natural logarithm of a normal number > 0, to about 2 ulp. std::log rounds differently from
/// library to library.
double logarithm(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);  // [0.5, 1)
    if (mantissa < std::numbers::sqrt2 / 2) {
        mantissa *= 2;
        --exponent;
    }
    // ln m = 2 artanh(z); |z| < 0.172, so ten terms reach the last bit.
    const double z = (mantissa - 1) / (mantissa + 1);
    const double square = z * z;
    double sum = 0;
    for (int power = 21; power >= 1; power -= 2) sum = sum * square + 1.0 / power;
    return exponent * std::numbers::ln2 + 2 * z * sum;
}

double polynomial(const double (&c)[8], double x) {
    double sum = c[0];
    for (int i = 1; i < 8; ++i) sum = sum * x + c[i];
    return sum;
}

/// The value that a standard normal variable stays below with probability p: algorithm AS 241
/// (Wichura, Applied Statistics 37, 1988), without its branch for p < 1.4e-11, which 24 random
/// bits never reach.
double normalQuantile(double p) {
    constexpr double centre_top[8]{
        2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
        13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608};
    constexpr double centre_bottom[8]{
        5226.495278852854561,  28729.085735721942674, 39307.89580009271061,  21213.794301586595867,
        5394.1960214247511077, 687.1870074920579083,  42.313330701600911252, 1.0};
    constexpr double tail_top[8]{7.7454501427834140764e-4, 0.0227238449892691845833,
                                 0.24178072517745061177,   1.27045825245236838258,
                                 3.64784832476320460504,   5.7694972214606914055,
                                 4.6303378461565452959,    1.42343711074968357734};
    constexpr double tail_bottom[8]{1.05075007164441684324e-9, 5.475938084995344946e-4,
                                    0.0151986665636164571966,  0.14810397642748007459,
                                    0.68976733498510000455,    1.6763848301838038494,
                                    2.05319162663775882187,    1.0};
    const double q = p - 0.5;
    if (std::abs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(centre_top, r) / polynomial(centre_bottom, r);
    }
    const double r = std::sqrt(-logarithm(q < 0 ? p : 1 - p)) - 1.6;
    const double value = polynomial(tail_top, r) / polynomial(tail_bottom, r);
    return q < 0 ? -value : value;
}

double standardDeviation(const Node& node) {
    const double window = static_cast<double>(node.kernel) * node.kernel / node.groups;
    const double fan_in = node.in_channels * window;
    if (node.op == Op::Conv) return std::sqrt(2.0 / fan_in);
    if (node.op == Op::Linear)
        return std::numbers::sqrt2 * std::sqrt(2.0 / (fan_in + node.out_channels));
    throw std::logic_error("initialWeights: only for convolutions and linear layers");
}

/// Values between two questions whether to stop: some milliseconds.
constexpr std::int64_t kPiece = 1 << 18;

/// Undefined where the stop was asked for.
Tensor normalTensor(const TensorSpec& spec, double deviation, std::uint64_t seed,
                    const std::stop_token& stop) {
    Tensor tensor = ops::empty(spec.shape, ScalarType::Float);
    auto* values = tensor.data_ptr<float>();
    const std::int64_t count = tensor.numel();
    randomUniform(seed, spec.name, values, count);
    for (std::int64_t first = 0; first < count; first += kPiece) {
        if (stop.stop_requested()) return {};
        const std::int64_t end = std::min(count, first + kPiece);
        // The middle of each of the 2^24 steps, so that neither 0 nor 1 occurs.
        for (std::int64_t i = first; i < end; ++i)
            values[i] = static_cast<float>(normalQuantile(values[i] + 0x1p-25) * deviation);
    }
    return tensor;
}

}  // namespace

WeightSet initialWeights(const Network& network, std::uint64_t seed, const std::stop_token& stop) {
    auto weights = std::make_shared<WeightMap>();
    for (const Node& node : network.nodes()) {
        for (const TensorSpec& spec : tensorSpecs(node)) {
            const bool bias = spec.name.ends_with(".bias");
            Tensor tensor = bias ? ops::zeros(spec.shape, ScalarType::Float)
                                 : normalTensor(spec, standardDeviation(node), seed, stop);
            if (!tensor.defined()) return nullptr;
            weights->emplace(spec.name, std::move(tensor));
        }
    }
    return weights;
}

}  // namespace duelo
