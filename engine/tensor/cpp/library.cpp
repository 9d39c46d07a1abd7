// SPDX-License-Identifier: Apache-2.0
#include "tensor/library.h"

#include <algorithm>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <ATen/core/ivalue.h>
#include <ATen/cpu/Utils.h>
#include <torch/headeronly/version.h>

#include "tensor/libtorch.h"

namespace duelo {

using at::Float32Backend;
using at::Float32Op;
using at::Float32Precision;

namespace {

void setSwitches(at::Context& context, const Numerics& numerics) {
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

}  // namespace

LibraryFacts libraryFacts() {
    return translated([] {
        return LibraryFacts{.version = TORCH_VERSION,
                            .description = at::show_config(),
                            .openmp = at::get_openmp_version(),
                            .blas = at::get_mkl_version(),
                            .onednn = at::get_mkldnn_version(),
                            .cpu_capability = at::get_cpu_capability()};
    });
}

bool hasCuda() {
    return translated([] { return at::globalContext().hasCUDA(); });
}

bool cpuHasAny(std::initializer_list<std::string_view> names) {
    const auto capabilities = translated([] { return at::cpu::get_cpu_capabilities(); });
    return std::ranges::any_of(names, [&](std::string_view name) {
        const auto found = capabilities.find(std::string(name));
        return found != capabilities.end() && found->second.isBool() && found->second.toBool();
    });
}

void applyNumerics(const Numerics& numerics) {
    translated([&] { setSwitches(at::globalContext(), numerics); });
}

}  // namespace duelo
