// SPDX-License-Identifier: Apache-2.0
// What is made of an experiment that brings no view of its own.
#include <algorithm>
#include <string_view>

#include "report/finding.h"
#include "report/plain_parts.h"
#include "report/report_words.h"
#include "report/time_charts.h"
#include "report/view.h"

namespace duelo {

namespace {

/// The rows of one experiment without a view.
struct PlainRows {
    std::string experiment;
    std::vector<const Row*> rows;
};

/// The middle row with a time speaks: its base against another, or a time alone.
Finding plainFindingIn(const Shown& shown, const std::vector<std::size_t>& rows) {
    const Comparison& comparison = shown.comparison;
    std::vector<std::size_t> timed;
    for (const std::size_t r : rows)
        if (std::ranges::any_of(comparison.rows[r].cells, &ReportCell::timed)) timed.push_back(r);
    if (timed.empty()) return nothingFound(shown);
    Shown middle = shown;
    middle.row = timed[timed.size() / 2];
    const Row& row = comparison.rows[*middle.row];
    Json args{{"case_name", shown.labels.caseName(row)}};
    if (const ColumnRatio* ratio = middle.chosenRatio())
        return findingOfPair(shown, *middle.row, *ratio, "answer.headline_", std::move(args), {});
    const auto cell = std::ranges::find_if(row.cells, &ReportCell::timed);
    args["variant_name"] = shown.labels.spokenName(cell->column);
    return {.headline = timeHeadline(cell->result, shown.labels, std::move(args)),
            .row = middle.row};
}

Finding plainFinding(const Shown& shown) {
    return plainFindingIn(shown, shown.row ? std::vector{*shown.row} : shown.rows());
}

std::string plainRowName(const Row& row, const Labels& labels) {
    return labels.caseName(row);
}

std::vector<ChartValue> plainCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    ChartValue chart = timesChart(shown, plainRowName);
    std::visit(
        [&](auto& kind) {
            kind.title =
                shown.labels.withCommon(shown.labels.text().word("experiment", row->experiment));
        },
        chart);
    return {std::move(chart)};
}

class PlainView : private ReportWords {
public:
    /// `experiment`: whose rows; empty: of all that bring no view.
    PlainView(const Comparison& comparison, const ReportOptions& options,
              std::string_view experiment = {})
        : ReportWords(comparison, options), m_experiment(experiment) {}

    std::vector<std::string> answers() const {
        std::vector<std::string> out;
        for (const PlainRows& plain : plainRows()) {
            const Shown shown = shownOf(plain);
            const Finding found = plainFindingIn(shown, shown.rows());
            if (!found.row) continue;
            out.push_back(sentenceOf(found));
        }
        return out;
    }

    std::vector<DocSection> sections() const {
        DocSection results{t("report.results_heading"), {}, false};
        DocSection charts{t("report.chart_heading"), {}, false};
        for (const PlainRows& plain : plainRows()) {
            results.blocks.emplace_back(table(plain));
            for (ChartValue& chart : plainCharts(shownOf(plain)))
                if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
        }
        return {std::move(results), std::move(charts)};
    }

private:
    std::vector<PlainRows> plainRows() const {
        std::vector<PlainRows> found;
        for (const Row& row : m_c.rows) {
            if (m_experiment.empty() ? &viewOf(m_c, row) != &plainView()
                                     : row.experiment != m_experiment)
                continue;
            auto known = std::ranges::find(found, row.experiment, &PlainRows::experiment);
            if (known == found.end()) known = found.insert(found.end(), {row.experiment, {}});
            known->rows.push_back(&row);
        }
        return found;
    }

    Shown shownOf(const PlainRows& plain) const {
        const auto first = static_cast<std::size_t>(plain.rows.front() - m_c.rows.data());
        return {.comparison = m_c, .labels = *this, .row = first};
    }

    DocCell timeOf(const ReportCell& cell) const {
        if (cell.timed()) return time(*cell.result.summary);
        return words(cell.reason ? causeText(*cell.reason, cell.status) : "–");
    }

    /// A column for each variant; where most places would be empty, a line for each cell.
    DocTable table(const PlainRows& plain) const {
        const std::vector<std::size_t> columns = shownOf(plain).columns();
        std::size_t cells = 0;
        for (const Row* row : plain.rows) cells += row->cells.size();
        const bool lines = columns.size() * plain.rows.size() > 2 * cells;
        DocTable out;
        out.id = "results-" + plain.experiment;
        out.title = m_text.word("experiment", plain.experiment);
        out.columns = {t("report.column_case")};
        if (lines)
            out.columns.insert(out.columns.end(),
                               {t("report.column_variant"), timeColumn("report.column_median")});
        else
            for (const std::size_t column : columns)
                out.columns.push_back(columnName(column) + " (" + timeUnit().symbol + ")");
        out.numeric.assign(out.columns.size(), true);
        for (std::size_t i = 0; i < (lines ? 2U : 1U); ++i) out.numeric[i] = false;
        std::vector<const Row*> cases;
        for (const Row* row : plain.rows) {
            if (lines)
                for (const ReportCell& cell : row->cells)
                    out.rows.push_back(
                        {words(caseName(*row)), words(columnName(cell.column)), timeOf(cell)});
            else
                out.rows.push_back({words(caseName(*row))});
            cases.resize(out.rows.size(), row);
            for (const std::size_t column : lines ? std::vector<std::size_t>() : columns)
                out.rows.back().push_back(timeOf(row->cells[column]));
        }
        nameCases(out, cases);
        return out;
    }

    const std::string_view m_experiment;
};

}  // namespace

const View& plainView() {
    static const View view{.title = "report.plain_title",
                           .finding = plainFinding,
                           .answers = answersOf<PlainView>,
                           .sections = sectionsOf<PlainView>,
                           .charts = {{"lines", plainCharts, true}}};
    return view;
}

std::vector<std::string> plainAnswers(const Comparison& comparison, const ReportOptions& options,
                                      std::string_view experiment) {
    return PlainView(comparison, options, experiment).answers();
}

std::vector<DocSection> plainSections(const Comparison& comparison, const ReportOptions& options,
                                      std::string_view experiment) {
    return PlainView(comparison, options, experiment).sections();
}

}  // namespace duelo
