// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

#include "tensor/symbols/find.h"
#include "tensor/tensor.h"

/// The object that a tensor points to, c10::TensorImpl. Its first members are the virtual table,
/// the counts of references, and the storage, which begins with a table and counts too.
namespace duelo::symbols {

[[nodiscard]] inline void*& implOf(Tensor& tensor) {
    return *std::launder(reinterpret_cast<void**>(&tensor));
}
[[nodiscard]] inline void* implOf(const Tensor& tensor) {
    return *std::launder(reinterpret_cast<void* const*>(&tensor));
}

struct Counted {
    const void* table;
    std::uint64_t counts;  ///< references in the lower half, weak references in the upper
};
struct TensorImpl : Counted {
    Counted* storage;
};

[[nodiscard]] inline Counted* storageOf(const Tensor& tensor) {
    return static_cast<TensorImpl*>(implOf(tensor))->storage;
}
[[nodiscard]] inline std::int64_t referencesTo(void* counted) {
    if (counted == nullptr) return 0;
    const std::atomic_ref counts(static_cast<Counted*>(counted)->counts);
    return static_cast<std::uint32_t>(counts.load(std::memory_order_relaxed));
}

/// Adds a reference to a TensorImpl.
inline void retain(void* counted) {
    const std::atomic_ref counts(static_cast<Counted*>(counted)->counts);
    counts.fetch_add(1, std::memory_order_relaxed);
}

/// Returns the tensor of a handle that the C interface made, and deletes the handle.
[[nodiscard]] inline Tensor takenFrom(void** handle) {
    constexpr const char* kDelete = "aoti_torch_delete_tensor_object";
    static auto* const destroy = function<int(void**)>(kDelete);
    Tensor own;
    std::swap(implOf(own), *handle);
    check(destroy(handle), kDelete);
    return own;
}

}  // namespace duelo::symbols
