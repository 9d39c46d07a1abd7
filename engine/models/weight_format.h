// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "models/stored_tensor.h"

namespace duelo {

/// A file beside its tensors: an optimiser's state takes a few times their bytes.
inline constexpr std::uint64_t kSpareFileBytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kMostFileRatio = 8;

/// Recognises a weight file by its bytes, never by its name, and hands it to the reader of its
/// format. What is not a state dict is refused by what it is.
///
/// Reasons beside those of readSafetensors(), readPthZip() and readPthLegacy(): "weights_html",
/// "weights_git_lfs", "weights_onnx", "weights_numpy_pickle" {name}, "weights_archive" {format},
/// "weights_foreign" {format}, "weights_plain_pickle", "weights_index", "weights_unknown", and
/// "weights_excess" {found_bytes, tensor_bytes} for a file that is nearly all something else.
[[nodiscard]] Result<TensorTable> readTensorTable(std::span<const std::byte> file);

/// Compares the bytes of those tensors of the table with the checksums that the file gives.
/// Reason: "weights_zip" {rule, entry}.
[[nodiscard]] Result<void> checkSums(std::span<const std::byte> file, const TensorTable& table,
                                     std::span<const StoredTensor> tensors);

}  // namespace duelo
