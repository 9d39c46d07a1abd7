// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "classroom/seat_facts.h"
#include "report/export.h"
#include "report/long_table.h"

/// A class as tables: for people a Document, for programs a long table, JSON and SQLite.
namespace duelo {

struct ClassOptions {
    Language language = Language::Spanish;
    std::optional<NumberStyle> numbers{};  ///< default: of the language
    bool names = false;                    ///< students' names, and of files as they are
    ClassFilter filter{};

    [[nodiscard]] Text text() const;
};

/// "ResNet-18, batch 1", of a chart of the class; and of a case in it "224 px".
[[nodiscard]] std::string chartName(const Classroom& classroom, std::size_t number,
                                    const FindSpec& find, const Text& text);
[[nodiscard]] std::string caseName(const Classroom& classroom, std::size_t number,
                                   const FindSpec& find, const Text& text);
/// "30 PCs, 26 with a GPU: at 512 px the median of the class is × 14.1."
[[nodiscard]] std::string headlineOf(const Classroom& classroom, std::span<const std::size_t> chart,
                                     const FindSpec& find, const ClassOptions& options);

/// Times per seat and case, speed-up, predictions, the wall of seats, files left out.
[[nodiscard]] Document composeClass(const Classroom& classroom, const FindSpec& find,
                                    const ClassOptions& options);
/// A line for each seat and case; codes and numbers only, times in ms.
[[nodiscard]] LongTable classTable(const Classroom& classroom, const FindSpec& find,
                                   const ClassOptions& options);

/// Writes the class to `path` as writeWhole() does. Reasons: those of exportReport().
[[nodiscard]] Result<void> exportClass(const Classroom& classroom, const FindSpec& find,
                                       ReportFormat format, const ClassOptions& options,
                                       const std::filesystem::path& path, bool overwrite = false);
/// The same as text. Reasons: "format_needs_file" {format}.
[[nodiscard]] Result<std::string> classText(const Classroom& classroom, const FindSpec& find,
                                            ReportFormat format, const ClassOptions& options);

}  // namespace duelo
