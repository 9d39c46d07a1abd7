// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace duelo::ui {

/// Tells whether the process at the other end of a local socket, or of a pipe on Windows, belongs
/// to the user of this one. `socket`: QLocalSocket::socketDescriptor(). False where the system does
/// not say.
[[nodiscard]] bool isPeerOfThisUser(qintptr socket);

/// Lets the server at the other end of a pipe bring its window to the front, which Windows allows
/// the program alone that was clicked last; without it that window would only blink in the task
/// bar.
void letComeForward(qintptr socket);

}  // namespace duelo::ui
