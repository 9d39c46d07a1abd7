// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace duelo::ui {

/// Tells whether the process at the other end of a local socket, or of a pipe on Windows, belongs
/// to the user of this one. `socket`: QLocalSocket::socketDescriptor(). False where the system does
/// not say.
[[nodiscard]] bool isPeerOfThisUser(qintptr socket);

}  // namespace duelo::ui
