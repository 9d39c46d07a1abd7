// SPDX-License-Identifier: Apache-2.0
#include "models/numerics.h"

#include <ATen/Context.h>
#include <ATen/cpu/Utils.h>

namespace duelo {
namespace {

using at::Float32Backend;
using at::Float32Op;
using at::Float32Precision;

bool cpuHasBf16() {
    const auto capabilities = at::cpu::get_cpu_capabilities();
    for (const char* name : {"avx512_bf16", "amx_bf16", "bf16"}) {
        const auto found = capabilities.find(name);
        if (found != capabilities.end() && found->second.isBool() && found->second.toBool())
            return true;
    }
    return false;
}

}  // namespace

void applyNumerics(const Numerics& numerics) {
    at::Context& context = at::globalContext();
    // Only the per-backend switches: LibTorch refuses a mix with its older setAllowTF32 family.
    const auto gpu = numerics.tf32 ? Float32Precision::TF32 : Float32Precision::IEEE;
    for (const Float32Op op :
         {Float32Op::ALL, Float32Op::CONV, Float32Op::RNN, Float32Op::MATMUL}) {
        context.setFloat32Precision(Float32Backend::CUDA, op, gpu);
        context.setFloat32Precision(Float32Backend::MKLDNN, op, Float32Precision::IEEE);
    }
    context.setDeterministicCuDNN(numerics.deterministic);
    context.setDeterministicAlgorithms(numerics.deterministic, /*warn_only=*/true);
    // Nothing here reads memory that it has not written; filling it first would cost time.
    context.setDeterministicFillUninitializedMemory(false);
    context.setBenchmarkCuDNN(numerics.cudnn_benchmark);
}

Result<PrecisionSupport> precisionSupport(Device device, Precision precision) {
    if (device == Device::Cuda) return PrecisionSupport{};
    switch (precision) {
        case Precision::Fp32:
            return PrecisionSupport{};
        case Precision::Bf16:
            return PrecisionSupport{.emulated = !cpuHasBf16()};
        default:
            return fail("precision_unsupported", {{"precision", word(precision)},
                                                  {"device", word(device)},
                                                  {"accepted", "fp32, bf16"}});
    }
}

}  // namespace duelo
