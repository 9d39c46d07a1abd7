// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "machine/clock.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

/// Shows which clocks there are, what each measures and how far it goes (R-29, S4-15). The one in
/// use also says what was found of it on this PC.
class ClockView final : public ScrollPage {
    Q_OBJECT

public:
    explicit ClockView(const Text& text, QWidget* parent = nullptr);

    /// Shows what the sheet says of this PC's clock; nothing where the sheet is empty.
    void setClock(const ClockSheet& sheet);

private:
    QFrame* addClock(const char* key, bool used);

    Text m_text;
    QLabel* m_measured;
    QLabel* m_verdict;
};

}  // namespace duelo::ui
