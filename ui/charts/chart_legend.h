// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace duelo::ui {

/// What a colour, marker or pattern stands for: a small drawing and its name.
struct LegendEntry {
    QString text;
    std::function<void(QPainter&, const QRectF& box)> drawSample;
};

/// A line of a series as it looks in the chart: colour, dash and marker.
[[nodiscard]] LegendEntry seriesLegend(const QString& name, int style, double line_width_px);

/// Entries side by side, wrapped to a width. Names wider than that are cut with an ellipsis.
class ChartLegend {
public:
    /// `sample_em`: the width of the small drawings in heights of the font.
    void lay(std::vector<LegendEntry> entries, const QFont& font, double max_width_px,
             double sample_em = 1.8);

    [[nodiscard]] QSizeF size() const { return m_size; }
    void draw(QPainter& painter, QPointF topLeft) const;

private:
    struct Cell {
        LegendEntry entry;
        QRectF sample, text;
    };
    std::vector<Cell> m_cells;
    QFont m_font;
    QSizeF m_size;
};

}  // namespace duelo::ui
