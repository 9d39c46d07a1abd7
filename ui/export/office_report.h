// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "base/result.h"
#include "report/document.h"

namespace duelo::ui {

/// The document for LibreOffice, Google Docs or Word: the same words and figures as every other
/// writer (report/office.h), with the pages that the PDF has until the program counts its own.
/// Needs a QGuiApplication, and no window. Reasons: those of the writers.
[[nodiscard]] Result<std::string> odtOf(const Document& document);
[[nodiscard]] Result<std::string> docxOf(const Document& document);

}  // namespace duelo::ui
