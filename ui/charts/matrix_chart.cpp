// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/matrix_chart.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kMatrixEdge = 12;
/// Larger cells say no more.
constexpr double kMostWidth = 170, kMostHeight = 90;
/// Of a chart, that names may take beside and above the cells.
constexpr double kNameShare = 0.22;

double widest(const QStringList& names, const QFontMetricsF& metrics) {
    double width = 0;
    for (const QString& name : names) width = std::max(width, metrics.horizontalAdvance(name));
    return width;
}

/// Every how many names there is room for one of `least` in cells of `cell`.
int everyNth(double cell, double least) {
    return std::max(1, static_cast<int>(std::ceil(least / cell)));
}

}  // namespace

MatrixChart::MatrixChart(QWidget* parent) : Chart(parent) {}

void MatrixChart::setValue(const MatrixValue& value) {
    m_value = value;
    setDescription(m_value.description);
    update();
}

std::unique_ptr<Chart> MatrixChart::copy() const {
    auto chart = std::make_unique<MatrixChart>();
    chart->setValue(m_value);
    return chart;
}

MatrixChart::Grid MatrixChart::gridIn(const QRectF& area) const {
    const QFontMetricsF metrics(chartFont());
    const auto count = static_cast<double>(m_value.names.size());
    const double name = widest(m_value.names, metrics) + px(10);
    Grid grid;
    grid.left = std::min(name, area.width() * kNameShare);
    grid.cell_width = std::min((area.width() - grid.left) / count, px(kMostWidth));
    grid.upright = name > grid.cell_width;
    grid.top = grid.upright ? std::min(name, area.height() * kNameShare) : 1.3 * metrics.height();
    grid.cell_height = std::min((area.height() - grid.top) / count, px(kMostHeight));
    grid.cells = QRectF(area.left() + grid.left, area.top() + grid.top, grid.cell_width * count,
                        grid.cell_height * count);
    return grid;
}

void MatrixChart::drawNames(QPainter& painter, const Grid& grid) const {
    const QFontMetricsF metrics(chartFont());
    painter.setFont(chartFont());
    painter.setPen(tokens().text);
    const int rows = everyNth(grid.cell_height, metrics.height());
    const int columns = grid.upright ? everyNth(grid.cell_width, metrics.height()) : 1;
    const double line = metrics.height(), gap = px(6);
    for (int i = 0; i < m_value.names.size(); ++i) {
        const QString& name = m_value.names[i];
        const double x = grid.cells.left() + (i + 0.5) * grid.cell_width;
        const double y = grid.cells.top() + (i + 0.5) * grid.cell_height;
        if (i % rows == 0)
            painter.drawText(
                QRectF(grid.cells.left() - grid.left, y - line / 2, grid.left - gap, line),
                Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                metrics.elidedText(name, Qt::ElideMiddle, grid.left - gap));
        if (i % columns != 0) continue;
        if (!grid.upright) {
            painter.drawText(QRectF(x - grid.cell_width / 2, grid.cells.top() - grid.top,
                                    grid.cell_width, grid.top),
                             Qt::AlignCenter | Qt::TextDontClip, name);
            continue;
        }
        painter.save();
        painter.translate(x, grid.cells.top() - gap);
        painter.rotate(-90);
        painter.drawText(QRectF(0, -line / 2, grid.top - gap, line),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         metrics.elidedText(name, Qt::ElideMiddle, grid.top - gap));
        painter.restore();
    }
}

void MatrixChart::drawCells(QPainter& painter, const Grid& grid) const {
    std::int64_t largest = 0;
    for (const auto& row : m_value.counts)
        for (const std::int64_t count : row) largest = std::max(largest, count);
    // One size for all counts: the one at which the largest fits its cell.
    const QFontMetricsF metrics(chartFont(1, true));
    const double fits =
        std::min({1.0, grid.cell_height / (1.1 * metrics.height()),
                  grid.cell_width / (1.2 * metrics.horizontalAdvance(QString::number(largest)))});
    const bool written = fits >= 0.5;
    painter.setFont(chartFont(fits, true));
    for (std::size_t r = 0; r < m_value.counts.size(); ++r)
        for (std::size_t c = 0; c < m_value.counts[r].size(); ++c) {
            const std::int64_t count = m_value.counts[r][c];
            const bool right = r == c;
            const QRectF cell(grid.cells.left() + static_cast<double>(c) * grid.cell_width,
                              grid.cells.top() + static_cast<double>(r) * grid.cell_height,
                              grid.cell_width, grid.cell_height);
            if (count > 0) painter.fillRect(cell, right ? tokens().good_soft : tokens().bad_soft);
            // Cells too small for a frame would be nothing but frames.
            if (std::min(grid.cell_width, grid.cell_height) > px(6)) {
                painter.setPen(QPen(tokens().line, px(1)));
                painter.drawRect(cell);
            }
            painter.setPen(count == 0 ? tokens().muted
                                      : (right ? tokens().good_text : tokens().bad_text));
            if (written)
                painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip, QString::number(count));
        }
}

void MatrixChart::drawOnce(QPainter& painter, QSizeF size) {
    painter.fillRect(QRectF({0, 0}, size), tokens().surface);
    QRectF area =
        QRectF({0, 0}, size)
            .adjusted(px(kMatrixEdge), px(kMatrixEdge), -px(kMatrixEdge), -px(kMatrixEdge));
    if (isEmpty()) return drawEmptyText(painter, area);
    const QFontMetricsF metrics(chartFont());
    painter.setBrush(Qt::NoBrush);
    for (const QString& line :
         {m_value.note, m_value.row_title + QStringLiteral("    ") + m_value.column_title}) {
        painter.setFont(chartFont());
        painter.setPen(tokens().muted);
        painter.drawText(QRectF(area.left(), area.top(), area.width(), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, line);
        area.setTop(area.top() + 1.3 * metrics.height());
    }
    const Grid grid = gridIn(area);
    drawNames(painter, grid);
    drawCells(painter, grid);
}

void MatrixChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !isLive());
    drawOnce(painter, size());
}

}  // namespace duelo::ui
