// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "models/stored_tensor.h"

namespace duelo {

/// Recognises a weight file by its bytes, never by its name, and hands it to the reader of its
/// format. What is not a state dict is refused by what it is.
///
/// Reasons beside those of readSafetensors(), readPthZip() and readPthLegacy(): "weights_html",
/// "weights_git_lfs", "weights_onnx", "weights_numpy_pickle" {name}, "weights_archive" {format},
/// "weights_foreign" {format}, "weights_plain_pickle", "weights_unknown".
[[nodiscard]] Result<TensorTable> readTensorTable(std::span<const std::byte> file);

}  // namespace duelo
