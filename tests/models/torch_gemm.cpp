// SPDX-License-Identifier: Apache-2.0
// A product of matrices by LibTorch's oneDNN, for gemm_probe to load.
#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

/// The largest error relative to the largest value.
extern "C" double torch_gemm_error(int bf16) {
    const c10::InferenceMode guard;
    const auto ramp = [](at::IntArrayRef shape, double step) {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape) count *= extent;
        return at::arange(count, at::kDouble).mul_(step).sin_().reshape(shape);
    };
    const at::Tensor x = ramp({48, 768}, 0.37), w = ramp({512, 768}, 0.73);
    const at::ScalarType type = bf16 ? at::kBFloat16 : at::kFloat;
    const at::Tensor expected = at::linear(x.to(type).to(at::kDouble), w.to(type).to(at::kDouble));
    const at::Tensor got = at::linear(x.to(type), w.to(type)).to(at::kDouble);
    return (got - expected).abs().max().item<double>() / expected.abs().max().item<double>();
}
