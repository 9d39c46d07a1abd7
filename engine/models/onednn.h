// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

namespace duelo {

/// PyTorch's own oneDNN operations with weights laid out in advance, which TorchInductor calls
/// after freezing. They are registered but not public, so their schemas are looked up by name and
/// checked once; where one is missing or gives wrong numbers, OneDnn::get() is null and models
/// run the public operations instead.
class OneDnn {
public:
    using Scalars = torch::List<std::optional<at::Scalar>>;
    using Text = std::optional<std::string_view>;

    using PackConv = at::Tensor(const at::Tensor& weight, at::IntArrayRef padding,
                                at::IntArrayRef stride, at::IntArrayRef dilation,
                                std::int64_t groups, at::OptionalIntArrayRef input_size);
    using Conv = at::Tensor(const at::Tensor& x, const at::Tensor& weight,
                            const std::optional<at::Tensor>& bias, at::IntArrayRef padding,
                            at::IntArrayRef stride, at::IntArrayRef dilation, std::int64_t groups,
                            std::string_view attribute, Scalars scalars, Text algorithm);
    using ConvAdd = at::Tensor&(at::Tensor& sum, const at::Tensor& x, const at::Tensor& weight,
                                const std::optional<at::Tensor>& bias, at::IntArrayRef padding,
                                at::IntArrayRef stride, at::IntArrayRef dilation,
                                std::int64_t groups, std::string_view binary,
                                std::optional<at::Scalar> alpha, Text unary, Scalars scalars,
                                Text algorithm);
    using PackLinear = at::Tensor(const at::Tensor& weight, std::optional<std::int64_t> batch);
    using Linear = at::Tensor(const at::Tensor& x, const at::Tensor& weight,
                              const std::optional<at::Tensor>& bias, std::string_view attribute,
                              Scalars scalars, Text algorithm);
    using LinearAdd = at::Tensor(const at::Tensor& x, const at::Tensor& other,
                                 const at::Tensor& weight, const std::optional<at::Tensor>& bias,
                                 std::string_view binary);

    /// Null where the operations cannot be used with such numbers (in bf16 they refuse processors
    /// without AVX-512 or AVX-NE-CONVERT); decided on the first call.
    [[nodiscard]] static const OneDnn* get(at::ScalarType type = at::kFloat);

    c10::TypedOperatorHandle<PackConv> pack_conv;
    c10::TypedOperatorHandle<Conv> conv;
    c10::TypedOperatorHandle<ConvAdd> conv_add;
    c10::TypedOperatorHandle<PackLinear> pack_linear;
    c10::TypedOperatorHandle<Linear> linear;
    c10::TypedOperatorHandle<LinearAdd> linear_add;

private:
    OneDnn();
    [[nodiscard]] bool agreesWithAten() const;
    [[nodiscard]] bool takes(at::ScalarType type) const;
};

}  // namespace duelo
