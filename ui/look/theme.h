// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

#include <QColor>
#include <QPen>

class QApplication;

/// How everything that Duelo draws looks: one set of tokens for light, one for dark. Widgets get
/// them through palette and style sheet, charts and other painters ask tokens().
namespace duelo::ui {

enum class ThemeChoice { System, Light, Dark };
inline constexpr std::array<std::string_view, 3> kThemeWords{"system", "light", "dark"};

struct Tokens {
    bool dark = false;
    QColor window;                      ///< behind rail, form and cards
    QColor surface;                     ///< cards, chart, table, inputs
    QColor text, muted;                 ///< both reach 4.5:1 on window and surface
    QColor line;                        ///< borders and grid lines
    QColor accent, accent_text;         ///< the primary button and what is chosen
    QColor accent_soft, accent_strong;  ///< background and text of a selected rail entry
    QColor good_soft, good_text;        ///< a verdict that is shown
    QColor warn_soft, warn_text;        ///< what may spoil the numbers
    QColor bad_soft, bad_text;          ///< what failed
    QColor neutral_soft;                ///< a pill or chip without a verdict
};

/// Of the theme in force.
[[nodiscard]] const Tokens& tokens();

/// tokens() and seriesStyle() are the light ones while one lives: for what is drawn for paper while
/// the window is dark. Local to a function; nothing may repaint the window meanwhile.
class LightTokens {
public:
    LightTokens();
    ~LightTokens();
    Q_DISABLE_COPY_MOVE(LightTokens)

private:
    const Tokens* m_before;
};

/// Style Fusion, palette, style sheet and font for the choice. System follows the desktop where it
/// tells; `text_scale` 1 is the system's font size. Call again on a change. Everything that paints
/// by itself must repaint on PaletteChange.
void applyTheme(QApplication& application, ThemeChoice choice, double text_scale = 1);

enum class Marker { Circle, Cross, Square, Triangle, Diamond, Plus };

/// Colour, marker and dash each tell a series apart by itself (Okabe and Ito; S0-20: CPU is 'o' and
/// blue, GPU is 'x', vermilion and dashed). `dashes` in pen widths; empty is a full line.
struct SeriesStyle {
    QColor color;
    Marker marker = Marker::Circle;
    QList<qreal> dashes;

    [[nodiscard]] QPen pen(double width_px) const;
};

/// 0: CPU. 1: GPU. Then the further series; repeats after 6.
[[nodiscard]] SeriesStyle seriesStyle(int index);

/// Draws a marker of this size around a point; Cross and Plus are strokes, the others outlines
/// filled with `fill`.
void drawMarker(QPainter& painter, const SeriesStyle& style, QPointF centre, double size_px,
                const QColor& fill);

}  // namespace duelo::ui
