// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardPaths>
#include <QString>

namespace duelo::ui {

/// Returns this folder, or the nearest above it that exists: a file dialog takes the last part of a
/// folder that does not exist for the name of a file.
[[nodiscard]] QString existingFolder(const QString& folder);

/// Returns a folder of the user, such as the one of downloads, or the nearest above it that exists.
/// A dialog that is given no folder begins where the program was started, which means nothing to
/// whoever double-clicked it.
[[nodiscard]] QString existingFolder(QStandardPaths::StandardLocation place);

}  // namespace duelo::ui
