// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/office_report.h"

#include "report/office.h"
#include "ui/export/chart_image.h"
#include "ui/export/pdf_report.h"

namespace duelo::ui {
namespace {

OfficeExtras extrasOf(const Document& document) {
    OfficeExtras out;
    out.png = [&document](const ChartValue& chart) {
        return ChartImage(chart, document.numbers, {.mark = document.watermark}).png();
    };
    if (!document.contents) return out;
    if (const auto pages = countedPages(document, [] { return true; })) out.pages = pages->starts;
    return out;
}

}  // namespace

Result<std::string> odtOf(const Document& document) {
    return writeOdt(document, extrasOf(document));
}

Result<std::string> docxOf(const Document& document) {
    return writeDocx(document, extrasOf(document));
}

}  // namespace duelo::ui
