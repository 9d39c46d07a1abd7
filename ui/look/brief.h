// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/brief_text.h"

namespace duelo::ui {

/// Returns what a card, a box or a cell of the window shows of a text from a file, of which nobody
/// knows how long it is: as much of it as a sentence takes, with "…" behind it. To lay out more
/// takes seconds and is read by nobody (Y-02); a tool tip has a longer piece (plain_texts.h).
[[nodiscard]] inline QString brief(const QString& text) {
    constexpr auto kMost = static_cast<qsizetype>(kMostArgumentChars);
    if (text.size() <= kMost) return text;
    const qsizetype end = text[kMost - 1].isHighSurrogate() ? kMost - 1 : kMost;
    return text.left(end) + QChar(0x2026);
}

}  // namespace duelo::ui
