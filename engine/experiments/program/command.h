// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/attachment.h"

/// From an attachment to what the system starts: no shell stands between.
namespace duelo {

/// Stands in a command for the number of the case.
inline constexpr std::string_view kNumberPlaceholder = "{n}";

/// A command that is typed is called by itself; what has another name is the text of a program.
[[nodiscard]] inline bool isScript(std::string_view name, const Attachment& attachment) {
    return name != attachment.text();
}

/// The program and its arguments: parted by spaces, but for what stands in ' or ", where {n} stands
/// the number. A command that is the path of a file, with spaces or not, is that program, and gets
/// the number as its argument.
/// Reasons: "program_quote_open" {command}, "program_command_empty".
[[nodiscard]] Result<std::vector<std::string>> commandWords(const std::string& command,
                                                            std::optional<std::int64_t> n);

/// Returns the command that runs the text of a program in `file`: the file itself if its first line
/// names an interpreter, else an interpreter for the ending of its name. The number is its
/// argument. Reason: "program_no_interpreter" {name}.
[[nodiscard]] Result<std::vector<std::string>> scriptWords(const std::string& name,
                                                           const std::string& text,
                                                           const std::string& file,
                                                           std::optional<std::int64_t> n);

/// Checks that the number can reach the program, and that a program that needs one has it. Reasons:
/// "program_needs_n" {command, placeholder}, "program_without_n" {command, placeholder}.
[[nodiscard]] Result<void> checkNumber(const std::string& name, const Attachment& attachment,
                                       bool hasNumber);

}  // namespace duelo
