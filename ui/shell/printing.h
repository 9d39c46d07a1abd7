// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "base/result.h"
#include "report/document.h"

class QWidget;

namespace duelo::ui {

class Background;

/// Asks for a printer and prints the document there, on the pages of its PDF. Prints nothing where
/// the dialog is closed. Nothing else may be at work on `background`. Reason: "print_failed"
/// {printer}.
[[nodiscard]] Result<void> printDocument(const Document& document, Background& background,
                                         QWidget* window);

/// Composes a document on a thread and prints it so. Reasons: those of `compose` too.
[[nodiscard]] Result<void> printComposed(std::function<Result<Document>()> compose,
                                         Background& background, QWidget* window);

}  // namespace duelo::ui
