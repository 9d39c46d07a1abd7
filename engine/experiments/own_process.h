// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/long_answer.h"

namespace duelo {

/// Among the args of "emulate": the student's text is run in this process.
inline constexpr const char* kEmulatesHere = "here";

/// The reply to "emulate" with a `source`, from a process of this program that does nothing else,
/// so that no text, however wrong, ends or holds this one. Reasons: "simt_stopped",
/// "simt_child_time" {limit_s}, "simt_child_ended" {code}, of a text that cannot be attached or
/// written, and its own.
[[nodiscard]] Result<Json> emulateApart(const char* experiment, const Json& args,
                                        const AnswerControl& control);

}  // namespace duelo
