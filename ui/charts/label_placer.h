// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <QLineF>
#include <QRectF>

namespace duelo::ui {

/// Finds places for small texts in a plot: never upon another text or a marker or outside the plot,
/// and upon a line, but not two, only if nothing else is left.
class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& plot) : m_plot(plot) {}

    void addLine(const QLineF& line) { m_lines.push_back(line); }
    void addMarker(const QRectF& marker) { m_markers.push_back(marker); }

    /// The best of the candidates, the earlier of equals, which later texts then avoid.
    [[nodiscard]] std::optional<QRectF> place(std::span<const QRectF> candidates);

private:
    /// What a text there would cover; less is better.
    [[nodiscard]] int cost(const QRectF& candidate) const;

    QRectF m_plot;
    std::vector<QLineF> m_lines;
    std::vector<QRectF> m_markers, m_texts;
};

}  // namespace duelo::ui
