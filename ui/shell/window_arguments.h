// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

#include "base/result.h"
#include "base/text.h"

namespace duelo::ui {

/// The command line of `duelo` but for `duelo export`: files, and no options besides these.

[[nodiscard]] bool asksForHelp(const QStringList& arguments);

/// Returns the text that --help prints.
[[nodiscard]] QString windowHelp(const Text& text);

/// The first of what Qt left that is neither a file nor an option: "window_option_unknown"
/// {option}. A file may be called like one.
[[nodiscard]] std::optional<Reason> whyNoArguments(const QStringList& arguments);

}  // namespace duelo::ui
