// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel_launch.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "tensor/tensor.h"

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

void refuseUnless(bool fits, const char* words) {
    if (!fits) throw TensorError(TensorError::Kind::Other, words);
}

bool isAligned(const Tensor& tensor) {
    return reinterpret_cast<std::uintptr_t>(tensor.const_data_ptr()) % kPackBytes == 0;
}

/// The kernels for values of one type: one by one, and as many at a time as a pack holds.
struct ClipKernels {
    ScalarType type;
    std::int64_t bytes;
    const char *one, *packed;
};

const ClipKernels& clipKernels(ScalarType type) {
    static constexpr ClipKernels kKnown[] = {
        {ScalarType::Float, 4, "add_bias_clip_f32_1", "add_bias_clip_f32_4"},
        {ScalarType::Half, 2, "add_bias_clip_f16_1", "add_bias_clip_f16_8"},
        {ScalarType::BFloat16, 2, "add_bias_clip_bf16_1", "add_bias_clip_bf16_8"}};
    for (const ClipKernels& kernels : kKnown)
        if (kernels.type == type) return kernels;
    throw TensorError(TensorError::Kind::Other,
                      "addBiasClip: no kernel for " + std::string(typeName(type)));
}

}  // namespace

KernelLaunch dropoutLaunch(const Tensor& factors, const Tensor& update, const DropoutDraw& draw) {
    refuseUnless(factors.scalar_type() == ScalarType::Float && factors.is_contiguous(),
                 "dropoutFactors: contiguous fp32 is needed");
    refuseUnless(update.scalar_type() == ScalarType::Long && update.numel() == 1 &&
                     update.device() == factors.device(),
                 "dropoutFactors: the update must be one int64 on the same device");
    refuseUnless(draw.bits == 1 || draw.bits == 32, "dropoutFactors: 1 or 32 bits are needed");
    return {
        .text = "kernels/dropout.cu",
        .kernel = draw.bits == 1 ? "dropout_1" : "dropout_32",
        .blocks = blocksFor(factors.numel()),
        .threads = kThreads,
        .arguments = {factors.const_data_ptr(), static_cast<std::uint64_t>(factors.numel()),
                      update.const_data_ptr(), draw.seed, draw.layer, draw.threshold, draw.kept}};
}

KernelLaunch addBiasClipLaunch(const Tensor& y, const Tensor& bias, const Tensor& residual,
                               float low, float high) {
    refuseUnless(y.dim() == 4, "addBiasClip: [N, C, H, W] is needed");
    const bool innermost = y.is_contiguous(MemoryFormat::ChannelsLast);
    const auto format = innermost ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
    refuseUnless(y.is_contiguous(format), "addBiasClip: the result has gaps");
    const std::int64_t channels = y.size(1), plane = y.size(2) * y.size(3);
    refuseUnless(bias.numel() == channels && bias.is_contiguous() &&
                     bias.scalar_type() == y.scalar_type() && bias.device() == y.device(),
                 "addBiasClip: the bias must be one value of the same type for each channel");
    if (residual.defined())
        refuseUnless(residual.sizes() == y.sizes() && residual.is_contiguous(format) &&
                         residual.scalar_type() == y.scalar_type() &&
                         residual.device() == y.device(),
                     "addBiasClip: the residual must be laid out as the result");

    const ClipKernels& kernels = clipKernels(y.scalar_type());
    const std::int64_t in_pack = kPackBytes / kernels.bytes;
    const bool packed = (innermost ? channels : plane) % in_pack == 0 && isAligned(y) &&
                        (!innermost || isAligned(bias)) &&
                        (!residual.defined() || isAligned(residual));
    const std::int64_t at_once = packed ? in_pack : 1;
    const std::int64_t packs = y.numel() / at_once;
    refuseUnless(packs <= std::numeric_limits<std::int32_t>::max(),
                 "addBiasClip: too many values for one launch");
    return {.text = "kernels/add_bias_clip.cu",
            .kernel = packed ? kernels.packed : kernels.one,
            .blocks = blocksFor(packs),
            .threads = kThreads,
            .arguments = {y.const_data_ptr(), bias.const_data_ptr(),
                          residual.defined() ? residual.const_data_ptr() : nullptr,
                          static_cast<std::uint32_t>(packs), static_cast<std::uint32_t>(channels),
                          static_cast<std::uint32_t>(innermost ? 0 : plane / at_once), low, high}};
}

}  // namespace duelo
