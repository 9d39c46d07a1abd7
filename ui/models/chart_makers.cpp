// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/chart_makers.h"

#include <algorithm>

#include "report/document.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// CPU and GPU of the table keep their colours; whatever else was measured follows.
std::vector<std::pair<std::size_t, int>> styledColumns(const Comparison& comparison,
                                                       const SizeTable& table) {
    std::vector<std::pair<std::size_t, int>> out;
    if (table.cpu) out.emplace_back(*table.cpu, 0);
    if (table.gpu) out.emplace_back(*table.gpu, 1);
    int next = 2;
    for (std::size_t c = 0; c < comparison.columns.size(); ++c) {
        const bool there = std::any_of(table.rows.begin(), table.rows.end(), [&](std::size_t r) {
            return !comparison.rows[r].cells[c].id.empty();
        });
        if (there && c != table.cpu && c != table.gpu) out.emplace_back(c, next++);
    }
    return out;
}

std::optional<ChartSeries::Point> pointOf(const RunModel& run, const Row& row, std::size_t column) {
    const ReportCell& cell = row.cells[column];
    ChartSeries::Point point{.x = static_cast<double>(row.work.integer("size_px"))};
    const auto toSeconds = [](const Interval& i) { return Interval{i.low / 1e3, i.high / 1e3}; };
    if (cell.timed()) {
        point.y = cell.result.summary->median_ms / 1e3;
        if (const auto& ci = cell.result.summary->ci95_ms) point.interval = toSeconds(*ci);
        return point;
    }
    const LiveCell* live = run.liveOf(cell);
    if (!live || !live->estimate) return std::nullopt;
    point.y = live->estimate->median / 1e3;
    if (live->estimate->ci95) point.interval = toSeconds(*live->estimate->ci95);
    point.final = false;
    return point;
}

/// Where the samples of a cell are, measured or running; the style of its column in its table.
struct SampledCell {
    std::size_t column;
    int style;
    const ReportCell* cell;
};

std::vector<SampledCell> sampledCells(const Comparison& comparison, std::size_t row) {
    // Without a GPU of its own a PC has a row in several tables; one with a GPU names both colours.
    const SizeTable* table = nullptr;
    for (const SizeTable& candidate : comparison.tables)
        if ((!table || (!table->gpu && candidate.gpu)) &&
            std::find(candidate.rows.begin(), candidate.rows.end(), row) != candidate.rows.end())
            table = &candidate;
    std::vector<SampledCell> out;
    if (!table) return out;
    for (const auto& [column, style] : styledColumns(comparison, *table)) {
        const ReportCell& cell = comparison.rows[row].cells[column];
        if (!cell.samples.wall_ms.empty()) out.push_back({column, style, &cell});
    }
    return out;
}

bool counts(const Samples& samples, std::size_t i) {
    return i >= samples.discard.size() || samples.discard[i] == 0;
}

}  // namespace

bool isOverSizes(const Comparison& comparison, std::size_t table) {
    const auto& rows = comparison.tables[table].rows;
    return std::all_of(rows.begin(), rows.end(), [&](std::size_t r) {
        return inputOf(comparison.rows[r].work) == inputOf(comparison.rows[rows.front()].work);
    });
}

bool wantsLog(const RunModel& run, std::size_t table) {
    const Comparison& comparison = *run.comparison();
    double low = 0, high = 0;
    for (const std::size_t r : comparison.tables[table].rows)
        for (std::size_t c = 0; c < comparison.columns.size(); ++c)
            if (const auto point = pointOf(run, comparison.rows[r], c); point && point->y > 0) {
                low = low == 0 ? point->y : std::min(low, point->y);
                high = std::max(high, point->y);
            }
    return low > 0 && high / low >= kLogSpan;
}

