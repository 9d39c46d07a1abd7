// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "tensor/torch_cuda.h"

/// Finds the functions and variables that LibTorch exports.
namespace duelo::symbols {

/// The version that this binding was proven with. It accepts only those of the same major and minor
/// number.
inline constexpr const char* kVersion = kTorchVersion;

/// Returns the address of the symbol that LibTorch exports under this name, mangled as on this
/// system (names.h). Throws a TensorError with the name and the wanted version where there is none.
[[nodiscard]] void* addressOf(const char* name);

/// Returns that symbol as a function. A caller keeps it in a static variable, so that each is
/// looked up once.
template <typename Signature>
[[nodiscard]] Signature* function(const char* name) {
    return reinterpret_cast<Signature*>(addressOf(name));
}

/// Has LibTorch opened from this folder instead of the program's, where the binding opens it: on
/// Windows. Returns false where it is open already, from another folder.
[[nodiscard]] bool openFrom(const std::filesystem::path& folder);

/// Throws where `code`, which the function `name` of LibTorch's C interface returned, means
/// failure.
void check(int code, const char* name);

}  // namespace duelo::symbols
