// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "models/stored_tensor.h"

namespace duelo {

/// Longest header that the format allows.
inline constexpr std::uint64_t kSafetensorsHeaderLimit = 100'000'000;
/// Longest header that Duelo parses: ten times what kMaxTensors honest entries take. Beyond it a
/// header only costs time and memory.
inline constexpr std::uint64_t kSafetensorsParsedLimit = 16 * 1024 * 1024;

/// Reads the header of a safetensors file (github.com/huggingface/safetensors, README "Format") and
/// checks every rule of it: 8 bytes of length, a JSON object, known fields and types, shapes times
/// element sizes equal to the offsets, and offsets that cover the data exactly once.
///
/// Reasons: "weights_truncated" {expected_bytes, found_bytes}, "safetensors_header" {rule},
/// "safetensors_tensor" {rule, tensor}. `rule` is a stable word; `message` holds the figures.
[[nodiscard]] Result<TensorTable> readSafetensors(std::span<const std::byte> file);

}  // namespace duelo
