// SPDX-License-Identifier: Apache-2.0
#include "report/label_placer.h"

#include <algorithm>

namespace duelo {
namespace {

/// Two lines covered, or a marker, hide more than the text tells.
constexpr int kBearable = 1;

/// Tells whether a part of the line lies in the box (Liang and Barsky's clipping).
bool crosses(const Stroke& line, const Box& box) {
    const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
    double begin = 0, end = 1;
    const auto within = [&](double step, double room) {
        if (step == 0) return room >= 0;
        const double at = room / step;
        if (step < 0)
            begin = std::max(begin, at);
        else
            end = std::min(end, at);
        return begin <= end;
    };
    return within(-dx, line.from.x - box.left) && within(dx, box.right() - line.from.x) &&
           within(-dy, line.from.y - box.top) && within(dy, box.bottom() - line.from.y);
}

}  // namespace

int LabelPlacer::cost(const Box& candidate) const {
    const auto lines = std::ranges::count_if(
        m_lines, [&](const Stroke& line) { return crosses(line, candidate); });
    const auto markers = std::ranges::count_if(
        m_markers, [&](const Box& marker) { return marker.intersects(candidate); });
    return static_cast<int>(lines + 4 * markers);
}

std::optional<Box> LabelPlacer::place(std::span<const Box> candidates) {
    std::optional<Box> best;
    int least = 0;
    for (const Box& candidate : candidates) {
        const bool taken = std::ranges::any_of(
            m_texts, [&](const Box& text) { return text.intersects(candidate); });
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

std::vector<Box> placesBeside(const Stroke& upright, double width, double height, double marker) {
    const double beside = marker * 0.75, off = marker * 0.8;
    const Place top = upright.from, bottom = upright.to;
    std::vector<Box> places;
    for (const double part : {0.5, 0.35, 0.65, 0.2, 0.8})
        for (const double x : {top.x + beside, top.x - beside - width}) {
            const double y = top.y + (bottom.y - top.y) * part;
            places.push_back({x, y - height / 2, width, height});
        }
    places.push_back({top.x - width / 2, top.y - off - height, width, height});
    places.push_back({top.x - width / 2, bottom.y + off, width, height});
    return places;
}

}  // namespace duelo
