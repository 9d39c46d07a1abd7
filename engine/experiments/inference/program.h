// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/text.h"
#include "plan/plan.h"

namespace duelo {

/// Returns the same work as a plan, as a Python program for PyTorch and torchvision (S0-49): to
/// read, to hand in, to run. Its comments and its output are in the language of `text`; it prints
/// the handout's lines and table. Work that PyTorch has no equivalent for is named and left out. It
/// loads nothing from the network unless its reader changes a line, and no name of the plan can
/// become code. Photographs that Duelo ships are named by where they lie on this PC. Spec::programs
/// of inference. Reasons: "field_missing" {field} where a setting has no value,
/// "script_blocks_differ" {field} where blocks have settings of their own.
[[nodiscard]] Result<std::string> pytorchScript(const Plan& plan, const Text& text);

}  // namespace duelo
