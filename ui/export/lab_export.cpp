// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/lab_export.h"

#include <utility>

#include "base/whole_file.h"
#include "lab_report/facts.h"
#include "ui/export/pdf_report.h"
#include "ui/look/settings.h"

namespace duelo::ui {

Result<QStringList> exportLabReport(ExportTarget target, const LabReport& report,
                                    const Document& document, const QString& path, bool overwrite,
                                    const Text& text, std::vector<std::string>& facts,
                                    const Wanted& isWanted) {
    if (target != ExportTarget::Pdf)
        return exportDocument(target, document, path, overwrite, isWanted);
    const PdfPages pdf = pdfPagesOf(document);
    if (isWanted && !isWanted()) return fail("cancelled");
    if (auto written = writeWhole(pdf.bytes.toStdString(), pathOf(path), overwrite); !written)
        return tl::unexpected(written.error());
    for (std::string& fact : pageFacts(*findForm(report.form), pdf.body, pdf.annex, text))
        facts.push_back(std::move(fact));
    return QStringList{path};
}

}  // namespace duelo::ui
