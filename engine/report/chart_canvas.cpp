// SPDX-License-Identifier: Apache-2.0
#include "report/chart_canvas.h"

#include <algorithm>
#include <utility>

namespace duelo {

Ink seriesInk(int style) {
    return static_cast<Ink>(static_cast<std::size_t>(Ink::First) +
                            static_cast<std::size_t>(style) % kSeriesLooks.size());
}

void ChartCanvas::fillSign(int style, Place at, double size) {
    const double side = size * kFilled;
    rect({at.x - side / 2, at.y - side / 2, side, side}, seriesInk(style));
}

void ChartCanvas::part(const Box& box, const PartLook& look) {
    const bool grey = !look.style.has_value();
    rect(box, grey ? Ink::Soft : seriesInk(*look.style), 1, grey ? Ink::Muted : Ink::None);
    for (const auto& [from, to] : patternStrokes(box, look.pattern, px(6)))
        line(from, to, {grey ? Ink::Muted : Ink::Surface, px(grey ? 1 : 0.6)});
}

ChartCanvas::Pen ChartCanvas::penOf(int style, double line_width) const {
    Pen pen{seriesInk(style), line_width, {}};
    for (const double dash : seriesLook(style).dashes)
        if (dash > 0) pen.dashes.push_back(dash * line_width);
    return pen;
}

std::string ChartCanvas::elided(std::string_view words, double most, double scale) const {
    if (widthOf(words, false, scale) <= most) return std::string(words);
    const std::string_view dots = "…";
    const double rest = most - widthOf(dots, false, scale);
    std::size_t end = 0;
    for (std::size_t at = 0; at < words.size();) {
        static_cast<void>(nextCodePoint(words, at));
        if (widthOf(words.substr(0, at), false, scale) > rest) break;
        end = at;
    }
    return std::string(words.substr(0, end)) + std::string(dots);
}

std::vector<std::string> ChartCanvas::wrapped(const std::string& words, double most,
                                              double scale) const {
    std::vector<std::string> lines;
    std::string current;
    const auto finish = [&] {
        if (!current.empty()) lines.push_back(std::exchange(current, {}));
    };
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find_first_of(" \n", at), words.size());
        const std::string word = words.substr(at, end - at);
        const std::string longer = current.empty() ? word : current + " " + word;
        if (widthOf(longer, false, scale) > most) finish();
        current += (current.empty() ? "" : " ") + word;
        if (end < words.size() && words[end] == '\n') finish();
        at = end + 1;
    }
    finish();
    return lines;
}

/// A name that is wider than the whole legend goes on below; only a word without end is cut.
std::vector<std::string> ChartCanvas::legendRows(const std::string& name, double most) const {
    if (widthOf(name) <= most) return {name};
    std::string bound = name;
    for (const auto& [loose, kept] : {std::pair{" %", "\u00A0%"}, {"< ", "<\u00A0"}})
        for (auto at = bound.find(loose); at != std::string::npos; at = bound.find(loose, at))
            bound.replace(at, 2, kept);  // a figure keeps its signs
    std::vector<std::string> rows = wrapped(bound, most);
    for (std::string& row : rows) row = elided(row, most);
    return rows;
}

void ChartCanvas::legend(const std::vector<LegendEntry>& entries, double sample, double left) {
    if (entries.empty()) return;
    const double gap = px(8), between = px(24);
    double x = left, y = top + lineHeight() / 2;
    for (const LegendEntry& entry : entries) {
        const std::vector<std::string> rows = legendRows(entry.name, room() - sample - gap);
        double wide = 0;
        for (const std::string& row : rows) wide = std::max(wide, sample + gap + widthOf(row));
        if (x > edge() && x + wide > width - edge()) {
            x = edge();
            y += lineHeight();
        }
        entry.draw({x, y - font() / 2, sample, font()});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i > 0) y += lineHeight();
            text({x + sample + gap, y}, rows[i]);
        }
        x = rows.size() > 1 ? width : x + wide + between;  // beside several rows stands nothing
    }
    top = y + lineHeight() / 2 + px(4);
}

ChartCanvas::LegendEntry ChartCanvas::seriesEntry(const std::string& name, int style,
                                                  const Pen& pen) {
    return {name, [this, style, pen](const Box& box) {
                line({box.left, box.centre().y}, {box.right(), box.centre().y}, pen);
                sign(style, box.centre(), markerSize());
            }};
}

}  // namespace duelo
