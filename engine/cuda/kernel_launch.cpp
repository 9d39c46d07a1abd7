// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_launch.h"

#include <algorithm>
#include <limits>

#include <ATen/ATen.h>

namespace duelo {
namespace {

constexpr unsigned kThreads = 256;
/// A kernel's threads go on to further values where there are more than this many blocks have.
constexpr std::int64_t kMostBlocks = 1 << 16;
constexpr std::int64_t kPackBytes = 16;

unsigned blocksFor(std::int64_t items) {
    const std::int64_t blocks = (items + kThreads - 1) / kThreads;
    return static_cast<unsigned>(std::min(blocks, kMostBlocks));
}

bool isAligned(const at::Tensor& tensor) {
    return reinterpret_cast<std::uintptr_t>(tensor.const_data_ptr()) % kPackBytes == 0;
}

/// \returns the kernel for values of that type, some at a time or one by one.
const char* clipKernel(at::ScalarType type, bool packed) {
    switch (type) {
        case at::kFloat:
            return packed ? "add_bias_clip_f32_4" : "add_bias_clip_f32_1";
        case at::kHalf:
            return packed ? "add_bias_clip_f16_8" : "add_bias_clip_f16_1";
        case at::kBFloat16:
            return packed ? "add_bias_clip_bf16_8" : "add_bias_clip_bf16_1";
        default:
            TORCH_CHECK(false, "addBiasClip: no kernel for ", type);
    }
}

}  // namespace

KernelLaunch dropoutLaunch(const at::Tensor& factors, const at::Tensor& update,
                           const DropoutDraw& draw) {
    TORCH_CHECK(factors.scalar_type() == at::kFloat && factors.is_contiguous(),
                "dropoutFactors: contiguous fp32 is needed");
    TORCH_CHECK(update.scalar_type() == at::kLong && update.numel() == 1 &&
                    update.device() == factors.device(),
                "dropoutFactors: the update must be one int64 on the same device");
    TORCH_CHECK(draw.bits == 1 || draw.bits == 32, "dropoutFactors: 1 or 32 bits, not ", draw.bits);
    return {
        .text = "kernels/dropout.cu",
        .kernel = draw.bits == 1 ? "dropout_1" : "dropout_32",
        .blocks = blocksFor(factors.numel()),
        .threads = kThreads,
        .arguments = {factors.const_data_ptr(), static_cast<std::uint64_t>(factors.numel()),
                      update.const_data_ptr(), draw.seed, draw.layer, draw.threshold, draw.kept}};
}

KernelLaunch addBiasClipLaunch(const at::Tensor& y, const at::Tensor& bias,
                               const at::Tensor& residual, float low, float high) {
    TORCH_CHECK(y.dim() == 4, "addBiasClip: [N, C, H, W] is needed");
    const bool innermost = y.is_contiguous(at::MemoryFormat::ChannelsLast);
    const auto format = innermost ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
    TORCH_CHECK(y.is_contiguous(format), "addBiasClip: the result has gaps");
    const std::int64_t channels = y.size(1), plane = y.size(2) * y.size(3);
    TORCH_CHECK(bias.numel() == channels && bias.is_contiguous() &&
                    bias.scalar_type() == y.scalar_type() && bias.device() == y.device(),
                "addBiasClip: the bias must be one value of the same type for each channel");
    if (residual.defined())
        TORCH_CHECK(residual.sizes() == y.sizes() && residual.is_contiguous(format) &&
                        residual.scalar_type() == y.scalar_type() &&
                        residual.device() == y.device(),
                    "addBiasClip: the residual must be laid out as the result");

    const std::int64_t in_pack = kPackBytes / y.element_size();
    const bool packed = (innermost ? channels : plane) % in_pack == 0 && isAligned(y) &&
                        (!innermost || isAligned(bias)) &&
                        (!residual.defined() || isAligned(residual));
    const std::int64_t at_once = packed ? in_pack : 1;
    const std::int64_t packs = y.numel() / at_once;
    TORCH_CHECK(packs <= std::numeric_limits<std::int32_t>::max(),
                "addBiasClip: too many values for one launch");
    return {.text = "kernels/add_bias_clip.cu",
            .kernel = clipKernel(y.scalar_type(), packed),
            .blocks = blocksFor(packs),
            .threads = kThreads,
            .arguments = {y.const_data_ptr(), bias.const_data_ptr(),
                          residual.defined() ? residual.const_data_ptr() : nullptr,
                          static_cast<std::uint32_t>(packs), static_cast<std::uint32_t>(channels),
                          static_cast<std::uint32_t>(innermost ? 0 : plane / at_once), low, high}};
}

}  // namespace duelo
