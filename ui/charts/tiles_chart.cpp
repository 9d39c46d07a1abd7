// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/tiles_chart.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kTilesEdge = 12, kTilesGap = 10;
constexpr double kMostSide = 180;
/// A tile is at least so wide: its words need room.
constexpr int kCaptionChars = 16;

}  // namespace

TilesChart::TilesChart(QWidget* parent) : Chart(parent) {}

void TilesChart::setValue(const TilesValue& value) {
    m_value = value;
    setDescription(m_value.description);
    update();
}

std::unique_ptr<Chart> TilesChart::copy() const {
    auto chart = std::make_unique<TilesChart>();
    chart->setValue(m_value);
    return chart;
}

void TilesChart::drawTile(QPainter& painter, const TilesValue::Tile& tile, const QRectF& place,
                          double side_px) const {
    const QFontMetricsF metrics(chartFont());
    if (const QImage& image = tile.picture; !image.isNull()) {
        const double unit = side_px / std::max(image.width(), image.height());
        const QSizeF size = QSizeF(image.size()) * unit;
        // Pictures smaller than their place get whole pixels before a viewer could smooth them.
        const int whole = std::max(1, static_cast<int>(std::ceil(unit)));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, unit < 1);
        painter.drawImage(
            QRectF(place.center().x() - size.width() / 2,
                   place.top() + (side_px - size.height()) / 2, size.width(), size.height()),
            image.scaled(image.size() * whole));
    }
    double y = place.top() + side_px + px(4);
    for (const QString& caption : tile.captions) {
        painter.drawText(QRectF(place.left(), y, place.width(), metrics.height()), Qt::AlignCenter,
                         metrics.elidedText(caption, Qt::ElideMiddle, place.width()));
        y += metrics.height();
    }
}

void TilesChart::drawOnce(QPainter& painter, QSizeF size) {
    painter.fillRect(QRectF({0, 0}, size), tokens().surface);
    QRectF area = QRectF({0, 0}, size)
                      .adjusted(px(kTilesEdge), px(kTilesEdge), -px(kTilesEdge), -px(kTilesEdge));
    if (isEmpty()) return drawEmptyText(painter, area);
    const QFontMetricsF metrics(chartFont());
    painter.setFont(chartFont());
    painter.setPen(tokens().muted);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, m_value.note);
    area.setTop(area.top() + 1.6 * metrics.height());

    qsizetype lines = 0;
    for (const TilesValue::Tile& tile : m_value.tiles)
        lines = std::max(lines, tile.captions.size());
    const double words = static_cast<double>(lines) * metrics.height() + px(4);
    const double least = metrics.averageCharWidth() * kCaptionChars;
    const auto count = static_cast<int>(m_value.tiles.size());
    // The number of columns that leaves the pictures largest.
    int columns = 1;
    double side = 0;
    for (int tried = 1; tried <= count; ++tried) {
        const int rows = (count + tried - 1) / tried;
        const double width = area.width() / tried - px(kTilesGap);
        const double high = area.height() / rows - words - px(kTilesGap);
        const double found = std::min({width, high, px(kMostSide)});
        if (found <= side || (tried > 1 && width < least)) continue;
        side = found;
        columns = tried;
    }
    const double width =
        std::min(area.width() / columns, std::max(side, least) + px(3 * kTilesGap));
    painter.setPen(tokens().text);
    for (int i = 0; i < count && side > 0; ++i) {
        const QRectF place(area.left() + (i % columns) * width,
                           area.top() + (i / columns) * (side + words + px(kTilesGap)),
                           width - px(kTilesGap), side + words);
        drawTile(painter, m_value.tiles[static_cast<std::size_t>(i)], place, side);
    }
}

void TilesChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !isLive());
    drawOnce(painter, size());
}

}  // namespace duelo::ui