LinesValue linesOf(const RunModel& run, std::size_t table, const Labels& labels, bool log_y) {
    const Comparison& comparison = *run.comparison();
    const SizeTable& sizes = comparison.tables[table];
    const Text& text = labels.text();
    LinesValue out{.x_title = qs(text("report.chart_x")),
                   .y_title = qs(text("report.chart_y")),
                   .log_x = false,
                   .log_y = log_y,
                   .series = {},
                   .ratios = {},
                   .description = {}};
    for (const auto& [column, style] : styledColumns(comparison, sizes)) {
        const bool plain = column == sizes.cpu || column == sizes.gpu;
        ChartSeries series{
            qs(plain ? labels.deviceName(column) : labels.columnName(column)), style, {}};
        QStringList words;
        for (const std::size_t r : sizes.rows)
            if (auto point = pointOf(run, comparison.rows[r], column)) {
                words << qs(text("report.chart_point",
                                 {{"size_px", comparison.rows[r].work.integer("size_px")},
                                  {"time", secondsCell(point->y * 1e3, text.numbers()).text}}));
                series.points.push_back(std::move(*point));
            }
        if (series.points.empty()) continue;
        std::sort(series.points.begin(), series.points.end(),
                  [](const auto& a, const auto& b) { return a.x < b.x; });
        out.description += series.name + ": " + words.join("; ") + ". ";
        out.series.push_back(std::move(series));
    }
    for (std::size_t i = 0; i < sizes.rows.size() && i < sizes.pairs.size(); ++i) {
        const auto& best = sizes.pairs[i].best;
        if (!best || !best->estimate) continue;
        const Row& row = comparison.rows[sizes.rows[i]];
        const double a = row.cells[best->base].result.summary->median_ms / 1e3;
        const double b = row.cells[best->column].result.summary->median_ms / 1e3;
        out.ratios.push_back(
            {static_cast<double>(row.work.integer("size_px")), std::min(a, b), std::max(a, b),
             qs(text("results.ratio_mark",
                     {{"ratio", formatSignificant(best->estimate->ratio, 3, text.numbers())}}))});
    }
    if (out.log_y) out.description += qs(text("report.chart_log"));
    return out;
}

DistributionValue distributionOf(const RunModel& run, std::size_t row, const Labels& labels) {
    const Comparison& comparison = *run.comparison();
    const Text& text = labels.text();
    DistributionValue out{qs(text("results.samples_axis")), qs(text("results.count_axis")), {}, {}};
    for (const auto& [column, style, cell] : sampledCells(comparison, row)) {
        DistributionValue::Series series{qs(labels.columnName(column)), style, {}, 0, std::nullopt};
        for (std::size_t i = 0; i < cell->samples.wall_ms.size(); ++i)
            if (counts(cell->samples, i)) series.values_ms.push_back(cell->samples.wall_ms[i]);
        if (series.values_ms.empty()) continue;
        series.median_ms =
            cell->timed() ? cell->result.summary->median_ms : median(series.values_ms);
        series.ci95_ms =
            cell->timed() ? cell->result.summary->ci95_ms : medianInterval(series.values_ms);
        const auto [low, high] =
            std::minmax_element(series.values_ms.begin(), series.values_ms.end());
        out.description +=
            qs(text("results.distribution_words", {{"name", series.name.toStdString()},
                                                   {"n", series.values_ms.size()},
                                                   {"low_ms", *low},
                                                   {"high_ms", *high},
                                                   {"median_ms", series.median_ms}})) +
            ' ';
        out.series.push_back(std::move(series));
    }
    return out;
}

CourseValue courseOf(const RunModel& run, std::size_t row, const Labels& labels) {
    const Comparison& comparison = *run.comparison();
    const Text& text = labels.text();
    CourseValue out{qs(text("results.course_axis")), qs(text("results.samples_axis")), {}, {}};
    for (const auto& [column, style, cell] : sampledCells(comparison, row)) {
        CourseValue::Series series{qs(labels.columnName(column)), style, {}, {}, {}};
        const Samples& samples = cell->samples;
        const std::size_t n = std::min(samples.t0_ms.size(), samples.wall_ms.size());
        for (std::size_t i = 0; i < n; ++i) {
            series.t_s.push_back(samples.t0_ms[i] / 1e3);
            series.wall_ms.push_back(samples.wall_ms[i]);
            if (!counts(samples, i)) series.discarded.push_back(i);
        }
        if (n == 0) continue;
        out.description +=
            qs(text("results.course_words", {{"name", series.name.toStdString()},
                                             {"n", n},
                                             {"span_s", series.t_s.back() - series.t_s.front()}})) +
            ' ';
        out.series.push_back(std::move(series));
    }
    return out;
}

BreakdownValue breakdownOf(const ReportCell& cell, const Text& text) {
    if (!cell.timed()) return {};
    return breakdownOf(withUnexplained(cell.result.parts, cell.result.summary->median_ms), text);
}

BreakdownValue breakdownOf(const Parts& parts, const Text& text) {
    BreakdownValue out;
    double total = 0;
    for (const PartTime& part : parts)
        if (isPositive(part.ms)) total += part.ms;
    for (const PartTime& part : parts) {
        if (!isPositive(part.ms)) continue;
        const std::string key = "results.part_" + part.id;
        const QString name = qs(text.has(key) ? text(key) : visibleText(part.id));
        const QString share = qs(text.value("share_percent", 100 * part.ms / total));
        out.segments.push_back({part.id, name, part.ms, share, part.inside});
        out.description += name + ": " + share + ". ";
    }
    return out;
}

}  // namespace duelo::ui
