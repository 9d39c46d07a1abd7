// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

/// LibTorch as a whole: its version and parts, and the switches that it has for the process.
namespace duelo {

struct LibraryFacts {
    std::string version;      ///< "2.11.0"; the binding by symbols adds " by symbols"
    std::string description;  ///< several lines for a person
    std::string openmp;       ///< the version of the OpenMP runtime in use
    std::string blas;         ///< MKL's version
    std::string onednn;
    std::string cpu_capability;  ///< the instructions that its kernels are chosen for: "AVX512"
};
[[nodiscard]] LibraryFacts libraryFacts();

/// Returns whether LibTorch's libraries for CUDA are loaded and find a device.
[[nodiscard]] bool hasCuda();
/// Returns whether the processor has any of these, by LibTorch's names such as "avx512_bf16".
[[nodiscard]] bool cpuHasAny(std::initializer_list<std::string_view> names);

/// The switches of how precisely and how repeatably LibTorch computes.
struct NumericSwitches {
    bool tf32;             ///< products of fp32 on a GPU's tensor cores
    bool deterministic;    ///< the same bits every time, from each operation that is able to
    bool cudnn_benchmark;  ///< cuDNN tries its algorithms on the first call of each size
};
/// Sets all of them for the process, from the next operation on.
void setNumerics(const NumericSwitches& switches);

}  // namespace duelo
