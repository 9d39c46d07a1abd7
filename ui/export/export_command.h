// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace duelo::ui {

/// `duelo export FILE… --pdf OUT --html OUT …`: reports of record files without a window. Several
/// outputs may be asked for at once; one that fails leaves the others alone. `arguments` are those
/// behind the word "export". Needs a QGuiApplication (offscreen will do).
///
/// Writes what it wrote to standard output, and reasons in words to standard error. Returns 0 when
/// everything asked for was written, 1 when some of it was not, 2 for arguments or record files
/// that cannot be used; then nothing was written.
[[nodiscard]] int exportCommand(const QStringList& arguments);

}  // namespace duelo::ui
