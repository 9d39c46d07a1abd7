// SPDX-License-Identifier: Apache-2.0
// The chart of a table, the same in the window and in every file.
#include <algorithm>

#include "experiments/inference/params.h"
#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/time_charts.h"

namespace duelo {

std::optional<Growth> growthOf(const Comparison& comparison, const CaseTable& table,
                               std::size_t column) {
    const Row *first = nullptr, *last = nullptr;
    const auto sideOf = [](const Row& row) { return sizeOf(row.work); };
    for (const std::size_t r : table.rows) {
        const Row& row = comparison.rows[r];
        const ReportCell& cell = row.cells[column];
        if (inputsOf(row.work) != inputsOf(comparison.rows[table.rows.front()].work))
            return std::nullopt;
        if (isBrought(comparison, cell)) return std::nullopt;
        if (!cell.timed() || isDoubtful(cell.result)) continue;
        if (!first || sideOf(row) < sideOf(*first)) first = &row;
        if (!last || sideOf(row) > sideOf(*last)) last = &row;
    }
    if (!first || sideOf(*first) == sideOf(*last)) return std::nullopt;
    return Growth{sideOf(*first), sideOf(*last),
                  last->cells[column].result.summary->median_ms /
                      first->cells[column].result.summary->median_ms};
}

std::string sizeName(const Row& row, const Labels& labels) {
    const std::string size = sizeOf(row.work) > 0 ? labels.text().value("size_px", sizeOf(row.work))
                                                  : sidesText(row, labels.text()) + " px";
    return inputOf(row.work) == kRandomInput ? size
                                             : inputName(row.work, labels.text()) + ", " + size;
}

std::vector<ChartValue> tableCharts(const Shown& shown) {
    if (!shown.table) return {};
    const CaseTable& table = shown.comparison.tables[*shown.table];
    const Text& text = shown.labels.text();
    const Row& first = shown.comparison.rows[table.rows.front()];
    ChartValue chart = timesChart(shown, sizeName);
    if (auto* lines = std::get_if<LinesValue>(&chart)) {
        lines->title = text(!table.gpu   ? "report.chart_title_cpu"
                            : !table.cpu ? "report.chart_title_gpu"
                                         : "report.chart_title",
                            nameArgs(first.work, text));
        lines->x_title = text("report.chart_x");
    } else if (auto* bars = std::get_if<BarsValue>(&chart)) {
        bars->title = tableTitle(first.work, text);
        if (table.rows.size() == 1) bars->title += ", " + sizeName(first, shown.labels);
    }
    return {std::move(chart)};
}

}  // namespace duelo
