// SPDX-License-Identifier: Apache-2.0
// Tables, charts, answers and sections of a View with a layout (layout.h).
#include <algorithm>
#include <map>

#include "base/power_text.h"
#include "plan/spec.h"
#include "report/finding.h"
#include "report/layout.h"
#include "report/report_words.h"
#include "report/series_look.h"
#include "report/tabs.h"
#include "report/time_charts.h"
#include "report/view.h"

namespace duelo {

namespace {

const Metric* metricOf(const ReportCell& cell, const std::string& id) {
    return cell.measured() ? cell.result.metric(id) : nullptr;
}

/// The axes of the rows, as the table of the chosen row varies them.
const std::vector<std::string>& rowAxes(const Comparison& comparison, const Row& row) {
    return viewOf(comparison, row).layout.rows;
}

std::string rowName(const Row& row, const Labels& labels) {
    const Text text = labels.text().of(row.experiment);
    const Spec* spec = labels.comparison().find(row.experiment);
    std::vector<std::string> parts;
    for (const std::string& id : rowAxes(labels.comparison(), row))
        if (const Axis* axis = spec ? spec->find(id) : nullptr; axis && row.work.has(id))
            parts.push_back(axisValueName(*axis, row.work.at(id), text));
    return parts.empty() ? labels.caseName(row) : commaJoined(parts);
}

std::string titleOfTable(const Row& row, const Labels& labels) {
    return tableTitleOf(labels.comparison().find(row.experiment), row.work,
                        labels.text().of(row.experiment));
}

std::string titleOfTab(const ChartTab& tab, const Row& row, const Labels& labels) {
    const std::string key = "title." + tab.id;
    const Text text = labels.text().of(row.experiment);
    const Spec* spec = labels.comparison().find(row.experiment);
    return spec && text.has(key) ? text(key, caseArgs(*spec, row.work, nullptr, text))
                                 : titleOfTable(row, labels);
}

/// The first cell of a row that has the metric: of figures that all variants have alike.
const ReportCell* anyWith(const Row& row, const std::string& metric) {
    const auto found = std::ranges::find_if(
        row.cells, [&](const ReportCell& cell) { return metricOf(cell, metric) != nullptr; });
    return found == row.cells.end() ? nullptr : &*found;
}

void addPoint(LinesValue::Series& line, const Shown& shown, CellAt at, const std::string& axis,
              const Figure& figure) {
    const Row& row = shown.comparison.rows[at.row];
    const Metric* found = metricOf(row.cells[at.column], figure.metric);
    if (!found) return;
    line.points.push_back({.x = row.work.real(axis),
                           .y = found->value / figure.unit,
                           .interval = scaled(found->ci95, 1 / figure.unit),
                           .cell = at});
}

/// A line of the figure over `axis` for each variant, or one for all.
std::vector<LinesValue::Series> figureSeries(const Shown& shown, const std::string& axis,
                                             const Figure& figure, const std::string& name) {
    const Comparison& comparison = shown.comparison;
    std::vector<LinesValue::Series> lines;
    const auto add = [&](LinesValue::Series line) {
        if (line.points.empty()) return;
        std::ranges::stable_sort(line.points, {}, &LinesValue::Point::x);
        const auto repeated = std::ranges::unique(line.points, {}, &LinesValue::Point::x);
        line.points.erase(repeated.begin(), repeated.end());
        lines.push_back(std::move(line));
    };
    if (figure.of_case) {
        LinesValue::Series line{.name = name};
        for (const std::size_t row : shown.rows())
            if (const ReportCell* cell = anyWith(comparison.rows[row], figure.metric))
                addPoint(line, shown, {row, cell->column}, axis, figure);
        add(std::move(line));
        return lines;
    }
    for (const std::size_t column : shown.columns()) {
        LinesValue::Series line{.name = shown.labels.columnName(column),
                                .style = styleOf(comparison, column)};
        for (const std::size_t row : shown.rows())
            addPoint(line, shown, {row, column}, axis, figure);
        add(std::move(line));
    }
    return lines;
}

void describe(LinesValue& chart, const Figure& figure, NumberStyle numbers) {
    for (const LinesValue::Series& line : chart.series) {
        chart.description += (chart.description.empty() ? "" : " ") + line.name + ": ";
        for (const LinesValue::Point& point : line.points)
            chart.description +=
                (&point == &line.points.front() ? "" : "; ") + chart.xText(point.x, numbers) +
                ", " +
                (figure.symbol.empty() ? readableText(point.y, numbers)
                                       : measuredText(point.y, point.interval, numbers));
        chart.description += ".";
    }
}

/// Draws a bound that all variants have alike once.
void addBounds(LinesValue& chart, std::vector<LinesValue::Series> bounds) {
    for (LinesValue::Series& line : bounds) {
        const bool known = std::ranges::any_of(chart.series, [&](const auto& other) {
            return other.dashed && other.points.size() >= line.points.size() &&
                   other.points.front().y == line.points.front().y;
        });
        if (known) continue;
        line.dashed = true;
        chart.series.push_back(std::move(line));
    }
}

LinesValue figureLines(const ChartTab& tab, const Shown& shown, const Row& row) {
    const Text text = shown.labels.text().of(row.experiment);
    const Figure& figure = tab.figure;
    const std::string& id = rowAxes(shown.comparison, row).front();
    const Spec* spec = shown.comparison.find(row.experiment);
    const Axis* axis = spec ? spec->find(id) : nullptr;
    const std::string name = columnTitle(text, row.experiment, figure.code());
    LinesValue out{.title = shown.labels.withCommon(titleOfTab(tab, row, shown.labels)),
                   .x_title = columnTitle(text, row.experiment, id),
                   .y_title = figure.symbol.empty() ? name : figure.symbol,
                   .y_unit = figure.symbol.empty() ? "" : " " + figure.symbol,
                   .log_x = true,
                   .log_y = true,
                   .bytes_x = axis && axis->unit == kByteUnit};
    if (axis && !axis->unit.empty() && !out.bytes_x) out.x_unit = " " + axis->unit;
    out.series = figureSeries(shown, id, figure, titleOfTable(row, shown.labels));
    describe(out, figure, text.numbers());
    if (!tab.bound.empty()) {
        Figure bound = figure;
        bound.metric = tab.bound;
        addBounds(out, figureSeries(shown, id, bound, titleOfTable(row, shown.labels)));
        out.full_name = name;
        out.dashed_name = columnTitle(text, row.experiment, tab.bound);
    }
    return out;
}

ChartValue timesOfTable(const Shown& shown, const Row& row) {
    ChartValue chart = timesChart(shown, rowName);
    const std::string title = shown.labels.withCommon(titleOfTable(row, shown.labels));
    std::visit([&](auto& kind) { kind.title = title; }, chart);
    return chart;
}

/// The tables of a View's experiments, with all words that they need.
class LaidOut : private ReportWords {
public:
    LaidOut(const View& view, const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_view(view) {
        for (std::size_t i = 0; i < m_c.tables.size(); ++i)
            if (&viewOf(m_c, rowOf(i)) == &view) m_tables.push_back(i);
    }

    std::vector<std::string> answers() const {
        std::vector<std::string> out;
        std::string first;
        for (const std::size_t i : m_tables) {
            const Shown shown = shownTable(i);
            // The first table's stands above all answers.
            if (const Finding found = findingOf(shown); i == 0)
                first = found.headline;
            else if (found.row && found.headline != first)
                out.push_back(found.headline +
                              (found.detail.empty() ? "." : " (" + found.detail + ")."));
            if (const std::string sentence = caseAnswer(i); !sentence.empty())
                out.push_back(sentence);
            if (m_view.table_answers)
                std::ranges::move(m_view.table_answers(shown), std::back_inserter(out));
        }
        return out;
    }

    std::vector<DocSection> sections() const {
        DocSection results{t("report.results_heading"), {}, false};
        DocSection charts{t("report.chart_heading"), {}, false};
        for (const std::size_t i : m_tables) {
            const Shown shown = shownTable(i);
            for (const FigureTable& table : m_view.layout.tables)
                if (hasAny(table, i)) results.blocks.emplace_back(figureTable(table, i));
            if (m_view.table_blocks)
                std::ranges::move(m_view.table_blocks(shown), std::back_inserter(results.blocks));
            for (const ChartTab& tab : m_view.charts)
                if (tab.make != chartsBeside &&
                    (tab.experiment.empty() || tab.experiment == rowOf(i).experiment))
                    for (ChartValue& chart : chartsOf(tab, shown))
                        if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
        }
        std::vector<DocSection> out{method(), std::move(results), std::move(charts)};
        if (m_view.further_sections)
            std::ranges::move(m_view.further_sections(m_c, *this), std::back_inserter(out));
        return out;
    }

private:
    const Row& rowOf(std::size_t table) const { return m_c.rows[m_c.tables[table].rows.front()]; }
    Shown shownTable(std::size_t table) const {
        return {.comparison = m_c, .labels = *this, .table = table};
    }
    Text textOf(std::size_t table) const { return m_text.of(rowOf(table).experiment); }

    /// Tells whether a table has more than dashes. One with times has: why there is none.
    bool hasAny(const FigureTable& of, std::size_t table) const {
        return std::ranges::any_of(of.figures, [&](const Figure& figure) {
            return figure.isTime() ||
                   std::ranges::any_of(m_c.tables[table].rows, [&](std::size_t row) {
                       return anyWith(m_c.rows[row], figure.metric) != nullptr;
                   });
        });
    }

    /// Returns the sentence of the last case that has any metric.
    std::string caseAnswer(std::size_t table) const {
        if (m_view.layout.answer.empty()) return {};
        const std::vector<std::size_t>& rows = m_c.tables[table].rows;
        for (auto r = rows.rbegin(); r != rows.rend(); ++r)
            for (const ReportCell& cell : m_c.rows[*r].cells)
                if (const Row& row = m_c.rows[*r]; cell.measured() && !cell.result.metrics.empty())
                    return textOf(table)(
                        m_view.layout.answer,
                        caseArgs(*m_c.find(row.experiment), row.work, &cell.result, textOf(table)));
        return {};
    }

    bool counts(const MethodLine& line) const {
        return std::ranges::any_of(m_tables, [&](std::size_t i) {
            return std::ranges::any_of(m_c.tables[i].rows, [&](std::size_t r) {
                const Row& row = m_c.rows[r];
                return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
                    return !cell.id.empty() && holds(line, row, m_c.columns[cell.column]);
                });
            });
        });
    }

