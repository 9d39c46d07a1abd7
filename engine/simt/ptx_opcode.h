// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "simt/ptx_module.h"

namespace duelo::simt::ptx {

/// "u32".
[[nodiscard]] std::optional<Type> typeCalled(std::string_view word);
/// "%tid.x".
[[nodiscard]] std::optional<Special> specialCalled(std::string_view word);
/// An instruction by its whole name, such as "ld.global.v4.f32", without operands. Op::Unknown:
/// a part of the name is not understood.
[[nodiscard]] Instruction instructionCalled(std::string_view name);

}  // namespace duelo::simt::ptx
