// SPDX-License-Identifier: Apache-2.0
#include "models/onednn.h"

#include <array>
#include <memory>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

namespace duelo {
namespace {

template <typename Signature>
c10::TypedOperatorHandle<Signature> find(const char* name, const char* overload = "") {
    return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload).typed<Signature>();
}

bool close(const at::Tensor& actual, const at::Tensor& expected) {
    return actual.sizes() == expected.sizes() && (actual - expected).abs().max().item<float>() <=
                                                     1e-4F * expected.abs().max().item<float>();
}

}  // namespace

OneDnn::OneDnn()
    : pack_conv(find<PackConv>("mkldnn::_reorder_convolution_weight")),
      conv(find<Conv>("mkldnn::_convolution_pointwise")),
      conv_add(find<ConvAdd>("mkldnn::_convolution_pointwise_", "binary")),
      pack_linear(find<PackLinear>("mkldnn::_reorder_linear_weight")),
      linear(find<Linear>("mkldnn::_linear_pointwise")),
      linear_add(find<LinearAdd>("mkldnn::_linear_pointwise", "binary")) {}

bool OneDnn::agreesWithAten() const {
    constexpr std::array<std::int64_t, 2> one{1, 1};
    const auto ramp = [](at::IntArrayRef shape) {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape) count *= extent;
        return at::arange(count, at::kFloat).mul_(0.37F).sin_().reshape(shape);
    };
    const at::Tensor x = ramp({1, 16, 7, 7}).contiguous(at::MemoryFormat::ChannelsLast);
    const at::Tensor weight = ramp({16, 16, 3, 3});
    const at::Tensor bias = ramp({16});
    const at::Tensor packed = pack_conv.call(weight, one, one, one, 1, x.sizes());
    const at::Tensor plain = at::conv2d(x, weight, bias, one, one);
    const at::Tensor fused = conv.call(x, packed, bias, one, one, one, 1, "hardtanh",
                                       Scalars({at::Scalar(0.0), at::Scalar(6.0)}), Text{});
    at::Tensor sum = x.clone();
    conv_add.call(sum, x, packed, bias, one, one, one, 1, "add", at::Scalar(1.0), "relu", Scalars(),
                  Text{});
    const at::Tensor row = ramp({2, 16});
    const at::Tensor matrix = ramp({8, 16});
    const at::Tensor offset = ramp({8});
    const at::Tensor product = at::linear(row, matrix, offset);
    const at::Tensor laid_out = pack_linear.call(matrix, 2);
    return close(fused, plain.clamp(0, 6)) && close(sum, (plain + x).relu()) &&
           close(linear.call(row, laid_out, offset, "relu", Scalars(), Text{}), product.relu()) &&
           close(linear.call(row, laid_out, offset, "gelu", Scalars(), "none"),
                 at::gelu(product)) &&
           close(linear_add.call(row, product, laid_out, offset, "add"), product + product);
}

bool OneDnn::takes(at::ScalarType type) const {
    constexpr std::array<std::int64_t, 2> one{1, 1};
    try {
        (void)pack_conv.call(at::ones({16, 16, 3, 3}, type), one, one, one, 1, {});
        (void)pack_linear.call(at::ones({8, 16}, type), 2);
        return true;
    } catch (const c10::Error&) {
        return false;
    }
}

const OneDnn* OneDnn::get(at::ScalarType type) {
    static const std::unique_ptr<const OneDnn> instance = []() -> std::unique_ptr<const OneDnn> {
        const c10::InferenceMode guard;
        try {
            std::unique_ptr<const OneDnn> found(new OneDnn);
            if (at::hasMKLDNN() && found->agreesWithAten()) return found;
        } catch (const c10::Error&) {
            // Another LibTorch build: the public operations do the same work.
        }
        return nullptr;
    }();
    if (!instance || type == at::kFloat) return instance.get();
    static const bool takesBf16 = [] {
        const c10::InferenceMode guard;
        return instance->takes(at::kBFloat16);
    }();
    return type == at::kBFloat16 && takesBf16 ? instance.get() : nullptr;
}

}  // namespace duelo
