// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document.h"
#include "report/writers.h"

namespace duelo::ui {

/// A chart or a table by itself, as a document of one section: what it answers above it, where its
/// figures come from below it.
[[nodiscard]] Document singlePage(DocBlock block, const ChartCaption& caption, const Text& text);

}  // namespace duelo::ui
