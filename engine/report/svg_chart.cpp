// SPDX-License-Identifier: Apache-2.0
#include "report/svg_canvas.h"

namespace duelo {
namespace {

void drawLines(ChartCanvas& canvas, const std::string& words, const ChartCanvas::TextLook& look) {
    const bool middle = look.anchor != std::string_view("start");
    for (const std::string& line : canvas.wrapped(words, canvas.room(), look.scale)) {
        const double height = look.scale * canvas.lineHeight();
        canvas.text({middle ? canvas.width / 2 : canvas.edge(), canvas.top + height / 2}, line,
                    look);
        canvas.top += height;
    }
}

/// A band across what was drawn from there on, which leaves it to be read and cannot be cut away.
void drawMark(ChartCanvas& canvas, double from, const std::string& words) {
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

void drawWhole(ChartCanvas& canvas, const ChartValue& value, const ChartCaption& caption) {
    constexpr double kHeadline = 1.15, kFooter = 0.85;
    canvas.top = canvas.edge();
    const bool captioned = !caption.title.empty();
    drawLines(canvas, captioned ? caption.title : titleOf(value),
              {.anchor = captioned ? "start" : "middle", .bold = true, .scale = kHeadline});
    drawLines(canvas, caption.subtitle, {.ink = Ink::Muted});
    canvas.top += 6;
    const double from = canvas.top;
    if (!isEmpty(value)) std::visit([&](const auto& kind) { drawChart(canvas, kind); }, value);
    drawMark(canvas, from, caption.mark);
    drawLines(canvas, caption.footer, {.ink = Ink::Muted, .scale = kFooter});
    canvas.top += canvas.edge();
}

SvgDrawing chartDrawing(const ChartValue& value, NumberStyle numbers, const std::string& idPrefix,
                        ChartUse use, const ChartCaption& caption) {
    SvgCanvas canvas(numbers, use);
    drawWhole(canvas, value, caption);
    return {canvas.document(idPrefix, caption.title.empty() ? titleOf(value) : caption.title,
                            descriptionOf(value), canvas.top),
            canvas.width, canvas.top};
}

std::string chartSvg(const ChartValue& value, NumberStyle numbers, const std::string& idPrefix,
                     ChartUse use, const ChartCaption& caption) {
    return chartDrawing(value, numbers, idPrefix, use, caption).svg;
}

}  // namespace duelo
