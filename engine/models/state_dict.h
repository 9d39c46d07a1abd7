// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "models/pickle.h"
#include "models/stored_tensor.h"

namespace duelo {

/// One storage that a pickle refers to: a one-dimensional array kept outside the pickle.
struct Storage {
    ElementType type = ElementType::F32;
    std::uint64_t elements = 0;
    std::uint64_t offset = 0;  ///< in bytes from the file's start; set by whoever locates it
    bool located = false;

    [[nodiscard]] std::uint64_t bytes() const { return elements * byteSize(type); }
};

using Storages = std::map<std::string_view, Storage>;

/// "weights_storage" {rule, tensor}: what of a storage, or of the tensor in it, is not as it must
/// be.
[[nodiscard]] tl::unexpected<Reason> badStorage(const char* rule, std::string_view tensor);

/// Every storage named in the pickle, by key.
/// Reasons: "weights_storage" {rule, tensor}; tensor is the storage's key here.
[[nodiscard]] Result<Storages> storagesOf(const Pickle& pickle);

/// The tensors of the pickle's state dict, each within its storage, whose place must be known.
/// Reasons: "weights_not_state_dict" {found}, "weights_storage" {rule, tensor}.
[[nodiscard]] Result<std::vector<StoredTensor>> tensorsOf(const Pickle& pickle,
                                                          const Storages& storages);

}  // namespace duelo
