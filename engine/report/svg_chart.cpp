// SPDX-License-Identifier: Apache-2.0
#include "report/svg_canvas.h"

namespace duelo {
namespace {

void drawLines(SvgCanvas& canvas, const std::string& words, const SvgCanvas::TextLook& look) {
    const bool middle = look.anchor != std::string_view("start");
    for (const std::string& line : canvas.wrapped(words, canvas.room(), look.scale)) {
        const double height = look.scale * canvas.lineHeight();
        canvas.text({middle ? canvas.width / 2 : canvas.edge(), canvas.top + height / 2}, line,
                    look);
        canvas.top += height;
    }
}

/// A band across what was drawn from there on, which leaves it to be read and cannot be cut away.
void drawMark(SvgCanvas& canvas, double from, const std::string& words) {
    if (words.empty()) return;
    const auto lines = canvas.wrapped(words, canvas.room());
    const double height = static_cast<double>(lines.size()) * canvas.lineHeight();
    // A few bars would lose a name behind it: there it stands below them, as a part of the drawing.
    constexpr double kLow = 10;
    const bool low = canvas.top - from < kLow * canvas.lineHeight();
    double y = low ? canvas.top + canvas.px(4) : (from + canvas.top - height) / 2;
    if (low) canvas.top += height + canvas.px(8);
    canvas.rect({0, y - canvas.px(4), canvas.width, height + canvas.px(8)}, Ink::BadSoft, 0.8,
                Ink::BadText);
    for (const std::string& line : lines) {
        canvas.text({canvas.width / 2, y + canvas.lineHeight() / 2}, line,
                    {.anchor = "middle", .ink = Ink::BadText, .bold = true});
        y += canvas.lineHeight();
    }
}

}  // namespace

std::string chartSvg(const ChartValue& value, NumberStyle numbers, const std::string& idPrefix,
                     ChartUse use, const ChartCaption& caption) {
    constexpr double kHeadline = 1.15, kFooter = 0.85;
    SvgCanvas canvas(numbers, use);
    canvas.top = canvas.edge();
    const bool captioned = !caption.title.empty();
    const std::string& title = captioned ? caption.title : titleOf(value);
    drawLines(canvas, title,
              {.anchor = captioned ? "start" : "middle", .bold = true, .scale = kHeadline});
    drawLines(canvas, caption.subtitle, {.ink = Ink::Muted});
    canvas.top += 6;
    const double from = canvas.top;
    if (!isEmpty(value)) std::visit([&](const auto& kind) { drawChart(canvas, kind); }, value);
    drawMark(canvas, from, caption.mark);
    drawLines(canvas, caption.footer, {.ink = Ink::Muted, .scale = kFooter});
    return canvas.document(idPrefix, title, descriptionOf(value), canvas.top + canvas.edge());
}

}  // namespace duelo
