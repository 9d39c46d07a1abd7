// SPDX-License-Identifier: Apache-2.0
#include "models/onednn.h"

#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

bool close(const Tensor& actual, const Tensor& expected) {
    const auto largest = [](const Tensor& x) { return ops::max(ops::abs(x)).item<float>(); };
    return actual.sizes() == expected.sizes() &&
           largest(actual - expected) <= 1e-4F * largest(expected);
}

Tensor ramp(IntArrayRef shape) {
    const Tensor values = ops::arange(shape.product(), ScalarType::Float);
    return values.mul_(0.37F).sin_().reshape(shape);
}

bool agreesWithAten() {
    constexpr onednn::Conv kConv{.padding = {1, 1}, .stride = {1, 1}, .groups = 1};
    const Tensor x = ramp({1, 16, 7, 7}).contiguous(MemoryFormat::ChannelsLast);
    const Tensor weight = ramp({16, 16, 3, 3});
    const Tensor bias = ramp({16});
    const Tensor packed = onednn::packedConvolution(weight, kConv, x.sizes());
    const Tensor plain = ops::conv2d(x, weight, bias, kConv.stride, kConv.padding);
    const Tensor fused =
        onednn::convolution(x, packed, bias, kConv, {"hardtanh", std::array{0.0, 6.0}});
    Tensor sum = x.clone();
    onednn::addConvolution(sum, x, packed, bias, kConv, {"relu"});
    const Tensor row = ramp({2, 16});
    const Tensor matrix = ramp({8, 16});
    const Tensor offset = ramp({8});
    const Tensor product = ops::linear(row, matrix, offset);
    const Tensor laid_out = onednn::packedLinear(matrix, 2);
    const auto then = [&](const onednn::Activation& activation) {
        return onednn::linear(row, laid_out, offset, activation);
    };
    return close(fused, ops::clamp(plain, 0, 6)) && close(sum, ops::relu(plain + x)) &&
           close(then({"relu"}), ops::relu(product)) &&
           close(then({.name = "gelu", .algorithm = "none"}), ops::gelu(product)) &&
           close(onednn::linearAdd(row, product, laid_out, offset), product + product);
}

bool packs(ScalarType type) {
    try {
        constexpr onednn::Conv kConv{.padding = {1, 1}, .stride = {1, 1}, .groups = 1};
        (void)onednn::packedConvolution(ops::ones({16, 16, 3, 3}, type), kConv, {});
        (void)onednn::packedLinear(ops::ones({8, 16}, type), 2);
        return true;
    } catch (const TensorError&) {
        return false;
    }
}

}  // namespace

bool oneDnnTakes(ScalarType type) {
    static const bool isRight = [] {
        const InferenceMode guard;
        try {
            return onednn::isThere() && agreesWithAten();
        } catch (const TensorError&) {
            return false;  // another LibTorch build: the public operations do the same work
        }
    }();
    if (!isRight || type == ScalarType::Float) return isRight;
    static const bool takesBf16 = [] {
        const InferenceMode guard;
        return packs(ScalarType::BFloat16);
    }();
    return type == ScalarType::BFloat16 && takesBf16;
}

}  // namespace duelo
