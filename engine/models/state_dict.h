// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/pickle.h"
#include "models/stored_tensor.h"

namespace duelo {

/// One storage that a pickle refers to: a one-dimensional array kept outside the pickle.
struct Storage {
    ElementType type = ElementType::F32;
    std::uint64_t elements = 0;
    std::uint64_t offset = 0;  ///< in bytes from the file's start; set by whoever locates it
    bool located = false;
    const char* fault = nullptr;  ///< a rule that its place breaks

    [[nodiscard]] std::uint64_t bytes() const { return elements * byteSize(type); }
};

using Storages = std::map<std::string_view, Storage>;

/// Refuses a storage, or the tensor in it, that breaks a rule: "weights_storage" {rule, tensor}.
[[nodiscard]] tl::unexpected<Reason> badStorage(const char* rule, std::string_view tensor);

/// Returns what was saved in place of tensors, where the pickle tells: the reasons of savedAlone().
[[nodiscard]] std::optional<Reason> savedWithoutTensors(const Pickle& pickle);

/// Every storage named in the pickle, by key. One that is described as no other is an error where
/// `all` are wanted, and missing from the result otherwise.
/// Reasons: "weights_storage" {rule, tensor}; tensor is the storage's key here.
[[nodiscard]] Result<Storages> storagesOf(const Pickle& pickle, bool all);

/// The tensors of every dictionary that the pickle's value is or holds, each within its storage,
/// whose place must be known. A dictionary with an unsound tensor is among the faults; it is an
/// error where no other has tensors.
/// Reasons: "weights_not_state_dict" {found}, "weights_storage" {rule, tensor}, and of what was
/// saved instead of tensors "weights_whole_module", "weights_numpy_pickle", "weights_code" {name}.
[[nodiscard]] Result<TensorTable> tensorsOf(const char* format, const Pickle& pickle,
                                            const Storages& storages);

}  // namespace duelo
