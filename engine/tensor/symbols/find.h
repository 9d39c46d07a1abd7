// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Finds the functions and variables that LibTorch exports.
namespace duelo::symbols {

/// The version that this binding was proven with. It accepts only those of the same major and minor
/// number.
inline constexpr const char* kVersion = "2.11.0";

/// Returns the address of the symbol that LibTorch exports under this name, mangled as on this
/// system (names.h). Throws a TensorError with the name and the wanted version where there is none.
[[nodiscard]] void* addressOf(const char* name);

/// Returns that symbol as a function. A caller keeps it in a static variable, so that each is
/// looked up once.
template <typename Signature>
[[nodiscard]] Signature* function(const char* name) {
    return reinterpret_cast<Signature*>(addressOf(name));
}

/// Throws where `code`, which the function `name` of LibTorch's C interface returned, means
/// failure.
void check(int code, const char* name);

}  // namespace duelo::symbols
