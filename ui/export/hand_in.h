// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "lab_report/hand_in.h"
#include "ui/export/exporter.h"

namespace duelo::ui {

/// The files of a report that would be handed in now, and notes about them.
struct HandInContent {
    std::vector<HandInFile> files;
    std::vector<std::string> facts;
    std::vector<std::string> unwritten{};  ///< sections and questions without a word
};

/// `folder`: of the report, where files lie that nobody has opened. Reason:
/// "lab_report_form_unknown" {form}.
[[nodiscard]] Result<HandInContent> handInContent(const LabReport& report,
                                                  std::span<const FileGroup> groups,
                                                  const QString& folder, const Text& text);

struct HandedIn {
    LabReport report;  ///< as it is in the archive
    QString path;      ///< of the archive
    std::size_t files = 0;
    std::vector<std::string> facts;  ///< those of the content, and of the PDF's pages
};

/// Writes the archive into a folder, named after who hands it in, and reads it again. Reasons:
/// those of documentOf() and writeZip(), "hand_in_without_name", "cancelled".
[[nodiscard]] Result<HandedIn> handIn(const LabReport& report, const HandIn& as,
                                      const std::string& group, HandInContent content,
                                      std::span<const FileGroup> groups, const Text& text,
                                      const QString& folder, bool overwrite = false,
                                      const Wanted& isWanted = {});

}  // namespace duelo::ui
