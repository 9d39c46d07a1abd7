// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/text.h"

namespace duelo {

/// Opens standard input, output and error where the caller has closed them, so that no file that is
/// opened later gets what was meant for them: what is printed to a closed output fails. So does a
/// write beyond the largest file allowed, instead of ending the program. On Windows bytes go
/// through as they are, a console shows UTF-8, and a program with a window that was called at a
/// prompt prints there. To be called first of all in main().
void holdStandardStreams();

/// Gives a console of Windows back as it was, where a program ends by _Exit(); else that happens by
/// itself.
void releaseConsole();

/// Tells whether somebody may read standard error; nobody does of a program with a window that the
/// desktop of Windows has started.
[[nodiscard]] bool hasStandardError();

/// Brings out all that was printed to standard output. Reasons: "output_lost" {message}, as a full
/// disk or a closed output have it; "output_unread": whoever read it, as `head` does, has gone.
[[nodiscard]] Result<void> flushStandardOutput();

/// The exit code of a command that ended with `code`: 1 where that is 0 and not all that it printed
/// came out, which standard error tells. Nobody is told that a reader has gone: who sent it away
/// knows.
[[nodiscard]] int exitCodeOf(int code, const Text& text);

}  // namespace duelo
