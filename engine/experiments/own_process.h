// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "measure/long_answer.h"

namespace duelo {

/// Among the args of "emulate": the student's text is run in this process.
inline constexpr const char* kEmulatesHere = "here";

/// Asks a process of this program that does nothing else, so that no text, however wrong, ends or
/// holds this one: `words` are its command, to which a file with the text of the args' `source` is
/// added. Returns what it prints as JSON. Reasons: "simt_stopped", "simt_child_time" {limit_s},
/// "simt_child_ended" {code}, of a text that cannot be attached or written, and its own.
[[nodiscard]] Result<Json> answerApart(std::vector<std::string> words, const Json& args,
                                       const AnswerControl& control);
/// The reply to "emulate" with a `source`, by answerApart().
[[nodiscard]] Result<Json> emulateApart(const char* experiment, const Json& args,
                                        const AnswerControl& control);

}  // namespace duelo
