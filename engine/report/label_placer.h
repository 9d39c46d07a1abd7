// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "report/chart_geometry.h"

namespace duelo {

/// Finds places for small texts in a plot: never upon another text or a marker or outside the plot,
/// and upon a line, but not two, only if nothing else is left.
class LabelPlacer {
public:
    explicit LabelPlacer(const Box& plot) : m_plot(plot) {}

    void addLine(const Stroke& line) { m_lines.push_back(line); }
    void addMarker(const Box& marker) { m_markers.push_back(marker); }

    /// The best of the candidates, the earlier of equals, which later texts then avoid.
    [[nodiscard]] std::optional<Box> place(std::span<const Box> candidates);

private:
    /// Returns a penalty for the lines, markers and texts that a text there would cover; less is
    /// better.
    [[nodiscard]] int cost(const Box& candidate) const;

    Box m_plot;
    std::vector<Stroke> m_lines;
    std::vector<Box> m_markers, m_texts;
};

/// Returns the places for a text of this size that belongs to an upright line, the best first:
/// beside it, above, below. `marker`: the size of the markers at its ends.
[[nodiscard]] std::vector<Box> placesBeside(const Stroke& upright, double width, double height,
                                            double marker);

}  // namespace duelo
