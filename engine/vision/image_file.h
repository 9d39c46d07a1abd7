// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "vision/image_header.h"

namespace duelo {

/// Reads a whole image file; its first bytes are checked before the rest is read.
///
/// The libraries' own file functions take a narrow string, which Windows reads in the ANSI code
/// page: names in another alphabet fail. Errors as of decodeImage(path), with {file}.
Result<std::vector<std::uint8_t>> readImageFile(const std::filesystem::path& path);

/// readImageHeader of a file. Errors carry {file}.
Result<ImageHeader> readImageHeader(const std::filesystem::path& path);

/// sniffImage for a file; reads at most 512 bytes. Errors carry {file}.
Result<ImageFormat> sniffImageFile(const std::filesystem::path& path);

/// Adds {file} to a reason about the content of a file.
Reason withFile(Reason reason, const std::filesystem::path& path);

}  // namespace duelo
