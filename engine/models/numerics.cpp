// SPDX-License-Identifier: Apache-2.0
#include "models/numerics.h"

#include <charconv>
#include <string_view>

namespace duelo {
namespace {

/// The compute capability (10 * major + minor) from which on a GPU has tensor cores for a
/// precision, and what LibTorch does below it.
struct TensorCores {
    Precision precision;
    int capability;
    /// The values are converted, and the result is right; else the switch does nothing at all.
    bool emulated;
};
constexpr TensorCores kTensorCores[] = {
    {Precision::Fp16, 70, true},
    {Precision::Bf16, 80, true},
    // Products on older cards stay fp32: a figure under this name would be another's.
    {Precision::Tf32, 80, false},
};

/// "8.6" -> 86; nothing where it is not told.
std::optional<int> capabilityOf(const GpuSheet& gpu) {
    const std::string_view text = gpu.compute_capability;
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto number = [](std::string_view digits) -> std::optional<int> {
        int value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
        return value;
    };
    const auto major = number(text.substr(0, dot));
    const auto minor = number(text.substr(dot + 1));
    return major && minor ? std::optional(10 * *major + *minor) : std::nullopt;
}

std::string acceptedBy(int capability) {
    std::string names(word(Precision::Fp32));
    for (const TensorCores& known : kTensorCores)
        if (capability >= known.capability || known.emulated)
            names += ", " + std::string(word(known.precision));
    return names;
}

Result<PrecisionSupport> supportOfGpu(Precision precision, const GpuSheet& gpu) {
    const auto capability = capabilityOf(gpu);
    for (const TensorCores& known : kTensorCores) {
        if (known.precision != precision || !capability || *capability >= known.capability)
            continue;
        Json args{{"precision", word(precision)},
                  {"name", gpu.name},
                  {"cc", gpu.compute_capability},
                  {"needed", std::to_string(known.capability / 10) + "." +
                                 std::to_string(known.capability % 10)}};
        if (known.emulated)
            return PrecisionSupport{.slow = Reason{"gpu_precision_emulated", std::move(args)}};
        args["accepted"] = acceptedBy(*capability);
        return fail("gpu_precision_unsupported", std::move(args));
    }
    return PrecisionSupport{};
}

}  // namespace

bool isSlowOnCpu(Precision precision) {
    if (precision == Precision::Bf16) return !cpuHasAny({"avx512_bf16", "amx_bf16", "bf16"});
    return precision == Precision::Fp16 && !cpuHasAny({"avx512_fp16", "amx_fp16", "fp16_arith"});
}

Result<PrecisionSupport> precisionSupport(Device device, Precision precision, const GpuSheet& gpu) {
    if (device.api == Api::OpenCl && precision != Precision::Fp32)
        return fail("opencl_precision", {{"precision", word(precision)}, {"name", gpu.name}});
    if (device.isGpu()) return supportOfGpu(precision, gpu);
    switch (precision) {
        case Precision::Fp32:
            return PrecisionSupport{};
        case Precision::Bf16:
            if (!isSlowOnCpu(precision)) return PrecisionSupport{};
            return PrecisionSupport{
                .slow = Reason{"precision_emulated", {{"precision", word(precision)}}}};
        case Precision::Int8:  // of compiled networks; checkCompiled() says where
            return PrecisionSupport{};
        default:
            return fail("precision_unsupported", {{"precision", word(precision)},
                                                  {"device", word(device)},
                                                  {"accepted", "fp32, bf16, int8"}});
    }
}

}  // namespace duelo
