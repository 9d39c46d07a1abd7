// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/layout.h"
#include "report/report_words.h"

namespace duelo {

/// Makes a table of a document from its declaration (FigureTable): of the cases of a table of the
/// comparison, or of all of an experiment.
class FigureTableMaker : private ReportWords {
public:
    /// All must outlive it.
    FigureTableMaker(const View& view, const FigureTable& of, const Shown& part);

    [[nodiscard]] DocTable make();

private:
    /// A column behind the head: a figure of one variant, of all alike, or of the line's.
    struct FigureColumn {
        const Figure* figure = nullptr;
        std::string title{};
        std::optional<std::size_t> variant{};
        enum class Of { Variant, Case, Line } of = Of::Variant;
        std::optional<Reason> absent{};  ///< set where it has no cell at all
    };

    [[nodiscard]] std::string titleOfPair(std::string title) const;
    [[nodiscard]] bool hasLines() const;
    [[nodiscard]] std::string figureTitle(const Figure& of) const;
    [[nodiscard]] std::vector<FigureColumn> columnsOf(bool lines) const;
    /// The handout's two (S0-19); Option B has the CPU alone, or another PC's GPU in the second
    /// (S0-31..33).
    [[nodiscard]] std::vector<FigureColumn> pairColumns() const;
    [[nodiscard]] DocCell headCell(const Row& row, const RowAxis& axis) const;
    void addHead(DocTable& out, bool lines);
    void addRow(DocTable& out, const Row& row, const std::vector<FigureColumn>& columns,
                const ReportCell* line);
    [[nodiscard]] DocCell cellOf(const Row& row, const FigureColumn& column,
                                 const ReportCell* line);
    /// Returns the cause in short, with the number of the note that says all of it.
    [[nodiscard]] DocCell missing(const Reason& reason, const std::optional<Status>& status);
    /// Returns why a column has no cell at all: nothing was measured, or its PC measured none of
    /// these cases.
    [[nodiscard]] std::optional<Reason> whyAbsent(const FigureColumn& column) const;
    using Times = std::vector<std::pair<const Row*, std::size_t>>;  ///< rows and columns
    [[nodiscard]] std::string listOf(const Times& times, bool names_variants) const;
    void addDoubts(DocTable& out, const std::vector<FigureColumn>& columns) const;
    void addNotes(DocTable& out, const std::vector<FigureColumn>& columns) const;

    const View& m_view;
    const FigureTable& m_of;
    const Shown& m_part;
    const bool m_pair;  ///< of cases that make a table
    const std::vector<std::size_t> m_rows;
    const std::string m_experiment;
    std::vector<const RowAxis*> m_axes;  ///< those that any of the rows has
    std::vector<std::string> m_causes;
    std::vector<const Row*> m_cases;  ///< of each row of the table
};

}  // namespace duelo
