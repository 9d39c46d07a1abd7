// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/hand_in.h"

#include <algorithm>
#include <iterator>

#include <QDir>
#include <QFileInfo>

#include "base/whole_file.h"
#include "lab_report/compose_lab_report.h"
#include "lab_report/facts.h"
#include "ui/export/pdf_report.h"
#include "ui/look/settings.h"

namespace duelo::ui {

Result<HandInContent> handInContent(const LabReport& report, std::span<const FileGroup> groups,
                                    const QString& folder, const Text& text) {
    const ReportForm* form = findForm(report.form);
    if (!form) return fail("lab_report_form_unknown", {{"form", visibleText(report.form)}});
    const EvidenceBook book(groups, optionsOf(report, text.numbers()),
                            {report.citations, report.kept});
    HandInContent content;
    content.files = handInFiles(report, *form, book, groups, pathOf(folder));
    content.facts = factsOf(content.files, text);
    std::ranges::move(lostOf(report, *form, book, text), std::back_inserter(content.facts));
    content.unwritten = unwrittenOf(report, *form, book, text);
    return content;
}

Result<HandedIn> handIn(const LabReport& report, const HandIn& as, const std::string& group,
                        HandInContent content, std::span<const FileGroup> groups, const Text& text,
                        const QString& folder, bool overwrite, const Wanted& isWanted) {
    if (qs(as.names).trimmed().isEmpty()) return fail("hand_in_without_name");
    HandedIn out{.report = asHandedIn(report, as, group), .path = {}, .facts = content.facts};
    const auto document = documentOf(out.report, groups, text.numbers());
    if (!document) return tl::unexpected(document.error());
    const QString name = qs(handInName(as, group)) + QStringLiteral(".zip");
    out.path = QDir(folder).filePath(name);
    // Nobody waits for pages that have no place to go to.
    if (auto place = checkWritable(pathOf(out.path), overwrite); !place)
        return tl::unexpected(place.error());
    const PdfPages pdf = pdfPagesOf(*document);
    for (std::string& fact : pageFacts(*findForm(out.report.form), pdf.body, pdf.annex, text))
        out.facts.push_back(std::move(fact));
    const std::vector<ZipItem> items =
        handInItems(out.report, pdf.bytes.toStdString(), std::move(content.files), out.facts, text);
    out.files = items.size();
    if (isWanted && !isWanted()) return fail("cancelled");
    if (auto written = writeZip(items, pathOf(out.path), overwrite); !written)
        return tl::unexpected(written.error());
    return out;
}

}  // namespace duelo::ui
