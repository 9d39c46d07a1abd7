// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>

#include "report/document.h"
#include "ui/export/exporter.h"

namespace duelo::ui {

/// A request to `duelo export`, as its arguments say it.
struct ExportRequest {
    struct Output {
        ExportTarget target;
        QString path;
    };
    QStringList files;       ///< measured here
    QStringList references;  ///< another PC's files: the reference column
    QString written;         ///< the student's own report in place of Duelo's; empty: none
    QString hand_in;         ///< folder for what is handed in of `written`; empty: none
    QString seat;
    std::vector<Output> outputs;
    ReportOptions report;
    bool overwrite = false;
    bool help = false;
};

/// Reasons: "option_unknown" {option}, "option_without_value" {option}, "option_with_value"
/// {option}, "unknown_value" {field, value, accepted}, "record_file_missing",
/// "export_output_missing", "hand_in_without_report", "export_over_input" {path},
/// "lab_report_no_table" where a written report is asked for as something that is no document.
[[nodiscard]] Result<ExportRequest> exportRequest(const QStringList& arguments, Language language);

/// The language that the arguments ask for, even if something else is wrong with them.
[[nodiscard]] std::optional<Language> askedLanguage(const QStringList& arguments);

/// Returns the text that --help prints.
[[nodiscard]] QString exportHelp(const Text& text);

}  // namespace duelo::ui
