// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/result.h"
#include "gpu/gpu_wheels.h"
#include "models/fetch_weights.h"

/// NVIDIA's libraries for Windows and LibTorch for CUDA as Python indexes have them: archives,
/// whose libraries are put where Duelo looks for them (gpu/nvidia_library.h, gpu/torch_folder.h).
namespace duelo {

/// Downloads an archive into a folder, as weights are (fetchWeights(), whose reasons it has), or
/// finds it whole there. Returns its path.
[[nodiscard]] Result<std::filesystem::path> fetchWheel(const GpuWheel& wheel,
                                                       const std::filesystem::path& folder,
                                                       const FetchProgress& progress);

/// Tells whether unpackWheel() has put all of its libraries there.
[[nodiscard]] bool isUnpacked(const GpuWheel& wheel, const std::filesystem::path& folder);

/// Puts the libraries of an archive into a folder, each whole or not at all; of LibTorch it notes
/// there what they are (gpu/torch_folder.h). Returns how many there are. Reasons: "gpu_pack_absent"
/// {path}, "gpu_pack_differs" {path, expected, found}, those of openToRead(), ZipArchive and
/// writeWhole(), "gpu_pack_empty" {path}.
[[nodiscard]] Result<int> unpackWheel(const GpuWheel& wheel, const std::filesystem::path& archive,
                                      const std::filesystem::path& folder);

}  // namespace duelo
