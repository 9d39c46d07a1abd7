// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "report/document.h"
#include "report/labels.h"
#include "report/shown.h"

namespace duelo {

/// A cell of a table that is no figure.
[[nodiscard]] inline DocCell words(std::string text) {
    return {std::move(text), std::nullopt, 0};
}

/// Helpers that make the parts of a document, for every comparison and for a view.
class ReportWords : protected Labels {
protected:
    ReportWords(const Comparison& comparison, const ReportOptions& options)
        : Labels(comparison, options.text()) {}
    /// Takes over these labels, for a part of what they name.
    explicit ReportWords(const Labels& labels) : Labels(labels) {}

    /// Returns a measured value in the digits of its interval; "–" where there is none.
    [[nodiscard]] DocCell measured(std::optional<double> value,
                                   const std::optional<Interval>& ci = std::nullopt) const;
    /// Returns a time in the unit of the comparison, without its symbol.
    [[nodiscard]] DocCell time(std::optional<double> ms,
                               const std::optional<Interval>& ci_ms = std::nullopt) const;
    [[nodiscard]] DocCell time(const Summary& summary) const;
    /// Returns the title of a column of times, with their unit.
    [[nodiscard]] std::string timeColumn(const char* key) const;
    /// Returns a table without rows, its title and columns by their keys, which may name the
    /// {unit} of times, these columns numeric.
    [[nodiscard]] DocTable bareTable(std::string id, const char* title,
                                     std::initializer_list<const char*> columns,
                                     std::initializer_list<std::size_t> numeric) const;
    /// "–" where there is none.
    [[nodiscard]] DocCell figure(std::optional<double> value, int decimals) const;
    [[nodiscard]] DocCell whole(std::int64_t value) const {
        return figure(static_cast<double>(value), 0);
    }
    /// Returns a table without rows, whose columns are called by the texts `prefix` + code, with
    /// {unit} as that of the times. Those with figures are found by the composer.
    [[nodiscard]] DocTable emptyTable(std::string id, std::string title, const std::string& prefix,
                                      const std::vector<std::string>& codes) const;
    [[nodiscard]] DocCell seconds(std::optional<double> ms,
                                  const std::optional<Interval>& ci_ms = std::nullopt) const;
    /// Returns the cell of a figure: its time, else why there is none; a metric, else "–".
    [[nodiscard]] DocCell figureCell(const Row& row, const ReportCell& cell,
                                     const Figure& of = {}) const;
    /// Says why a cell of that row which was measured has no time.
    [[nodiscard]] std::string untimedText(const Row& row) const;
    [[nodiscard]] DocCell percent(std::optional<double> share) const;
    [[nodiscard]] std::string percentInterval(const std::optional<Interval>& ci) const;
    /// Returns the name that tells the machine of a source from others; its file where the sheet
    /// has no name for it.
    [[nodiscard]] static const std::string& machineOf(const Source& source);
    [[nodiscard]] bool onlyOwnMachine() const;
    [[nodiscard]] bool isMeasured(std::size_t column) const;  ///< in any row
    [[nodiscard]] bool shows(DeviceKind kind) const;          ///< this PC's or another's
    /// Returns the sentence of a ratio, the text prefix + verdict ("..._faster"); prefix + "doubt"
    /// where it is inconclusive for a reason, prefix + "doubtful" where no factor may be told, with
    /// the arg `why` (whyNoFactor()). Adds `ratio`, inverted for a slower side, `interval_text` and
    /// `doubt` to the args.
    [[nodiscard]] std::string verdictSentence(const std::string& prefix,
                                              const RatioEstimate& estimate, Json args) const;
    /// Shortens the first column of a table, which has the caseName() of `of`, row by row: leaves
    /// what tells its rows apart, and says the rest once, in the title (withCommon()). Where
    /// nothing tells them apart, removes the column.
    void nameCases(DocTable& table, const std::vector<const Row*>& of) const;
    /// Adds three cells: the ratio, its interval and its verdict; or why there is none. The doubts
    /// of a measurement go to the notes, once, and the row has a mark.
    void addRatio(std::vector<DocCell>& cells, std::vector<std::string>& notes, const Row& row,
                  const ColumnRatio& ratio) const;
    /// Returns whether a pair has nothing to tell because one of two PCs did not measure the case.
    [[nodiscard]] bool isUnpaired(const Row& row, std::size_t base, std::size_t column) const;
};

/// Makes tables and their cells for a function that has labels only (Figure::cell).
struct CellWords : ReportWords {
    explicit CellWords(const Labels& labels) : ReportWords(labels) {}
    using ReportWords::bareTable;
    using ReportWords::figure;
    using ReportWords::percent;
    using ReportWords::time;
};

}  // namespace duelo
