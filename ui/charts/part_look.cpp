// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/part_look.h"

#include <algorithm>
#include <array>

#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

enum class Pattern { Plain, Rising, Falling, Upright, Level, Hatched };

struct PartLook {
    QColor fill, pattern;
    Pattern kind = Pattern::Plain;
};

/// Parts that look the same wherever they are; `style` is an index for seriesStyle().
struct OwnLook {
    std::string_view id;
    int style;
    Pattern kind;
};
constexpr std::array kOwnLooks{
    OwnLook{"decode", 3, Pattern::Upright},    OwnLook{"resize", 4, Pattern::Level},
    OwnLook{"h2d", 0, Pattern::Rising},        OwnLook{"compute", 1, Pattern::Plain},
    OwnLook{"d2h", 2, Pattern::Falling},       OwnLook{"data", 3, Pattern::Rising},
    OwnLook{"evaluation", 4, Pattern::Upright}};

/// Colours and patterns in turn make 30 pairs; 14 in a row from this one on are nobody's own.
constexpr std::size_t kFirstFreeLook = 7;

PartLook lookOf(std::string_view id, std::size_t place) {
    const Tokens& look = tokens();
    const auto of = [&](int style, Pattern kind) {
        QColor lines = look.surface;
        lines.setAlphaF(0.55);
        return PartLook{seriesStyle(style).color, lines, kind};
    };
    if (id == "unexplained") return {look.neutral_soft, look.muted, Pattern::Hatched};
    const auto own = std::ranges::find(kOwnLooks, id, &OwnLook::id);
    if (own != kOwnLooks.end()) return of(own->style, own->kind);
    const std::size_t pair = kFirstFreeLook + place;
    return of(static_cast<int>(pair),
              static_cast<Pattern>(pair % static_cast<std::size_t>(Pattern::Hatched)));
}

/// A line y = x + c (or y = -x + c) as far as it lies in the rectangle. Computed, not clipped: SVG
/// files of Qt know neither clips nor pattern brushes.
void drawDiagonals(QPainter& painter, const QRectF& rect, bool rising, double step) {
    const double height = rect.height();
    for (double c = step / 2 - height; c < rect.width(); c += step) {
        const double from = std::max(c, 0.0), to = std::min(c + height, rect.width());
        if (from >= to) continue;
        const auto y = [&](double x) {
            return rising ? rect.bottom() - (x - c) : rect.top() + (x - c);
        };
        painter.drawLine(QPointF(rect.left() + from, y(from)), QPointF(rect.left() + to, y(to)));
    }
}

}  // namespace

void drawPart(QPainter& painter, const QRectF& rect, std::string_view id, std::size_t place,
              double unit_px) {
    const PartLook look = lookOf(id, place);
    painter.fillRect(rect, look.fill);
    painter.setPen(QPen(look.pattern, unit_px, Qt::SolidLine, Qt::FlatCap));
    const double step = 6 * unit_px;
    switch (look.kind) {
        case Pattern::Plain:
            break;
        case Pattern::Rising:
            drawDiagonals(painter, rect, true, step);
            break;
        case Pattern::Hatched:
            drawDiagonals(painter, rect, true, step);
            drawDiagonals(painter, rect, false, step);
            break;
        case Pattern::Falling:
            drawDiagonals(painter, rect, false, step);
            break;
        case Pattern::Upright:
            for (double x = rect.left() + step / 2; x < rect.right(); x += step)
                painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
            break;
        case Pattern::Level:
            for (double y = rect.top() + step / 2; y < rect.bottom(); y += step)
                painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
            break;
    }
    if (look.kind != Pattern::Hatched) return;
    painter.setBrush(Qt::NoBrush);
    const double half = unit_px / 2;
    if (rect.width() > unit_px) painter.drawRect(rect.adjusted(half, half, -half, -half));
}

}  // namespace duelo::ui
