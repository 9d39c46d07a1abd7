// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/single_page.h"

#include <utility>

namespace duelo::ui {

Document singlePage(DocBlock block, const ChartCaption& caption, const Text& text) {
    const bool chart = std::holds_alternative<ChartValue>(block);
    DocSection section{.heading = text(chart ? "report.chart_heading" : "report.results_heading")};
    if (!caption.subtitle.empty()) section.blocks.emplace_back(DocParagraph{caption.subtitle});
    section.blocks.push_back(std::move(block));
    if (!caption.footer.empty()) section.blocks.emplace_back(DocParagraph{caption.footer});
    Document page{.language = text.language(), .numbers = text.numbers(), .title = caption.title};
    page.sections.push_back(std::move(section));
    page.watermark = caption.mark;
    return page;
}

}  // namespace duelo::ui
