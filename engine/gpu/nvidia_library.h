// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/dynamic_library.h"
#include "base/result.h"
#include "tensor/error.h"

namespace duelo {

#ifdef _WIN32
inline constexpr const char* kCudaRuntime = "cudart64_13.dll";
#else
inline constexpr const char* kCudaRuntime = "libcudart.so.13";
#endif

/// Libraries of NVIDIA's that are opened when something first asks for them.
enum class NvidiaLibrary { Nvrtc, Cublas, Cudnn };
inline constexpr std::size_t kNvidiaLibraries = 3;

/// The file name of the version that belongs to the CUDA runtime.
[[nodiscard]] const char* fileNameOf(NvidiaLibrary library);

/// Where `duelo-engine gpu-pack` puts NVIDIA's libraries: a folder of this user's alone.
[[nodiscard]] std::filesystem::path nvidiaFolder();

/// Opens one: that which the process has already, as LibTorch loads its own; beside the CUDA
/// runtime, of which NVRTC is a part; beside Duelo's programs and libraries; in nvidiaFolder() and
/// torchFolder(); else where the system looks. Where the environment has DUELO_NVIDIA_DIR, in that
/// folder alone. Reasons: "nvidia_library_missing" {library}, with the loader's words in the
/// message; "nvidia_library_unfit" {library, detail}, with the file in the message too, where it is
/// of another version, or where it is there and cannot be loaded and no other place has one that
/// can.
[[nodiscard]] Result<DynamicLibrary> openNvidia(NvidiaLibrary library);

/// Returns the copy that is in use: what openNvidia() has opened, or what the process has already.
[[nodiscard]] std::optional<DynamicLibrary> nvidiaInUse(NvidiaLibrary library);

/// Returns the version that a library tells of itself, as "13.0"; empty: it does not tell.
[[nodiscard]] std::string versionOf(NvidiaLibrary which, const DynamicLibrary& library);

/// A function of such a library has failed, and says so by a status. A fault of the device may hide
/// behind it (describeFailure()).
class NvidiaError final : public TensorError {
public:
    NvidiaError(Kind kind, const std::string& words, std::string library)
        : TensorError(kind, words), m_library(std::move(library)) {}
    [[nodiscard]] const std::string& library() const { return m_library; }

private:
    std::string m_library;
};

/// An open library and its functions. The constructor throws WorkFailed where it is not usable
/// (openNvidia()).
class NvidiaCalls {
public:
    explicit NvidiaCalls(NvidiaLibrary which);

    /// Throws WorkFailed where the library has none of that name.
    template <typename Function>
    [[nodiscard]] Function* find(const char* name) const {
        return reinterpret_cast<Function*>(found(name));
    }
    /// Throws NvidiaError where the status of a function is not 0.
    void check(int status, const char* function) const;

private:
    using Any = void();
    [[nodiscard]] Any* found(const char* name) const;

    NvidiaLibrary m_which;
    DynamicLibrary m_library;
};

}  // namespace duelo
