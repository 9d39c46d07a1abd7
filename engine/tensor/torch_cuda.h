// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "base/dynamic_library.h"
#include "tensor/tensor.h"

/// LibTorch's part for CUDA in a program that is not linked with it. It is opened by its file and
/// called by the functions in C that it exports. Once it is open, tensors may lie on a GPU.
namespace duelo {

/// The version of LibTorch that Duelo is proven with; its parts must all be of this one.
inline constexpr const char* kTorchVersion = "2.11.0";

/// The account that LibTorch's allocator gives of a GPU's memory: in bytes, and counts since the
/// start.
struct TorchCudaMemory {
    std::int64_t allocated_bytes = 0, reserved_bytes = 0;            ///< tensors; with the cache
    std::int64_t peak_allocated_bytes = 0, peak_reserved_bytes = 0;  ///< since resetPeak()
    std::int64_t alloc_retries = 0, ooms = 0, device_allocs = 0;
};

/// `device` is LibTorch's number of a GPU. Functions throw TensorErrors; those of streams have
/// Kind::Other, and LibTorch writes their text to standard error.
class TorchCuda {
public:
    using Stream = void*;  ///< a CUstream

    /// Opens torch_cuda.dll or libtorch_cuda.so. On Windows the rest of LibTorch comes from the
    /// same folder then, because the parts of two builds do not fit together. So nothing may have
    /// used LibTorch before. The error is the loader's text, or says what does not fit.
    [[nodiscard]] static tl::expected<TorchCuda, std::string> open(
        const std::filesystem::path& file);

    /// Returns a stream of LibTorch's own, which lives as long as the process.
    [[nodiscard]] Stream newStream(int device) const;
    [[nodiscard]] Stream currentStream(int device) const;
    /// Makes a stream the current one of this thread, and its device the current one, as long as
    /// the result lives.
    [[nodiscard]] std::shared_ptr<void> makeCurrent(Stream stream, int device) const;

    /// Returns a contiguous tensor upon memory of the GPU, which somebody else keeps.
    [[nodiscard]] Tensor on(int device, void* data, IntArrayRef sizes, ScalarType type) const;
    /// Returns page-locked memory of the host for a tensor of the same shape, strides and type.
    [[nodiscard]] Tensor emptyPinned(const Tensor& like) const;

    /// These need a device on which LibTorch has already made a tensor.
    [[nodiscard]] TorchCudaMemory memory(int device) const;
    void emptyCache() const;
    void resetPeak(int device) const;

private:
    /// LibTorch's functions in C (torch/csrc/stable/c/shim.h, inductor/aoti_torch/c/shim.h). Each
    /// returns 0, or that it failed.
    struct Calls {
        int (*fromPool)(bool urgent, std::int32_t device, Stream* made);
        int (*current)(std::int32_t device, Stream* found);
        int (*guard)(Stream stream, std::int32_t device, void** made);
        int (*endGuard)(void* guard);
    };

    explicit TorchCuda(const Calls& calls) : m_calls(calls) {}

    Calls m_calls;
};

}  // namespace duelo