    static bool holds(const MethodLine& line, const Row& row, const Column& column) {
        return std::ranges::all_of(line.when, [&](const When& when) {
            return when.holds(row.work.has(when.axis) ? row.work : column.variant);
        });
    }

    DocSection method() const {
        if (m_tables.empty()) return {};
        const Text text = textOf(m_tables.front());
        const std::string& experiment = rowOf(m_tables.front()).experiment;
        DocList list;
        for (const MethodLine& line : m_view.layout.method)
            if (counts(line)) list.items.push_back(text(line.key));
        DocSection section{text(experiment + ".method_heading"), {}, false};
        if (!list.items.empty()) section.blocks.emplace_back(std::move(list));
        for (const Lesson& lesson : m_view.lessons)
            section.blocks.emplace_back(ChartValue(lesson.still(text)));
        return section;
    }

    /// The head of a row: the values of the axes that rows differ in.
    void addHead(DocTable& out, std::size_t table) const {
        const Spec* spec = m_c.find(rowOf(table).experiment);
        for (const std::string& id : m_view.layout.rows) {
            const Axis* axis = spec ? spec->find(id) : nullptr;
            out.columns.push_back(columnTitle(m_text, rowOf(table).experiment, id));
            out.numeric.push_back(
                axis && (axis->kind == AxisKind::Integer || axis->kind == AxisKind::Real));
        }
    }

