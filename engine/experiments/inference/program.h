// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"
#include "plan/plan.h"

namespace duelo {

/// The same work as a plan, as a Python program for PyTorch and torchvision (S0-49): to read, to
/// hand in, to run. Its comments and what it prints are in the language of `text`; it prints the
/// handout's lines and table. What PyTorch has no equivalent for it says and leaves out. It loads
/// nothing from the network unless its reader changes a line, and no name of the plan can become
/// code. Photographs that Duelo ships are named by where they lie on this PC.
/// Of a completed plan of inference. Reasons: "script_of_inference_only", "list_empty" and
/// "field_missing" {field} for a plan without work, "script_blocks_differ" {field} where blocks
/// have settings or variants of their own.
[[nodiscard]] Result<std::string> pytorchScript(const Plan& plan, const Text& text);

/// A text as a Python literal, as repr() would write it, with double quotes: it reads back to the
/// same text, in one line, and shows nothing that could hide what it is. Bytes that are no UTF-8
/// become the surrogates that Python itself uses for them in file names.
[[nodiscard]] std::string pythonLiteral(std::string_view text);

}  // namespace duelo
