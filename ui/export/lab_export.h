// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "lab_report/lab_report.h"
#include "ui/export/exporter.h"

namespace duelo::ui {

/// Writes a student's report as a document (isDocument()), and adds to `facts` what there is to
/// know of its pages: no export waits for it. Where nobody wants it any more once it is laid out,
/// nothing is written. Reasons: those of exportDocument(), "cancelled".
[[nodiscard]] Result<QStringList> exportLabReport(ExportTarget target, const LabReport& report,
                                                  const Document& document, const QString& path,
                                                  bool overwrite, const Text& text,
                                                  std::vector<std::string>& facts,
                                                  const Wanted& isWanted = {});

}  // namespace duelo::ui
