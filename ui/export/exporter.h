// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <QStringList>

#include "report/comparison.h"
#include "report/document.h"
#include "report/writers.h"

namespace duelo::ui {

/// Everything that one menu offers; the table's and the chart's way to the clipboard is
/// table_clipboard.h.
enum class ExportTarget {
    Pdf,
    Odt,
    Docx,
    Html,
    Xlsx,
    CsvExcel,
    Csv,
    Markdown,
    Latex,
    Json,
    ChartPng,
    ChartSvg,
    Program,
    RecordCopy
};

/// Asked once before anything is written; empty: it is wanted.
using Wanted = std::function<bool()>;

struct ExportChoice {
    ExportTarget target;
    QString title;   ///< in the window's language
    QString suffix;  ///< with its dot

    /// The filter of a file dialog.
    [[nodiscard]] QString filter() const { return title + QStringLiteral(" (*%1)").arg(suffix); }
    /// "aula.pdf" for "C:/results/aula.duelo"; the two kinds of CSV and a copy of the
    /// record get names of their own.
    [[nodiscard]] QString fileName(const QString& recordFile) const;
};

/// The choices in the order of the menu.
[[nodiscard]] QList<ExportChoice> exportChoices();

/// A chart as the file that ChartPng or ChartSvg is. Reason: "write_failed".
[[nodiscard]] Result<std::string> chartBytes(ExportTarget target, const ChartValue& chart,
                                             NumberStyle numbers, const ChartCaption& caption = {});

/// Tells whether the file is a document, which a student's own report can be as well.
[[nodiscard]] bool isDocument(ExportTarget target);
/// Writes a document as such a file. Reasons: those of writeWhole() (base/whole_file.h),
/// "cancelled".
[[nodiscard]] Result<QStringList> exportDocument(ExportTarget target, const Document& document,
                                                 const QString& path, bool overwrite = false,
                                                 const Wanted& isWanted = {});

/// Writes one of them and returns the files written. The language of `options` is the report's, not
/// the window's. `recordFile` is the comparison's first file, which only RecordCopy needs. Where
/// nobody wants it any more once it is composed, nothing is written.
/// Reasons: those of exportReport() (report/export.h), "chart_missing", "file_unreadable" {path},
/// "cancelled", and for the program those of planFromJson(), programKindOf() and programOf().
[[nodiscard]] Result<QStringList> exportTo(ExportTarget target, const Comparison& comparison,
                                           const ReportOptions& options, const QString& path,
                                           bool overwrite = false, const QString& recordFile = {},
                                           const Wanted& isWanted = {});

}  // namespace duelo::ui
