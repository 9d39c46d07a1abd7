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

/// LibTorch's process-wide numerical switches. LibTorch's own defaults differ between operations
/// (TF32 on for cuDNN convolutions, off for matrix products), so Duelo always sets all of them.
struct Numerics {
    bool tf32 = false;           ///< fp32 products on tensor cores, 10 bits of mantissa (R-30)
    bool deterministic = false;  ///< the same bits every time, where an operation can
    /// cuDNN tries its algorithms on the first call of each size. All work leaves it off, and the
    /// header of a record says so: cuDNN then chooses by rule, so that every process computes in
    /// the same way, the first call pays for no trials, and PyTorch, whose usual setting it is,
    /// does the same work. What the trials would find is at most faster than what is told.
    bool cudnn_benchmark = false;
};

/// Sets all of them for the process, from the next operation on; called on the worker thread before
/// a cell.
void applyNumerics(const Numerics& numerics);

}  // namespace duelo
