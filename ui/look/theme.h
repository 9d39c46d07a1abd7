// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include <QColor>

class QApplication;

/// The look of everything that Duelo draws: one set of tokens for light, one for dark, one of the
/// strongest contrast. Widgets get them through palette and style sheet; charts and other painters
/// ask tokens().
namespace duelo::ui {

enum class ThemeChoice { System, Light, Dark, Contrast };
inline constexpr std::array<std::string_view, 4> kThemeWords{"system", "light", "dark", "contrast"};

struct Tokens {
    bool dark = false;
    QColor window;               ///< behind rail, form and cards
    QColor surface;              ///< cards, chart, table, inputs
    QColor text, muted;          ///< both reach 4.5:1 on window and surface, 7:1 with contrast
    QColor line;                 ///< borders and grid lines
    QColor accent, accent_text;  ///< the primary button and what is chosen
    QColor accent_soft, accent_strong;  ///< background and text of a selected rail entry
    QColor good_soft, good_text;        ///< a verdict that is shown
    QColor warn_soft, warn_text;        ///< what may spoil the numbers
    QColor bad_soft, bad_text;          ///< what failed
    QColor neutral_soft;                ///< a pill or chip without a verdict
};

/// The tokens of the theme in force.
[[nodiscard]] const Tokens& tokens();

/// The tokens of the light theme, whichever is in force: for paper and files.
[[nodiscard]] const Tokens& paperTokens();

/// Sets what ThemeChoice::System means from the next applyTheme() on (desktop_scheme.h); light
/// until then.
void setDesktopDark(bool dark);

/// Style Fusion, palette, style sheet and font for the choice; `text_scale` 1 is the system's font
/// size. Call again on a change. Everything that paints by itself must repaint on PaletteChange.
void applyTheme(QApplication& application, ThemeChoice choice, double text_scale = 1);

/// Icons and what else stands beside text: as much larger as the text of the theme in force.
[[nodiscard]] int scaled_px(int usual_px);

/// The colour of a series, in the theme in force where none is given (report/series_look.h).
[[nodiscard]] QColor seriesColor(int style, const Tokens& look = tokens());

}  // namespace duelo::ui
