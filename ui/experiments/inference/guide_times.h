// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "report/labels.h"

/// Sentences of the guided session about times.
namespace duelo::ui {

/// Says behind a time in a sentence that it is doubtful, and the first reason; empty: it is not.
[[nodiscard]] std::string timeDoubt(const ReportCell& cell, const Text& text);

/// Returns the times of one case with 1, 2, … threads on the own CPU; empty: there are none.
[[nodiscard]] std::string threadsTold(const Comparison& comparison, const Labels& labels,
                                      const Text& text);

}  // namespace duelo::ui