    DocCell headCell(const Row& row, const std::string& id) const {
        const Spec* spec = m_c.find(row.experiment);
        const Axis* axis = spec ? spec->find(id) : nullptr;
        if (!axis || !row.work.has(id)) return words("–");
        const Json& value = row.work.at(id);
        if (axis->kind == AxisKind::Integer && axis->unit != kByteUnit && value.is_number())
            return figure(value.get<double>(), 0);
        return words(axisValueName(*axis, value, m_text.of(row.experiment)));
    }

    DocCell cellOf(const ReportCell* cell, const Figure& of, const Spec* spec) const {
        if (!cell) return words("–");
        if (of.isTime() && cell->timed()) return time(*cell->result.summary);
        if (of.isTime() && cell->reason) return words(causeText(*cell->reason, cell->status));
        const Metric* metric = of.isTime() ? nullptr : metricOf(*cell, of.metric);
        const Metric* over = of.over.empty() ? nullptr : metricOf(*cell, of.over);
        if (!metric || (!of.over.empty() && (!over || over->value == 0))) return words("–");
        if (over) return measured(metric->value / over->value);
        const MetricSpec* known = spec ? metricSpec(*spec, of.metric) : nullptr;
        if (known && known->decimals) return figure(metric->value, *known->decimals);
        if (metric->unit.empty() && !metric->ci95)
            return words(readableText(metric->value, m_text.numbers()));
        return measured(metric->value / of.unit, scaled(metric->ci95, 1 / of.unit));
    }

