// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exporter.h"

#include <QFile>
#include <QFileInfo>

#include "base/places.h"
#include "experiments/specs.h"
#include "report/export.h"
#include "ui/export/chart_image.h"
#include "ui/export/office_report.h"
#include "ui/export/pdf_report.h"
#include "ui/look/settings.h"

namespace duelo::ui {
namespace {

struct Titles {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::ExportChoice)
};

Result<std::string> chartBytes(ExportTarget target, const Comparison& comparison,
                               const ReportOptions& options) {
    const Document document = compose(comparison, options);
    const auto chart = firstChart(document);
    if (!chart) return tl::unexpected(chart.error());
    return chartBytes(target, *chart, document.numbers, {.mark = document.watermark});
}

/// The program of what the first file measured, in the language that the name of its file says.
Result<std::string> programFor(const QString& path, const Comparison& comparison,
                               const ReportOptions& options) {
    const auto kind = programKindOf(path.toStdString());
    if (!kind) return tl::unexpected(kind.error());
    const auto plan = planFromJson(comparison.sources.front().header.plan);
    if (!plan) return tl::unexpected(plan.error());
    return programOf(*plan, options.text(), *kind);
}

Result<std::string> bytesOf(const QString& file) {
    QFile record(file);
    if (!record.open(QIODevice::ReadOnly))
        return fail("file_unreadable", {{"path", file.toStdString()}},
                    record.errorString().toStdString());
    return record.readAll().toStdString();
}

Result<std::string> documentBytes(ExportTarget target, const Document& document) {
    switch (target) {
        case ExportTarget::Odt:
            return odtOf(document);
        case ExportTarget::Docx:
            return docxOf(document);
        case ExportTarget::Html:
            return writeHtml(document);
        case ExportTarget::Markdown:
            return writeMarkdown(document);
        case ExportTarget::Latex:
            return writeLatex(document);
        default:
            return pdfOf(document).toStdString();
    }
}

std::optional<ReportFormat> reportFormat(ExportTarget target) {
    switch (target) {
        case ExportTarget::Html:
            return ReportFormat::Html;
        case ExportTarget::Xlsx:
            return ReportFormat::Xlsx;
        case ExportTarget::CsvExcel:
            return ReportFormat::CsvExcel;
        case ExportTarget::Csv:
            return ReportFormat::Csv;
        case ExportTarget::Markdown:
            return ReportFormat::Markdown;
        case ExportTarget::Latex:
            return ReportFormat::Latex;
        case ExportTarget::Json:
            return ReportFormat::JsonReport;
        default:
            return std::nullopt;
    }
}

Result<std::string> bytesFor(ExportTarget target, const Comparison& comparison,
                             const ReportOptions& options, const QString& path,
                             const QString& recordFile) {
    switch (target) {
        case ExportTarget::Pdf:
        case ExportTarget::Odt:
        case ExportTarget::Docx:
            return documentBytes(target, compose(comparison, options));
        case ExportTarget::ChartPng:
        case ExportTarget::ChartSvg:
            return chartBytes(target, comparison, options);
        case ExportTarget::Program:
            return programFor(path, comparison, options);
        default:
            break;
    }
    const auto format = reportFormat(target);
    return format ? reportText(comparison, *format, options) : bytesOf(recordFile);
}

}  // namespace

QString ExportChoice::fileName(const QString& recordFile) const {
    QString base = QFileInfo(recordFile).completeBaseName();
    if (base.isEmpty()) base = QStringLiteral("duelo");
    if (target == ExportTarget::CsvExcel) base += QStringLiteral("-excel");
    if (target == ExportTarget::RecordCopy) base += '-' + Titles::tr("copy");
    return base + suffix;
}

QList<ExportChoice> exportChoices() {
    return {{ExportTarget::Pdf, Titles::tr("PDF document"), QStringLiteral(".pdf")},
            {ExportTarget::Odt, Titles::tr("Text document (ODT)"), QStringLiteral(".odt")},
            {ExportTarget::Docx, Titles::tr("Word document (DOCX)"), QStringLiteral(".docx")},
            {ExportTarget::Html, Titles::tr("Web page (HTML)"), QStringLiteral(".html")},
            {ExportTarget::Xlsx, Titles::tr("Excel workbook (XLSX)"), QStringLiteral(".xlsx")},
            {ExportTarget::CsvExcel, Titles::tr("CSV for Excel"), QStringLiteral(".csv")},
            {ExportTarget::Csv, Titles::tr("CSV data"), QStringLiteral(".csv")},
            {ExportTarget::Markdown, Titles::tr("Markdown"), QStringLiteral(".md")},
            {ExportTarget::Latex, Titles::tr("LaTeX"), QStringLiteral(".tex")},
            {ExportTarget::Json, Titles::tr("JSON"), QStringLiteral(".json")},
            {ExportTarget::ChartPng, Titles::tr("Chart as PNG picture"), QStringLiteral(".png")},
            {ExportTarget::ChartSvg, Titles::tr("Chart as SVG drawing"), QStringLiteral(".svg")},
            {ExportTarget::Program, Titles::tr("Program to take home"), QStringLiteral(".py")},
            {ExportTarget::RecordCopy, Titles::tr("Copy of the record file"),
             QStringLiteral(".duelo")}};
}

Result<std::string> chartBytes(ExportTarget target, const ChartValue& chart, NumberStyle numbers,
                               const ChartCaption& caption) {
    const ChartImage image(chart, numbers, caption);
    return target == ExportTarget::ChartSvg ? image.svg().toStdString() : image.png();
}

bool isDocument(ExportTarget target) {
    return target == ExportTarget::Pdf || target == ExportTarget::Odt ||
           target == ExportTarget::Docx || target == ExportTarget::Html ||
           target == ExportTarget::Markdown || target == ExportTarget::Latex;
}

Result<QStringList> exportDocument(ExportTarget target, const Document& document,
                                   const QString& path, bool overwrite, const Wanted& isWanted) {
    const auto bytes = documentBytes(target, document);
    if (!bytes) return tl::unexpected(bytes.error());
    if (isWanted && !isWanted()) return fail("cancelled");
    if (auto written = writeWhole(*bytes, pathOf(path), overwrite); !written)
        return tl::unexpected(written.error());
    return QStringList{path};
}

Result<QStringList> exportTo(ExportTarget target, const Comparison& comparison,
                             const ReportOptions& options, const QString& path, bool overwrite,
                             const QString& recordFile, const Wanted& isWanted) {
    const std::filesystem::path file = pathOf(path);
    const auto stillWanted = [&]() -> Result<void> {
        return isWanted && !isWanted() ? fail("cancelled") : Result<void>();
    };
    // Nobody waits for a picture that has no place to go to.
    if (auto place = checkWritable(file, overwrite); !place) return tl::unexpected(place.error());
    Result<void> written;
    if (target == ExportTarget::Xlsx && options.table.empty()) {
        written = writeWhole(
            [&](const std::filesystem::path& temporary) {
                return writeXlsx(comparison, options, temporary).and_then(stillWanted);
            },
            file, overwrite);
    } else {
        written = bytesFor(target, comparison, options, path, recordFile)
                      .and_then([&](const std::string& bytes) {
                          return stillWanted().and_then(
                              [&] { return writeWhole(bytes, file, overwrite); });
                      });
    }
    if (!written) return tl::unexpected(written.error());
    return QStringList{path};
}

}  // namespace duelo::ui
