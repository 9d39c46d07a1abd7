// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/painter_canvas.h"

#include <cmath>

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include "report/chart_value.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

QString wordsOf(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

}  // namespace

PainterCanvas::PainterCanvas(QPainter* painter, const QFont& font, double room_px,
                             NumberStyle style, const Tokens& look)
    : ChartCanvas(style, room_px, font.pixelSize() / kUsualFont),
      m_painter(painter),
      m_font(font),
      m_look(look) {}

PainterCanvas::PainterCanvas(QPainter* painter, const QFont& font, double room_px,
                             NumberStyle style)
    : PainterCanvas(painter, font, room_px, style, tokens()) {}

QColor PainterCanvas::toQt(Ink ink) const {
    const Tokens& look = m_look;
    switch (ink) {
        case Ink::None:
            return Qt::transparent;
        case Ink::Text:
            return look.text;
        case Ink::Muted:
            return look.muted;
        case Ink::Grid:
            return look.line;
        case Ink::Surface:
            return look.surface;
        case Ink::GoodSoft:
            return look.good_soft;
        case Ink::GoodText:
            return look.good_text;
        case Ink::BadSoft:
            return look.bad_soft;
        case Ink::BadText:
            return look.bad_text;
        case Ink::Soft:
            return look.neutral_soft;
        case Ink::Black:
            return Qt::black;
        case Ink::White:
            return Qt::white;
        default:
            return seriesColor(static_cast<int>(ink) - static_cast<int>(Ink::First), look);
    }
}

QFont PainterCanvas::fontOf(bool bold, double scale) const {
    QFont font(m_font);
    font.setPixelSize(qMax(1, qRound(m_font.pixelSize() * scale)));
    font.setBold(bold);
    return font;
}

double PainterCanvas::widthOf(std::string_view words, bool bold, double scale) const {
    return QFontMetricsF(fontOf(bold, scale)).horizontalAdvance(wordsOf(words));
}

QPen PainterCanvas::toQt(const Pen& pen) const {
    QPen line(toQt(pen.ink), pen.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    QList<qreal> dashes;
    for (const double dash : pen.dashes) dashes.append(dash / pen.width);
    if (!dashes.isEmpty()) line.setDashPattern(dashes);
    return line;
}

void PainterCanvas::text(Place at, std::string_view words, const TextLook& look) {
    if (!m_painter) return;
    const QFont font = fontOf(look.bold, look.scale);
    const double wide = widthOf(words, look.bold, look.scale);
    const bool middle = look.anchor == std::string_view("middle");
    const double before = look.anchor == std::string_view("start") ? 0 : middle ? wide / 2 : wide;
    m_painter->save();
    m_painter->setFont(font);
    m_painter->setPen(toQt(look.ink));
    m_painter->translate(at.x, at.y);
    if (look.turned) m_painter->rotate(-90);
    m_painter->drawText(QPointF(-before, QFontMetricsF(font).capHeight() / 2), wordsOf(words));
    m_painter->restore();
}

void PainterCanvas::polyline(const std::vector<Place>& points, const Pen& pen) {
    if (!m_painter) return;
    QPolygonF path;
    // Thin level and upright lines on whole pixels stay sharp.
    const bool thin = points.size() == 2 && pen.width <= 1;
    const bool level = thin && points[0].y == points[1].y;
    const bool upright = thin && points[0].x == points[1].x;
    for (const Place& point : points)
        path << QPointF(upright ? std::floor(point.x) + 0.5 : point.x,
                        level ? std::floor(point.y) + 0.5 : point.y);
    m_painter->setPen(toQt(pen));
    m_painter->drawPolyline(path);
}

void PainterCanvas::rect(const Box& box, Ink fill, double opacity, Ink edge) {
    if (!m_painter) return;
    const QRectF place(box.left, box.top, box.width, box.height);
    QColor colour = toQt(fill);
    colour.setAlphaF(colour.alphaF() * static_cast<float>(opacity));
    m_painter->fillRect(place, colour);
    if (edge == Ink::None) return;
    m_painter->setBrush(Qt::NoBrush);
    m_painter->setPen(QPen(toQt(edge), 1));
    m_painter->drawRect(place);
}

void PainterCanvas::marker(Marker marker, Place at, double size, Ink ink, std::string_view) {
    if (m_painter) drawSign(*m_painter, marker, {at.x, at.y}, size, toQt(ink), m_look.surface);
}

void PainterCanvas::pixels(const Box& box, const GreyPixels& grey) {
    const auto count =
        static_cast<std::size_t>(grey.width_px) * static_cast<std::size_t>(grey.height_px);
    if (!m_painter || grey.bytes.size() != count) return;
    const QImage image(reinterpret_cast<const uchar*>(grey.bytes.data()), grey.width_px,
                       grey.height_px, grey.width_px, QImage::Format_Grayscale8);
    m_painter->drawImage(QRectF(box.left, box.top, box.width, box.height), image);
}

void drawSign(QPainter& painter, Marker marker, const QPointF& at, double size_px,
              const QColor& colour, const QColor& ground) {
    const double radius = size_px / 2;
    painter.setPen(QPen(colour, qMax(1.5, size_px / 4.5)));
    painter.setBrush(ground);
    const MarkerShape shape = markerShape(marker);
    QPolygonF points;
    for (const Place& point : shape.points) points << at + radius * QPointF(point.x, point.y);
    if (points.isEmpty())
        painter.drawEllipse(at, radius, radius);
    else if (shape.closed)
        painter.drawPolygon(points);
    else
        painter.drawLines(points);
}

}  // namespace duelo::ui
