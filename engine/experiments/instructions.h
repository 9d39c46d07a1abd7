// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The kinds of vector instructions that a kernel's text is compiled for, one source each; a wider
/// one comes with those before it.
namespace duelo {

enum class Instructions { Base, Avx2, Avx512 };

/// Returns the widest that this build has and this processor knows.
[[nodiscard]] Instructions widestInstructions();

}  // namespace duelo
