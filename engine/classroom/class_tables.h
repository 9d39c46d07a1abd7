// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "classroom/seat_facts.h"
#include "report/export.h"
#include "report/long_table.h"
#include "report/time_unit.h"

/// A class as tables: for people a Document, for programs a long table. JSON is that table too.
namespace duelo {

struct ClassOptions {
    Language language = Language::Spanish;
    std::optional<NumberStyle> numbers{};  ///< default: of the language
    bool names = false;                    ///< students' names, and files with their folders
    ClassFilter filter{};

    [[nodiscard]] Text text() const;
};

/// The name of a chart of Classroom::charts() ("ResNet-18, random tensor, batch 1"), and what tells
/// its cases apart ("224 px"); of a single case both are its name.
struct ChartNames {
    std::string chart{};
    std::vector<std::string> cases{};  ///< parallel to the chart
};
[[nodiscard]] ChartNames chartNames(const Classroom& classroom, std::span<const std::size_t> chart,
                                    const FindSpec& find, const Text& text);

/// Names every case by itself: "ResNet-18, random tensor, batch 1, 224 px".
[[nodiscard]] std::map<std::size_t, std::string> caseNames(const Classroom& classroom,
                                                           const FindSpec& find, const Text& text);
/// The names of the variants of a chart: what tells them apart, the device where there is one
/// alone.
struct SeriesNames {
    std::string common{};                         ///< the part of the name that all share; may be
                                                  ///< empty
    std::map<std::size_t, std::string> series{};  ///< by variant

    /// "eager / fused"; of one that stands alone its name.
    [[nodiscard]] std::string of(const ClassSides& sides) const;
};
[[nodiscard]] SeriesNames seriesNames(const Classroom& classroom,
                                      std::span<const std::size_t> chart, const FindSpec& find,
                                      const Text& text);
/// A variant by itself: "GPU, FP32, eager".
[[nodiscard]] std::string variantWords(const Params& variant, const Text& text);
/// Returns the unit in which the times of a chart are told.
[[nodiscard]] TimeUnit classUnit(const Classroom& classroom, std::span<const std::size_t> chart,
                                 const FindSpec& find, const ClassFilter& filter);
/// Returns that of the chart which shows a case.
[[nodiscard]] TimeUnit unitAround(const Classroom& classroom, std::size_t number,
                                  const FindSpec& find, const ClassFilter& filter);
/// The typed words of a filter, which choose among what the class has; empty words choose nothing.
/// A part of the name of a case or of a GPU will do; that of a GPU must fit one alone.
struct FilterWords {
    std::string case_part{}, group{}, gpu{};
    std::string option{};  ///< "A": PCs with a GPU; "B": those without
};
/// Reasons: "unknown_value" {field, value, accepted}; "class_nothing_to_choose" {field} where the
/// class has none of what is chosen among.
[[nodiscard]] Result<ClassFilter> filterFrom(const FilterWords& words, const Classroom& classroom,
                                             const FindSpec& find, const Text& text);

/// "30 PCs, 26 with a GPU: 512 px, the median of 26 ratios CPU / GPU is × 14.1": of the case in the
/// middle of a chart, by the ratios that may be told, else by the times; also by the times where
/// less than half of the PCs have both sides.
[[nodiscard]] std::string headlineOf(const Classroom& classroom, std::span<const std::size_t> chart,
                                     const std::optional<ClassSides>& sides, const FindSpec& find,
                                     const ClassOptions& options);

/// "24 PCs and up to 3 more that cannot be identified" (ClassSeat::identified).
[[nodiscard]] std::string pcsText(const Classroom& classroom, const ClassFilter& filter,
                                  const Text& text);

/// "30 PCs: 26 can measure the GPU, 4 the CPU alone": of those with a probe.
[[nodiscard]] std::string wallHeadline(const Classroom& classroom, const Text& text);

/// A question of a prediction and an answer in words, as far as no names of variants are needed.
[[nodiscard]] std::string questionWords(const ClassPrediction& prediction, const Text& text);
[[nodiscard]] std::string answerWords(const std::string& answer, const Text& text);

/// Says what a seal proves and what it does not, wherever files are called clean or intact.
[[nodiscard]] std::string sealNote(const Text& text);
/// A time that lies far from those of equal processors, as a fact.
[[nodiscard]] std::string farText(const EqualProcessors& equal, const TimeUnit& unit,
                                  const Text& text);

/// Times per seat, case and variant, speed-up, what lies far off, predictions, the wall of seats,
/// times that Duelo did not measure, files left out.
[[nodiscard]] Document composeClass(const Classroom& classroom, const FindSpec& find,
                                    const ClassOptions& options);
/// A line for each seat, case and variant; codes and numbers only, times in ms. A time that Duelo
/// did not measure has a line without a seat, and a column of its own.
[[nodiscard]] LongTable classTable(const Classroom& classroom, const ClassOptions& options);

/// The class as text. Reasons: "format_needs_file" {format} for XLSX.
[[nodiscard]] Result<std::string> classText(const Classroom& classroom, const FindSpec& find,
                                            ReportFormat format, const ClassOptions& options);
/// Writes the class to `path` as writeWhole() does, with its reasons.
[[nodiscard]] Result<void> exportClass(const Classroom& classroom, const FindSpec& find,
                                       ReportFormat format, const ClassOptions& options,
                                       const std::filesystem::path& path, bool overwrite = false);

}  // namespace duelo
