// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "base/result.h"
#include "report/document.h"

namespace duelo::ui {

/// The document as OpenDocument text, which LibreOffice, Word and Google Docs open: the same words
/// and figures as every other writer, charts as pictures. Needs a QGuiApplication, and no window.
/// Reason: "write_failed".
[[nodiscard]] Result<std::string> odtOf(const Document& document);

}  // namespace duelo::ui
