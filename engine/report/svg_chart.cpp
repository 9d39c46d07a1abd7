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
    if (!isEmpty(value)) std::visit([&](const auto& kind) { drawChart(canvas, kind); }, value);
    drawLines(canvas, caption.footer, {.ink = Ink::Muted, .scale = kFooter});
    return canvas.document(idPrefix, title, descriptionOf(value), canvas.top + canvas.edge());
}

}  // namespace duelo
