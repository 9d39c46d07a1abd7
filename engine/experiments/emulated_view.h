// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text.h"
#include "report/document.h"

namespace duelo {

/// The reply to the question "emulate" (experiments/emulation.h) as a table: a row for each
/// counter, a column for each kernel. Notes say why a kernel has no counters.
[[nodiscard]] DocTable emulatedTable(const Json& reply, const Text& text);

/// Says at which sizes the kernels of a reply ran, or how the one ran whose text says so itself.
[[nodiscard]] std::string emulatedWhat(const Json& reply, const Text& text);

/// Says what a row of it means, in the order of the rows.
[[nodiscard]] std::vector<std::string> emulatedMeanings(const Text& text);

}  // namespace duelo
