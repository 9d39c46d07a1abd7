// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/spec.h"
#include "report/shown.h"

/// What the window shows of an experiment beside its table.
namespace duelo {

struct View;  // report/view.h

/// The charts of its view, else the plain one; of work that is repeated also how its samples
/// scatter and come, and where an axis counts workers what more of them bring.
[[nodiscard]] std::vector<ChartTab> tabsOf(const Spec& spec);

/// What its view has to say, then what is said of any result. Of an empty comparison what is worth
/// knowing before anything is measured.
[[nodiscard]] std::vector<CardValue> cardsOf(const Spec& spec, const Shown& shown);

/// The charts of all views in the comparison that hold other results against their own.
[[nodiscard]] std::vector<ChartValue> chartsBeside(const Shown& shown);
/// What these views (viewsOf()) say beside a time; empty: nothing.
[[nodiscard]] std::string textBeside(const std::vector<const View*>& views,
                                     const Comparison& comparison, const Row& row,
                                     const ReportCell& cell, const Text& text);

}  // namespace duelo
