// SPDX-License-Identifier: Apache-2.0
// Tables, answers and sections of a View with a layout (layout.h).
#include <algorithm>

#include "base/power_text.h"
#include "plan/spec.h"
#include "report/figure_cells.h"
#include "report/finding.h"
#include "report/layout.h"
#include "report/report_words.h"
#include "report/tabs.h"
#include "report/view.h"

namespace duelo {

namespace {

using namespace laid_out;

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
                out.push_back(sentenceOf(found));
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
