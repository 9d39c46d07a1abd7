// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

/// Folders with LibTorch for CUDA, of which Duelo uses those that it has filled itself.
namespace duelo {

#ifdef _WIN32
inline constexpr const char* kTorchCudaFile = "torch_cuda.dll";
#else
inline constexpr const char* kTorchCudaFile = "libtorch_cuda.so";
#endif

/// Where `duelo-engine gpu-pack` puts LibTorch for CUDA: a folder of this user's alone.
[[nodiscard]] std::filesystem::path torchFolder();

/// Names what lies in such a folder. The note is written there last, so that a folder that is half
/// filled has none.
struct TorchNote {
    std::string version{};                       ///< "2.11.0+cu130"
    std::map<std::string, std::uint64_t> files;  ///< bytes of each
};

/// Returns the note of a folder in which all of its files lie and have their sizes.
[[nodiscard]] std::optional<TorchNote> torchNoteIn(const std::filesystem::path& folder);
/// Reasons: those of writeWhole().
[[nodiscard]] Result<void> writeTorchNote(const TorchNote& note,
                                          const std::filesystem::path& folder);
/// Deletes the note of a folder that is about to change.
void dropTorchNote(const std::filesystem::path& folder);

/// Tells whether a version is the one that Duelo needs, built for CUDA 13: "2.11.0+cu130".
[[nodiscard]] bool isTorchForCuda(std::string_view version);

}  // namespace duelo
