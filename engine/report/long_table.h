// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.h"
#include "report/comparison.h"

namespace duelo {

struct ReportFields;

/// All cells with all their figures, one line each: what a spreadsheet or a script works on.
struct LongTable {
    /// A value: empty, a text, a whole number or a measured one.
    using Value = std::variant<std::monostate, std::string, std::int64_t, double>;

    std::vector<std::string> columns;  ///< codes, stable; titlesOf() has their words
    std::vector<std::vector<Value>> rows;
};

/// `text` gives the reasons in words; everything else is codes and numbers with units in the names.
/// Columns that views add stand at the end.
/// `given`: the report's own fields, of which it takes the carbon intensity (report/carbon.h).
[[nodiscard]] LongTable longTable(const Comparison& comparison, const Text& text,
                                  const ReportFields& given);
[[nodiscard]] LongTable longTable(const Comparison& comparison, const Text& text);

/// Returns the table with only those columns that have a value, for people, who take an empty
/// column for something that is missing.
[[nodiscard]] LongTable withoutEmptyColumns(LongTable table);

/// The columns' titles for people (columnTitle() in labels.h).
[[nodiscard]] std::vector<std::string> titlesOf(const LongTable& table,
                                                const Comparison& comparison, const Text& text);

/// Every raw sample: cell, round, process (of strict, which takes several), t0_ms,
/// calls_per_sample, wall_ms, device_ms, submit_ms, discard. At most `limit` rows; `total` tells
/// how many there are.
struct SampleTable {
    LongTable table;
    std::size_t total = 0;
};
[[nodiscard]] SampleTable sampleTable(const Comparison& comparison, std::size_t limit);

/// The sheets of all machines, flat: one pair of path ("cpu.name") and value per line.
struct SheetLine {
    std::size_t source = 0;
    std::string path, value;
};
[[nodiscard]] std::vector<SheetLine> machineSheet(const Comparison& comparison, const Text& text);

/// Text that a spreadsheet would take for a formula gets an apostrophe before it (R-24; OWASP
/// ASVS 1.2.10), also behind leading blanks and with full-width signs. Numbers are not texts.
[[nodiscard]] std::string guardFormula(std::string text);

}  // namespace duelo
