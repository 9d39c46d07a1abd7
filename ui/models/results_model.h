// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/text.h"
#include "report/labels.h"
#include "ui/models/run_model.h"

namespace duelo::ui {

/// The comparison as the table under the chart: a row per case, a column per variant (and, where it
/// trained, one for what the network learnt: S4-16), its speed-up against the base and the verdict. A cell without a figure says why in words. Running cells show
/// their count and a preliminary median.
class ResultsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole,  ///< muted text beside the figure: its half width, its flags
        ToneRole,                   ///< "good", "bad", "neutral": a verdict is drawn as a pill
        MutedRole,                  ///< not a figure: a reason, or preliminary
        RowRole,                    ///< index into Comparison::rows
        ValueRole                   ///< double, seconds or ratio; invalid where there is none
    };

    /// `run` must outlive the model.
    ResultsModel(const RunModel& run, const Text& text, QObject* parent = nullptr);
    /// The rows of one table of the comparison only; all rows without.
    void setTable(std::optional<std::size_t> table);
    /// Runs of others leave the table empty; without a call all are shown.
    void setExperiments(std::vector<Experiment> experiments);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Column {
        enum Kind { Model, Input, Size, Batch, Time, Accuracy, Ratio, Verdict } kind = Size;
        std::size_t column = 0;  ///< of the comparison; from Time on
        QString title;
        bool operator==(const Column&) const = default;
    };
    void rebuild();
    void updateLive();
    [[nodiscard]] std::vector<Column> columnsFor(const Comparison& comparison,
                                                 const std::vector<std::size_t>& rows) const;
    [[nodiscard]] QString timeTitle(const Comparison& comparison, std::size_t column) const;
    [[nodiscard]] const Comparison* shown() const;
    [[nodiscard]] QVariant timeData(const Row& row, std::size_t column, int role) const;
    [[nodiscard]] QVariant accuracyData(const ReportCell& cell, int role) const;
    [[nodiscard]] QVariant missingData(const ReportCell& cell, int role) const;
    [[nodiscard]] QVariant ratioData(const Row& row, const Column& column, int role) const;
    [[nodiscard]] QString tooltip(const ReportCell& cell) const;

    const RunModel& m_run;
    Text m_text;
    std::unique_ptr<Labels> m_labels;  ///< of the comparison in force
    std::optional<std::size_t> m_table;
    std::vector<Experiment> m_experiments;  ///< empty: all
    std::vector<std::size_t> m_rows;
    std::vector<Column> m_columns;
};

}  // namespace duelo::ui
