// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/spec.h"
#include "report/shown.h"

/// Charts and cards that the window shows of an experiment beside its table.
namespace duelo {

struct View;  // report/view.h

/// The charts of its view, else the plain one; of work that is repeated also how its samples
/// scatter and come, and where an axis counts workers what more of them bring.
[[nodiscard]] std::vector<ChartTab> tabsOf(const Spec& spec);

/// Returns the cards of its view, then those of any result. For an empty comparison, returns the
/// cards that are worth reading before anything is measured.
[[nodiscard]] std::vector<CardValue> cardsOf(const Spec& spec, const Shown& shown);

/// The charts of all views in the comparison that hold other results against their own.
[[nodiscard]] std::vector<ChartValue> chartsBeside(const Shown& shown);
/// Returns the words of these views (viewsOf()) beside a time; empty: nothing.
[[nodiscard]] std::string textBeside(const std::vector<const View*>& views,
                                     const Comparison& comparison, const Row& row,
                                     const ReportCell& cell, const Text& text);

}  // namespace duelo
