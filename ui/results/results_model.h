// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "base/rate_unit.h"
#include "base/text.h"
#include "report/labels.h"
#include "report/time_unit.h"
#include "ui/session/run_store.h"

namespace duelo::ui {

/// The comparison as the table under the chart. A few variants stand beside each other: a row per
/// case, a column per variant, its speed-up against the base and the verdict. Many of them, and
/// those of work that is the way to an end (S4-03), have a row each: beside each time stands what
/// else was measured (S4-16), and more variants make no more columns. A cell without a figure says
/// why in words. Running cells show their count and a preliminary median.
class ResultsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole,  ///< muted text beside the figure: its half width, its flags
        ToneRole,                   ///< "good", "bad", "neutral": a verdict is drawn as a pill
        MutedRole,                  ///< not a figure: a reason, or preliminary
        RowRole,                    ///< index into Comparison::rows
        ColumnRole,                 ///< index into Comparison::columns; invalid: a row has several
        ValueRole                   ///< double, in the unit that is shown; invalid: no number
    };

    /// `run` must outlive the model.
    ResultsModel(const RunStore& run, const Text& text, QObject* parent = nullptr);
    /// Takes over the present state of the run: the rows of one table of the comparison, all rows
    /// without a table. With `shown` false nothing: the run is another page's.
    void refresh(std::optional<std::size_t> table, bool shown = true);
    /// Only the running cells have new samples.
    void refreshLive();
    /// Returns why a ratio that stands there is not the quotient of the times beside it, as a
    /// document says below its table (Y-20); empty where each one is.
    [[nodiscard]] const QString& note() const { return m_note; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Column {
        enum Kind { Case, Axis, Variant, Time, Metric, Ratio, Verdict };
        Kind kind = Case;
        QString title;
        std::string id{};        ///< of an axis or a metric
        std::size_t column = 0;  ///< of the comparison, where its line has none
        QString help{};          ///< below the title in its tip
        RateUnit rate{};         ///< of a metric that is a rate; its title names it
        bool operator==(const Column&) const = default;
    };
    /// A row of this table.
    struct Line {
        std::size_t row = 0;                ///< of the comparison
        std::optional<std::size_t> column;  ///< the variant; absent: all of them
        bool operator==(const Line&) const = default;
    };
    [[nodiscard]] std::vector<std::size_t> rowsOf(const Comparison& comparison) const;
    [[nodiscard]] bool hasRoom(const Comparison& comparison, const ReportCell& cell) const;
    /// Three PCs or more, or another one's CPU and GPU: the columns are times with their ratios
    /// below them.
    [[nodiscard]] bool isSideBySide() const { return !m_sideNames.empty(); }
    [[nodiscard]] std::vector<std::string> sideNames(const Comparison& comparison) const;
    /// Whether a variant has more columns than those of its time.
    [[nodiscard]] bool eachHasMore(const Comparison& comparison) const;
    [[nodiscard]] std::vector<Line> linesOf(const Comparison& comparison) const;
    [[nodiscard]] std::vector<Column> columnsFor(const Comparison& comparison,
                                                 const std::vector<Line>& lines) const;
    [[nodiscard]] static bool differs(const std::string& axis, const Comparison& comparison,
                                      const std::vector<Line>& lines);
    void addCaseColumns(std::vector<Column>& columns, const Comparison& comparison,
                        const std::vector<Line>& lines) const;
    [[nodiscard]] std::vector<Column> variantColumns(const Comparison& comparison,
                                                     const std::set<std::size_t>& filled) const;
    [[nodiscard]] std::vector<Column> lineColumns(const Comparison& comparison,
                                                  const std::vector<Line>& lines,
                                                  const std::set<std::size_t>& filled) const;
    [[nodiscard]] QString metricHelp(const std::string& metric) const;
    [[nodiscard]] Column metricColumn(const Comparison& comparison, const std::vector<Line>& lines,
                                      const MetricSpec& metric) const;
    [[nodiscard]] QString timeTitle(const Comparison& comparison, std::size_t column) const;
    [[nodiscard]] const Spec* spec() const;
    [[nodiscard]] const std::string& experimentIn(const Comparison& comparison) const;
    [[nodiscard]] std::string titledAs(const Comparison& comparison) const;
    [[nodiscard]] QString axisText(const Row& row, const std::string& axis) const;
    [[nodiscard]] QVariant axisValue(const Row& row, const std::string& axis) const;
    [[nodiscard]] QVariant timeData(const Row& row, std::size_t column, int role) const;
    [[nodiscard]] QVariant metricData(const Row& row, const ReportCell& cell, const Column& column,
                                      int role) const;
    [[nodiscard]] QString againText(const LiveCell& again) const;
    [[nodiscard]] QVariant missingData(const Row& row, const ReportCell& cell, int role) const;
    [[nodiscard]] QVariant loadedData(const LoadedDirection& loaded, Column::Kind kind,
                                      int role) const;
    [[nodiscard]] QVariant ratioData(const Row& row, std::size_t column, Column::Kind kind,
                                     int role) const;
    [[nodiscard]] QString ratioMark(const Row& row, std::size_t column) const;
    [[nodiscard]] QString ratioTip(const Row& row, std::size_t column) const;
    [[nodiscard]] QString noteOf(const Comparison& comparison) const;
    [[nodiscard]] QString tooltip(const Row& row, const ReportCell& cell) const;

    const RunStore& m_run;
    Text m_text;
    const Comparison* m_comparison = nullptr;  ///< the run's, from one refresh() to the next
    std::unique_ptr<Labels> m_labels;          ///< of it
    std::vector<std::string> m_sideNames;      ///< of its columns, where it isSideBySide()
    std::vector<const View*> m_views;          ///< of its experiments
    std::optional<std::size_t> m_table;
    TimeUnit m_unit;  ///< of all times that are shown
    std::vector<Line> m_lines;
    std::vector<Column> m_columns;
    QString m_note;
};

}  // namespace duelo::ui
