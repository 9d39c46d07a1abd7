// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "models/stored_tensor.h"

namespace duelo {

/// Reads where the tensors of a PyTorch state dict lie, in the form of torch.save() since
/// PyTorch 1.6: a zip archive with ROOT/data.pkl and one ROOT/data/KEY for each storage.
///
/// A top-level {"state_dict": {...}} is looked into. Reasons beside those of readZipDirectory() and
/// readTorchPickle(): "weights_torchscript", "weights_numpy_pickle" {name}, "weights_zip_foreign",
/// "weights_zip_packed" {entry}, "weights_big_endian", "weights_not_state_dict" {found},
/// "weights_storage" {rule, tensor}.
[[nodiscard]] Result<TensorTable> readPthZip(std::span<const std::byte> file);

/// The same for the form before 1.6, which many published files still have: four pickles (magic
/// number, protocol 1001, system, state dict), the pickled list of storage keys, then each storage
/// as an 8-byte count of elements and its raw bytes.
[[nodiscard]] Result<TensorTable> readPthLegacy(std::span<const std::byte> file);

/// Tells whether the bytes start as readPthLegacy() expects.
[[nodiscard]] bool isPthLegacy(std::span<const std::byte> file);

}  // namespace duelo
