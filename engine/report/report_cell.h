// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/record.h"

/// The cell at a row and a column of a Comparison (report/comparison.h).
namespace duelo {

/// One of the times that a cell was measured.
struct Attempt {
    std::size_t source = 0;
    std::optional<Reason> reason{};  ///< set exactly where it has no figure
    ResultRecord result{};
};

struct ReportCell {
    std::string id;  ///< in its file; empty where the file has no such cell
    std::size_t source = 0;
    std::size_t column = 0;        ///< of the comparison, where the file has such a cell
    std::optional<Status> status;  ///< empty: no result
    std::optional<Reason> reason;  ///< set exactly where there is no figure
    ResultRecord result;
    std::optional<Cold> cold;
    Samples samples;
    std::vector<Reason> notices;
    /// Events that the work told, in order: of a kind with steps each step once, of another kind
    /// the latest.
    std::vector<EventRecord> events;
    /// The attempts that do not count, where a cell was measured again: those that later ones have
    /// replaced, and later ones that failed. All else here is of the attempt that counts.
    std::vector<Attempt> others;

    [[nodiscard]] bool measured() const { return !reason.has_value(); }
    /// Tells whether it was measured and has a time. A course of a single step has none: its only
    /// step is the cold one.
    [[nodiscard]] bool timed() const { return measured() && result.summary.has_value(); }
    /// Returns where its time went, with what the parts leave unexplained; without a time just the
    /// parts.
    [[nodiscard]] Parts parts() const {
        return timed() ? withUnexplained(result.parts, result.summary->median_ms) : result.parts;
    }
};

/// The cells of a row. Of a hundred files each has cells in a few of the columns, and no room is
/// taken by the others.
class RowCells {
public:
    /// Returns the cell of a column. Where no file has a cell of this row in it, that is one
    /// without an id, and with this as its reason.
    [[nodiscard]] const ReportCell& operator[](std::size_t column) const;

    /// The cells that there are, by ascending column.
    [[nodiscard]] auto begin() const { return m_cells.begin(); }
    [[nodiscard]] auto end() const { return m_cells.end(); }
    [[nodiscard]] auto begin() { return m_cells.begin(); }
    [[nodiscard]] auto end() { return m_cells.end(); }
    [[nodiscard]] std::size_t size() const { return m_cells.size(); }

    void reserve(std::size_t count) { m_cells.reserve(count); }
    /// Adds a cell, whose column is behind all others.
    void append(ReportCell cell) { m_cells.push_back(std::move(cell)); }

private:
    std::vector<ReportCell> m_cells;
};

}  // namespace duelo
