// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "networks/network.h"
#include "tensor/tensor.h"

namespace duelo {

class DigestMemory;
class WeightBytes;

/// The weights of one network, as they stand in a file.
///
/// Tensors are fp32 and row-major. Those whose data the file holds in that form at an address
/// aligned as LibTorch's allocator aligns (64 bytes) are views into the bytes that were read: no
/// copy, and timed like any other tensor. **They are read-only**: whoever writes into one in place
/// (add_, copy_, an optimiser's step) changes it for all. Clone what is to be trained. All others
/// are copies.
struct WeightFile {
    std::map<std::string, Tensor> tensors;  ///< by the names that the model expects
    std::string sha256;                     ///< 64 hexadecimal digits of the whole file
    std::string format;                     ///< "safetensors", "pth_zip", "pth_legacy"
    std::string provenance;          ///< "official" (a digest of officialWeights()) or "other"
    std::uint64_t bytes = 0;         ///< size of the file
    std::uint64_t copied_bytes = 0;  ///< of tensors that are no views
    double read_ms = 0;              ///< from the file into tensors; hashing is not waited for
    std::vector<Reason> notes;       ///< "weights_converted" {path, from, count},
                                     ///< "weights_taken_from" {path, key},
                                     ///< "weights_timm" and "weights_timm_lite" {path}
    std::shared_ptr<const WeightBytes> file;
};

/// Names another network that has exactly these tensors; empty: none is known.
using OtherModel = std::function<std::string(std::span<const TensorSpec>)>;

/// The tensors that are looked for in a file.
struct WantedTensors {
    WantedTensors(std::vector<TensorSpec> model = {}) : specs(std::move(model)) {}  // NOLINT

    std::vector<TensorSpec> specs;  ///< the model's, those of its last layer at the end
    /// The same tensors as another library names and shapes them, in the same order; empty: there
    /// is none.
    std::vector<TensorSpec> elsewhere{};
    std::string elsewhere_note{};  ///< the code of the note on it
    std::string key{};             ///< which of several dictionaries that fit; empty: the only one
    bool any_classes = false;      ///< the last layer may have another number of outputs
};
/// Returns the tensors of a network, under timm's names too where they differ.
[[nodiscard]] WantedTensors wantedBy(std::string_view model, const Network& network,
                                     std::string key = {});

/// Reads a weight file of any path and checks its names, shapes and types against the model before
/// anything is allocated. The content decides the format, never the extension.
///
/// Accepted: F32, and F64, F16, BF16 with a note; any dictionary within the file and any prefix of
/// the names, where one alone fits; integer "num_batches_tracked" tensors whether expected or not,
/// present or not.
/// Reasons, all with {path}: those of WeightBytes::read() and readTensorTable(), and
/// "weights_other_model" {model}, "weights_tensor_missing" {tensor, expected, count},
/// "weights_tensor_unknown" {tensor, found, count}, "weights_shape" {tensor, expected, found,
/// count}, "weights_type" {tensor, found}, "weights_memory" {bytes}, "weights_several" {keys},
/// "weights_key_unknown" {key, accepted}, "weights_quantised", and for one of several files
/// "weights_shard" {part, parts}.
///
/// The file is hashed while its tensors are made, unless `digests` knows this state of it already;
/// null: nothing is looked up and nothing kept.
[[nodiscard]] Result<WeightFile> readWeights(const std::filesystem::path& path,
                                             const WantedTensors& wanted,
                                             const OtherModel& other = {},
                                             const DigestMemory* digests = nullptr);

}  // namespace duelo
