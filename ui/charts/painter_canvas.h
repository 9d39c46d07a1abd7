// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPen>

#include "report/chart_canvas.h"

class QPainter;

namespace duelo::ui {

struct Tokens;

/// A chart's canvas in the window, in the theme's colours, or on paper. Letters have the size of
/// `font`, and everything else follows it.
class PainterCanvas : public ChartCanvas {
public:
    /// Without a painter nothing is drawn: `top` then tells what room it would take.
    PainterCanvas(QPainter* painter, const QFont& font, double room_px, NumberStyle style,
                  const Tokens& look);
    PainterCanvas(QPainter* painter, const QFont& font, double room_px, NumberStyle style);

    [[nodiscard]] QPen toQt(const Pen& pen) const;
    [[nodiscard]] QColor toQt(Ink ink) const;
    [[nodiscard]] const QFont& letters() const { return m_font; }

    using ChartCanvas::marker;
    using ChartCanvas::rect;
    using ChartCanvas::text;
    using ChartCanvas::widthOf;
    void text(Place at, std::string_view words, const TextLook& look) override;
    void polyline(const std::vector<Place>& points, const Pen& pen) override;
    void rect(const Box& box, Ink fill, double opacity, Ink edge) override;
    void marker(Marker marker, Place at, double size, Ink ink, std::string_view title) override;
    void pixels(const Box& box, const GreyPixels& grey) override;
    [[nodiscard]] double widthOf(std::string_view words, bool bold, double scale) const override;

protected:
    [[nodiscard]] QPainter* painter() const { return m_painter; }

private:
    [[nodiscard]] QFont fontOf(bool bold, double scale) const;

    QPainter* m_painter;
    QFont m_font;
    const Tokens& m_look;
};

/// Draws a sign of a series, filled with what is behind it.
void drawSign(QPainter& painter, Marker marker, const QPointF& at, double size_px,
              const QColor& colour, const QColor& ground);

}  // namespace duelo::ui
