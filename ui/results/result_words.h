// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/text.h"
#include "report/comparison.h"

/// The sentences that stand once above the chart and the table of a page.
namespace duelo::ui {

class Session;

/// All doubts about a comparison, said once for a chip.
struct DoubtWords {
    QString sentence;  ///< empty: there is none
    QString why;       ///< what each of them means, in a line of its own
};

/// Returns the flags of all that is compared, and the number of cells that failed.
[[nodiscard]] DoubtWords doubtWordsOf(const Comparison& comparison, const Text& text);

/// Tells whether this PC measured the open file. Another PC's work is not measured again here: the
/// file would then have the times of both.
[[nodiscard]] bool isOfThisPc(const Comparison& comparison, const Session& session);

/// "This PC, today 11:11".
[[nodiscard]] QString measuredWords(const Comparison& comparison, const Session& session);

/// Returns a reason in which the place in a plan, "variants[0].command[1]", is called as the form
/// calls that field.
[[nodiscard]] Reason inFormWords(Reason reason, const Spec& spec, const Text& text);

/// Returns the titles of the comparison's tables, by their case.
[[nodiscard]] QStringList tableTitlesOf(const Comparison& comparison, const Text& text);

}  // namespace duelo::ui
