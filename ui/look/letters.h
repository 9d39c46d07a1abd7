// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFontMetricsF;

namespace duelo::ui {

/// Returns the width of `count` letters of running text. Widths are counted in letters so that
/// larger ones get more room. QFontMetrics::averageCharWidth() is the mean of every sign in the
/// font's file: a letter in DejaVu Sans, a quarter more in Noto Sans, a third more in Inter, so
/// that narrower letters would get wider columns.
[[nodiscard]] int letters_px(const QFontMetricsF& metrics, int count);

}  // namespace duelo::ui
