// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "measure/long_answer.h"

namespace duelo {

inline constexpr int kMostEmulatedProduct = 128;  ///< rows: a second or so for all kernels

/// The kernels of the matrix product on the emulator (experiments/emulation.h). Args: size, the
/// rows and columns, up to kMostEmulatedProduct.
[[nodiscard]] Result<Json> emulateProduct(const Json& args, const AnswerControl& control);

inline constexpr std::array<LongQuestion, 1> kProductApart{{{"emulate", emulateProduct}}};

}  // namespace duelo
