// SPDX-License-Identifier: Apache-2.0
#include "report/part_look.h"

#include <algorithm>
#include <array>

#include "report/series_look.h"

namespace duelo {
namespace {

/// Parts that look the same wherever they are.
struct OwnLook {
    std::string_view id;
    int style;
    Pattern pattern;
};
constexpr std::array kOwnLooks{
    OwnLook{"decode", 3, Pattern::Upright},     OwnLook{"resize", 4, Pattern::Level},
    OwnLook{"h2d", 0, Pattern::Rising},         OwnLook{"compute", 1, Pattern::Plain},
    OwnLook{"d2h", 2, Pattern::Falling},        OwnLook{"data", 3, Pattern::Rising},
    OwnLook{"evaluation", 4, Pattern::Upright}, OwnLook{"all_reduce", 0, Pattern::Level},
    OwnLook{"waiting", 2, Pattern::Rising}};

/// Colours and patterns in turn make 30 pairs; 14 in a row from this one on are nobody's own.
constexpr std::size_t kFirstFreeLook = 7;

/// The lines y = x + c (or y = -x + c) as far as they lie in the box.
void addDiagonals(std::vector<Stroke>& strokes, const Box& box, bool rising, double step) {
    for (double c = step / 2 - box.height; c < box.width; c += step) {
        const double from = std::max(c, 0.0), to = std::min(c + box.height, box.width);
        if (from >= to) continue;
        const auto at = [&](double x) {
            return Place{box.left + x, rising ? box.bottom() - (x - c) : box.top + (x - c)};
        };
        strokes.push_back({at(from), at(to)});
    }
}

}  // namespace

PartLook partLook(std::string_view id, std::size_t place) {
    if (id == "unexplained") return {std::nullopt, Pattern::Hatched};
    const auto own = std::ranges::find(kOwnLooks, id, &OwnLook::id);
    if (own != kOwnLooks.end()) return {own->style, own->pattern};
    const std::size_t pair = kFirstFreeLook + place;
    return {static_cast<int>(pair),
            static_cast<Pattern>(pair % static_cast<std::size_t>(Pattern::Hatched))};
}

PartLook barLook(int style) {
    constexpr int kPatterns = static_cast<int>(Pattern::Hatched) + 1;
    const int round = style / static_cast<int>(kSeriesLooks.size());
    return {style, static_cast<Pattern>(round % kPatterns)};
}

std::vector<Stroke> patternStrokes(const Box& box, Pattern pattern, double step) {
    std::vector<Stroke> strokes;
    if (pattern == Pattern::Rising || pattern == Pattern::Hatched)
        addDiagonals(strokes, box, true, step);
    if (pattern == Pattern::Falling || pattern == Pattern::Hatched)
        addDiagonals(strokes, box, false, step);
    if (pattern == Pattern::Upright)
        for (double x = box.left + step / 2; x < box.right(); x += step)
            strokes.push_back({{x, box.top}, {x, box.bottom()}});
    if (pattern == Pattern::Level)
        for (double y = box.top + step / 2; y < box.bottom(); y += step)
            strokes.push_back({{box.left, y}, {box.right(), y}});
    return strokes;
}

}  // namespace duelo
