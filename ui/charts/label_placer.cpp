// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_placer.h"

#include <algorithm>

namespace duelo::ui {

namespace {

/// Two lines covered, or a marker, hide more than the text tells.
constexpr int kBearable = 1;

bool crosses(const QLineF& line, const QRectF& rect) {
    if (rect.contains(line.p1()) || rect.contains(line.p2())) return true;
    const QLineF sides[] = {{rect.topLeft(), rect.topRight()},
                            {rect.topRight(), rect.bottomRight()},
                            {rect.bottomRight(), rect.bottomLeft()},
                            {rect.bottomLeft(), rect.topLeft()}};
    return std::any_of(std::begin(sides), std::end(sides), [&](const QLineF& side) {
        return line.intersects(side, nullptr) == QLineF::BoundedIntersection;
    });
}

}  // namespace

int LabelPlacer::cost(const QRectF& candidate) const {
    const auto lines = std::count_if(m_lines.begin(), m_lines.end(),
                                     [&](const QLineF& line) { return crosses(line, candidate); });
    const auto markers =
        std::count_if(m_markers.begin(), m_markers.end(),
                      [&](const QRectF& marker) { return marker.intersects(candidate); });
    return static_cast<int>(lines + 4 * markers);
}

std::optional<QRectF> LabelPlacer::place(std::span<const QRectF> candidates) {
    std::optional<QRectF> best;
    int least = 0;
    for (const QRectF& candidate : candidates) {
        const bool taken = std::any_of(m_texts.begin(), m_texts.end(), [&](const QRectF& text) {
            return text.intersects(candidate);
        });
        if (taken || !m_plot.contains(candidate)) continue;
        const int here = cost(candidate);
        if (here <= kBearable && (!best || here < least)) {
            best = candidate;
            least = here;
        }
    }
    if (best) m_texts.push_back(*best);
    return best;
}

}  // namespace duelo::ui
