// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tensor/tensor.h"

/// LibTorch's oneDNN operations whose weights are packed in advance: rearranged once into the order
/// that oneDNN computes with. TorchInductor calls them for a frozen model. LibTorch registers them
/// but does not document them. All compute in memory of the CPU; images are [N, C, H, W].
namespace duelo::onednn {

using Pair = std::array<std::int64_t, 2>;

/// Returns whether this LibTorch has all of these operations. Throws nothing.
[[nodiscard]] bool isThere();

/// The activation after a convolution or a linear layer, by oneDNN's names: "none", "relu", "gelu",
/// or "hardtanh" with its bounds, which must be those of ReLU6.
struct Activation {
    std::string_view name = "none";
    std::optional<std::array<double, 2>> bounds{};
    std::string_view algorithm{};  ///< "gelu" wants "none" or "tanh"; else empty

    [[nodiscard]] bool isNone() const { return name == "none"; }
};

/// The parameters of a convolution; pairs are rows and columns.
struct Conv {
    Pair padding, stride;
    std::int64_t groups;
};

/// Returns the weights [outputs, C / groups, rows, columns] packed for convolution() with images of
/// that size. With an empty size oneDNN chooses the order again at each call.
[[nodiscard]] Tensor packedConvolution(const Tensor& weight, const Conv& conv, IntArrayRef size);
/// Returns the activation of the convolution; `bias` may be undefined.
[[nodiscard]] Tensor convolution(const Tensor& x, const Tensor& packed, const Tensor& bias,
                                 const Conv& conv, const Activation& then);
/// Writes activation(sum + convolution) into `sum`. Throws for activations other than "none" and
/// "relu".
void addConvolution(Tensor& sum, const Tensor& x, const Tensor& packed, const Tensor& bias,
                    const Conv& conv, const Activation& then);

/// Returns the weights [outputs, inputs] packed for linear() with inputs of that many rows.
[[nodiscard]] Tensor packedLinear(const Tensor& weight, std::int64_t rows);
/// Returns the activation of the linear layer for `x` [rows, inputs]; `bias` may be undefined.
[[nodiscard]] Tensor linear(const Tensor& x, const Tensor& packed, const Tensor& bias,
                            const Activation& then);
/// Returns `other` plus the linear layer without an activation.
[[nodiscard]] Tensor linearAdd(const Tensor& x, const Tensor& other, const Tensor& packed,
                               const Tensor& bias);

}  // namespace duelo::onednn
