// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/chart_value.h"
#include "report/comparison.h"
#include "report/labels.h"

/// The selection of a comparison that is looked at, and its charts and cards: charts for a tab of
/// the window, and short cards that explain this very result.
namespace duelo {

struct DocCell;  // report/document.h

struct Shown {
    const Comparison& comparison;
    const Labels& labels;
    std::optional<std::size_t> table{};  ///< of Comparison::tables; absent: there are none
    std::optional<std::size_t> row{};    ///< of the comparison
    /// The variant that was chosen, where a line of the table is one variant.
    std::optional<std::size_t> column{};
    /// Returns a preliminary median from the samples of a cell without a result; empty, or no
    /// function: not measured now.
    std::function<std::optional<MedianEstimate>(const ReportCell&)> preliminary{};
    /// Returns the samples so far of a cell without a result; null, or no function: not measured
    /// now.
    std::function<const Samples*(const ReportCell&)> samples_so_far{};
    /// Logarithmic times; absent: as the times need it.
    std::optional<bool> log_y{};
    /// The experiment whose rows these are, where there is no table; empty: those of `row`, or of
    /// the first row.
    std::string experiment{};

    /// Returns the rows of the table; without one those of the experiment.
    [[nodiscard]] std::vector<std::size_t> rows() const;
    /// Returns the columns with a cell in these rows, the CPU and the GPU of the table first; no
    /// estimates.
    [[nodiscard]] std::vector<std::size_t> columns() const;
    /// The row that is looked at: the chosen one, else the first; null: nothing is shown.
    [[nodiscard]] const Row* chosenRow() const;
    /// The column that is looked at in that row: the chosen one, else that of the table's GPU, of
    /// its CPU, of any result.
    [[nodiscard]] std::optional<std::size_t> chosenColumn() const;
    /// The pair that is looked at in that row: the chosen column's, else the one that speaks for
    /// the row (comparison.h). Null: there is none with two results.
    [[nodiscard]] const ColumnRatio* chosenRatio() const;
    /// Tells whether it is being measured now.
    [[nodiscard]] bool isLive() const { return static_cast<bool>(preliminary); }
};

/// A figure of a cell: in a column of a table, as the y of a chart. Empty: its time.
struct Figure {
    std::string metric{};  ///< id of a metric of the experiment
    /// Makes the cell of a table that no metric says; `metric` is then only the code of its title.
    DocCell (*cell)(const Row&, const ReportCell&, const Labels&) = nullptr;
    std::string over{};  ///< another metric that it is divided by; empty: none
    double unit = 1;     ///< 1e9 where a metric in flop/s is told in `symbol` GFLOP/s
    std::string symbol{};
    /// All variants of a case come to the same: one column, one line.
    bool of_case = false;

    [[nodiscard]] bool isTime() const { return metric.empty(); }
    /// Returns the code of its column's title: "error", "error_over_expected_error".
    [[nodiscard]] std::string code() const {
        return over.empty() ? metric : metric + "_over_" + over;
    }
};

/// A tab with charts. Its title is the text "tab.<id>"; before there is anything to show it has the
/// text "tab_empty.<id>", both in the words of the experiment.
struct ChartTab {
    std::string id{};
    /// One chart, or several of which one is chosen by its title. Those that are empty are charts
    /// that may still come. Without it, `figure` is drawn over what the rows differ in.
    std::vector<ChartValue> (*make)(const Shown&) = nullptr;
    bool can_be_log = false;   ///< offers Shown::log_y
    bool window_only = false;  ///< a section of the document has what it shows, or nothing does
    /// The experiment whose tab it is, where several share their view; empty: all of them.
    std::string experiment{};
    Figure figure{};
    /// Metric whose value the figure should not exceed, a dashed line; empty: none.
    std::string bound{};
};

/// Explains a result in a few lines; never needed to read the table.
struct CardValue {
    /// A value for the form: "Use this rate"; a plan of whichever experiment: "Use this network";
    /// or neither: the field of the axis is turned to.
    struct Offer {
        std::string caption, axis{};
        Json value{};
        Json plan{};  ///< null: the value is offered, or the field
    };
    std::string id{};  ///< cards with the same id are updated in place
    std::string title{};
    std::vector<std::string> lines{};
    BarsValue bars{};     ///< below the lines; empty: none
    std::string input{};  ///< the input whose picture stands below the lines, as a plan names it;
                          ///< empty: none
    std::optional<Offer> offer{};
};

}  // namespace duelo