    static const MetricSpec* metricSpec(const Spec& spec, const std::string& id) {
        const auto found = std::ranges::find(spec.metrics, id, &MetricSpec::id);
        return found == spec.metrics.end() ? nullptr : &*found;
    }

    std::string figureTitle(const Figure& of, const std::string& experiment) const {
        if (of.isTime()) return timeUnit().symbol;
        return of.symbol.empty() ? columnTitle(m_text, experiment, of.code()) : of.symbol;
    }

    /// A column of a table: a figure of one variant, or of all alike.
    struct FigureColumn {
        const Figure& figure;
        std::optional<std::size_t> variant{};
    };
    std::vector<FigureColumn> columnsOf(const FigureTable& of, std::size_t table) const {
        std::vector<FigureColumn> out;
        for (const Figure& each : of.figures)
            if (each.of_case) out.push_back({each});
        for (const std::size_t column : shownTable(table).columns())
            for (const Figure& each : of.figures)
                if (!each.of_case) out.push_back({each, column});
        return out;
    }

    DocTable figureTable(const FigureTable& of, std::size_t table) const {
        const Row& first = rowOf(table);
        const Spec* spec = m_c.find(first.experiment);
        const Text text = textOf(table);
        DocTable out;
        out.id = of.id + "-" + std::to_string(table + 1);
        out.title = withCommon(of.title.empty()
                                   ? titleOfTable(first, *this)
                                   : text(of.title, caseArgs(*spec, first.work, nullptr, text)));
        addHead(out, table);
        const std::vector<FigureColumn> columns = columnsOf(of, table);
        for (const FigureColumn& column : columns) {
            const std::string title = figureTitle(column.figure, first.experiment);
            out.columns.push_back(column.variant ? columnName(*column.variant) + " (" + title + ")"
                                                 : title);
        }
        out.numeric.resize(out.columns.size(), true);
        for (const std::size_t r : m_c.tables[table].rows) {
            const Row& row = m_c.rows[r];
            std::vector<DocCell> cells;
            for (const std::string& id : m_view.layout.rows) cells.push_back(headCell(row, id));
            for (const FigureColumn& column : columns)
                cells.push_back(cellOf(column.variant ? &row.cells[*column.variant]
                                                      : anyWith(row, column.figure.metric),
                                       column.figure, spec));
            out.rows.push_back(std::move(cells));
        }
        if (!of.note.empty()) out.notes.push_back(text(of.note));
        return out;
    }

    const View& m_view;
    std::vector<std::size_t> m_tables;  ///< of the comparison, in its order
};

}  // namespace

std::vector<ChartValue> chartsOf(const ChartTab& tab, const Shown& shown) {
    if (tab.make) return tab.make(shown);
    const Row* row = shown.chosenRow();
    if (!row || rowAxes(shown.comparison, *row).empty()) return {};
    if (tab.figure.isTime()) return {timesOfTable(shown, *row)};
    return {ChartValue(figureLines(tab, shown, *row))};
}

std::vector<std::string> answersOf(const View& view, const Comparison& comparison,
                                   const ReportOptions& options) {
    if (view.answers) return view.answers(comparison, options);
    return LaidOut(view, comparison, options).answers();
}

std::vector<DocSection> sectionsOf(const View& view, const Comparison& comparison,
                                   const ReportOptions& options) {
    if (view.sections) return view.sections(comparison, options);
    return LaidOut(view, comparison, options).sections();
}

}  // namespace duelo
