// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/document.h"

namespace duelo {

/// Returns what a table says in a line: how far the figures of its main column reach, and in which
/// rows: "Images/s (median): from 1.26 (1024 px, i5-12400) to 345 (224 px, RTX 3060)". Its main
/// column has its ratios, else its first figures that are no mere counts. Empty: it has none.
[[nodiscard]] std::string keyFigureOf(const DocTable& table, const Text& text);

}  // namespace duelo
