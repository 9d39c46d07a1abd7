// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace duelo::ui {

/// Explains a widget: in a tip where that takes a glance, else its beginning stands there and
/// Shift+F1 shows the whole. `help` is no HTML.
void setTip(QWidget& widget, const QString& help);
/// Returns `help`, or the beginning of a long one with "…".
[[nodiscard]] QString briefTip(const QString& help);
/// Says at a widget that was clicked why it stays as it was: the last that is chosen is needed.
void sayOneStays(QWidget& widget);

}  // namespace duelo::ui
