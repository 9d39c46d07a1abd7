// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/breakdown_bar.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

using Part = BreakdownValue::Part;

enum class Pattern { Plain, Rising, Falling, Upright, Level, Hatched };

struct PartLook {
    QColor fill, pattern;
    Pattern kind = Pattern::Plain;
};

PartLook lookOf(Part part) {
    const Tokens& look = tokens();
    const auto of = [&](int style, Pattern kind) {
        QColor lines = look.surface;
        lines.setAlphaF(0.55);
        return PartLook{seriesStyle(style).color, lines, kind};
    };
    switch (part) {
        case Part::Decode:
            return of(3, Pattern::Upright);
        case Part::Resize:
            return of(4, Pattern::Level);
        case Part::CopyIn:
            return of(0, Pattern::Rising);
        case Part::Compute:
            return of(1, Pattern::Plain);
        case Part::CopyOut:
            return of(2, Pattern::Falling);
        case Part::Unexplained:
            break;
    }
    return {look.neutral_soft, look.muted, Pattern::Hatched};
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

void drawPart(QPainter& painter, const QRectF& rect, Part part, double unit_px) {
    const PartLook look = lookOf(part);
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

double timeOf(const BreakdownValue::Segment& segment) {
    return std::isfinite(segment.ms) && segment.ms > 0 ? segment.ms : 0;
}

}  // namespace

BreakdownBar::BreakdownBar(QWidget* parent) : Chart(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void BreakdownBar::setValue(const BreakdownValue& value) {
    m_value = value;
    setDescription(m_value.description);
    updateGeometry();
    update();
}

double BreakdownBar::total() const {
    double sum = 0;
    for (const auto& segment : m_value.segments) sum += timeOf(segment);
    return sum;
}

double BreakdownBar::barHeight() const {
    return QFontMetricsF(chartFont()).height() * 1.5;
}

ChartLegend BreakdownBar::legend(double width_px) const {
    std::vector<LegendEntry> entries;
    for (const auto& segment : m_value.segments) {
        const QString words =
            segment.text.isEmpty() ? segment.name : segment.name + ' ' + segment.text;
        entries.push_back(
            {words, [part = segment.part, unit = px(1)](QPainter& painter, const QRectF& box) {
                 drawPart(painter, box, part, unit);
             }});
    }
    ChartLegend legend;
    legend.lay(std::move(entries), chartFont(), width_px, 1.2);
    return legend;
}

int BreakdownBar::heightForWidth(int width) const {
    if (isEmpty()) return minimumSizeHint().height();
    return static_cast<int>(
        std::ceil(barHeight() + px(8) + legend(width - 2 * px(2)).size().height() + 2 * px(2)));
}

QSize BreakdownBar::sizeHint() const {
    const int width = minimumSizeHint().width() * 2;
    return {width, heightForWidth(width)};
}

QSize BreakdownBar::minimumSizeHint() const {
    const QFontMetricsF metrics(chartFont());
    return QSizeF(metrics.horizontalAdvance('0') * 18, metrics.height() * 3).toSize();
}

std::vector<QRectF> BreakdownBar::segmentRects(const QRectF& bar) const {
    std::vector<QRectF> rects;
    const double whole = total();
    double before = 0;
    for (const auto& segment : m_value.segments) {
        const double from = whole > 0 ? before / whole : 0;
        before += timeOf(segment);
        const double to = whole > 0 ? before / whole : 0;
        rects.emplace_back(bar.left() + from * bar.width(), bar.top(), (to - from) * bar.width(),
                           bar.height());
    }
    return rects;
}

std::unique_ptr<Chart> BreakdownBar::copy() const {
    auto chart = std::make_unique<BreakdownBar>();
    chart->setValue(m_value);
    return chart;
}

void BreakdownBar::drawOnce(QPainter& painter, QSizeF size) {
    painter.fillRect(QRectF({0, 0}, size), tokens().surface);
    if (isEmpty()) {
        drawEmptyText(painter, QRectF({0, 0}, size));
        return;
    }
    const double edge = px(2);
    const QRectF bar(edge, edge, size.width() - 2 * edge, barHeight());
    const QFont font = chartFont(0.95, true);
    const QFontMetricsF metrics(font);
    const std::vector<QRectF> rects = segmentRects(bar);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const BreakdownValue::Segment& segment = m_value.segments[i];
        if (rects[i].width() <= 0) continue;
        drawPart(painter, rects[i], segment.part, px(1));
        const double wide = metrics.horizontalAdvance(segment.text) + px(10);
        if (segment.text.isEmpty() || wide > rects[i].width() - px(4)) continue;
        // Text upon a pattern is unreadable, so it gets a plain field of its own.
        const QRectF field(rects[i].center().x() - wide / 2,
                           bar.center().y() - metrics.height() * 0.55, wide,
                           metrics.height() * 1.1);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().surface);
        painter.drawRoundedRect(field, px(3), px(3));
        painter.setPen(tokens().text);
        painter.setFont(font);
        painter.drawText(field, Qt::AlignCenter, segment.text);
    }
    // A gap between neighbours, which may look alike where they are a few pixels wide.
    painter.setPen(QPen(tokens().surface, px(1.5)));
    for (std::size_t i = 1; i < rects.size(); ++i)
        if (rects[i].width() > px(3)) painter.drawLine(rects[i].topLeft(), rects[i].bottomLeft());
    legend(bar.width()).draw(painter, QPointF(edge, bar.bottom() + px(8)));
}

void BreakdownBar::restyle() {
    updateGeometry();
    update();
}

void BreakdownBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !isLive());
    drawOnce(painter, size());
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

}  // namespace duelo::ui
