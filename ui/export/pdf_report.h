// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>

#include "base/result.h"
#include "report/document.h"

class QPagedPaintDevice;

namespace duelo::ui {

/// The report on A4 pages: the same words and figures as every other writer, charts as vectors,
/// fonts embedded. Needs a QGuiApplication, and no window.
[[nodiscard]] QByteArray pdfOf(const Document& document);

/// The same, and how long it is.
struct PdfPages {
    QByteArray bytes;
    int body = 0;   ///< up to the page on which the annex begins, if that has something else too
    int annex = 0;  ///< after them; one that ends on the page of the body has that page
    std::vector<int> starts{};  ///< the page on which each section begins
};
[[nodiscard]] PdfPages pdfPagesOf(const Document& document);
/// Returns how long it is, without its bytes; nothing once it is not wanted, which is asked before
/// each table and paragraph.
[[nodiscard]] std::optional<PdfPages> countedPages(const Document& document,
                                                   const std::function<bool()>& isWanted);

/// Draws the same pages on the sheets of a printer, of whatever size. Returns false where the
/// printer takes no drawing.
[[nodiscard]] bool drawOn(QPagedPaintDevice& sheets, const Document& document);

/// Writes it to `path`, whole or not at all. Reasons: those of writeWhole() (report/export.h).
[[nodiscard]] Result<void> writePdf(const Document& document, const QString& path,
                                    bool overwrite = false);

}  // namespace duelo::ui
