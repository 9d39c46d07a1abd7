// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

/// LibTorch for CUDA of Windows out of a teacher's folder, where no address of it is known.
namespace duelo {

/// Returns the folder with LibTorch's libraries: the one that is named, or its "lib", "torch/lib"
/// or "libtorch/lib", as LibTorch's archive and Python's package have them; empty: there is none.
[[nodiscard]] std::filesystem::path torchLibrariesIn(const std::filesystem::path& folder);

/// Returns the version that LibTorch's archive, Python's package or gpu-pack has written beside the
/// libraries, such as "2.11.0+cu130"; empty: none has.
[[nodiscard]] std::string torchVersionOf(const std::filesystem::path& libraries);

/// Copies the libraries into a folder, each whole or not at all, and notes there what they are
/// (gpu/torch_folder.h). Those that lie there already, as large, are not copied again. Returns how
/// many there are. Reasons, before anything is copied: "gpu_torch_absent" {path, files} with what
/// is missing there, "gpu_torch_version" {path, found, needed}, "gpu_torch_damaged" {path} of a
/// file that is no 64-bit library of Windows or ends too early; then those of writeWhole().
[[nodiscard]] Result<int> copyTorch(const std::filesystem::path& from,
                                    const std::filesystem::path& folder);

}  // namespace duelo
