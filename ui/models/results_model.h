// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "base/text.h"
#include "report/labels.h"
#include "ui/models/run_model.h"

namespace duelo::ui {

/// The comparison as the table under the chart: a row per case, a column per variant, its speed-up
/// against the base and the verdict. Of what trains, a row per case and variant, as in S4-03:
/// beside each time stands what the network learnt (S4-16), and more variants make no more columns.
/// A cell without a figure says why in words. Running cells show their count and a preliminary
/// median.
class ResultsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole,  ///< muted text beside the figure: its half width, its flags
        ToneRole,                   ///< "good", "bad", "neutral": a verdict is drawn as a pill
        MutedRole,                  ///< not a figure: a reason, or preliminary
        RowRole,                    ///< index into Comparison::rows
        ColumnRole,                 ///< index into Comparison::columns; invalid: a row has several
        ValueRole                   ///< double, seconds or ratio; invalid where there is none
    };

    /// `run` must outlive the model.
    ResultsModel(const RunModel& run, const Text& text, QObject* parent = nullptr);
    /// The rows of one table of the comparison only; all rows without.
    void setTable(std::optional<std::size_t> table);
    /// Runs of others leave the table empty; without a call all are shown.
    void setExperiments(std::vector<std::string> experiments);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Column {
        enum Kind { Model, Input, Variant, Size, Batch, Time, Accuracy, Ratio, Verdict };
        Kind kind = Size;
        std::size_t column = 0;  ///< of the comparison; from Time on, where its line has none
        QString title;
        bool operator==(const Column&) const = default;
    };
    /// A row of this table.
    struct Line {
        std::size_t row = 0;                ///< of the comparison
        std::optional<std::size_t> column;  ///< the variant; absent: all of them
        bool operator==(const Line&) const = default;
    };
    void rebuild();
    void updateLive();
    [[nodiscard]] std::vector<Line> linesOf(const Comparison& comparison) const;
    [[nodiscard]] std::vector<Column> columnsFor(const Comparison& comparison,
                                                 const std::vector<Line>& lines) const;
    [[nodiscard]] std::vector<Column> variantColumns(const Comparison& comparison,
                                                     const std::set<std::size_t>& filled) const;
    [[nodiscard]] std::vector<Column> trainingColumns(const Comparison& comparison,
                                                      const std::set<std::size_t>& filled) const;
    [[nodiscard]] bool showsTraining() const;
    [[nodiscard]] QString timeTitle(const Comparison& comparison, std::size_t column) const;
    [[nodiscard]] const Comparison* shown() const;
    [[nodiscard]] QVariant timeData(const Row& row, std::size_t column, int role) const;
    [[nodiscard]] QVariant accuracyData(const ReportCell& cell, int role) const;
    [[nodiscard]] QVariant missingData(const ReportCell& cell, int role) const;
    [[nodiscard]] QVariant ratioData(const Row& row, std::size_t column, Column::Kind kind,
                                     int role) const;
    [[nodiscard]] QString tooltip(const ReportCell& cell) const;

    const RunModel& m_run;
    Text m_text;
    std::unique_ptr<Labels> m_labels;  ///< of the comparison in force
    std::optional<std::size_t> m_table;
    std::vector<std::string> m_experiments;  ///< empty: all
    std::vector<Line> m_lines;
    std::vector<Column> m_columns;
};

}  // namespace duelo::ui
