// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>

class QWidget;

namespace duelo::ui {

/// The measures of a slide, which is read from the back of a room: shares of its window's height.
struct SlideLook {
    int headline_px = 0;
    int letters_px = 0;  ///< 3.5 % of the height; charts have lines and marks by their letters
    QMargins margins{};
};

/// Returns the height of the foot that a slide leaves to its buttons, which come and go upon it.
[[nodiscard]] int slideButtons_px();

/// Returns the measures of a slide in the window of `part`.
[[nodiscard]] SlideLook slideLook(const QWidget& part);

/// Sets the height of all letters within `part`, whatever the style sheet says of them; 0: it says.
/// A part that has them already is left as it is.
void setLetters(QWidget& part, int height_px);

}  // namespace duelo::ui
