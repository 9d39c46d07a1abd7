// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/view.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/power_text.h"
#include "report/finding.h"
#include "report/time_charts.h"

namespace duelo {

namespace {

constexpr int kPiDecimals = 10;

PiMethod methodOf(const Params& work) {
    return work.word<PiMethod>("method");
}

std::string piTableTitle(const Params& work, const Text& text) {
    return text("pi.table", {{"method", word(methodOf(work))}});
}

std::vector<std::string> piCaseParts(const Params& work, const Text& text) {
    return {text.word("method", word(methodOf(work))),
            text("pi.case_samples", {{"samples_text", samplesText(work.real("samples"), text)}})};
}

std::string piShortName(const Params& work, const Text& text) {
    return commaJoined({piCaseParts(work, text).front(), samplesText(work.real("samples"), text)});
}

/// A table has all numbers of samples of one method.
Params piTableOf(const Params& work) {
    Params common = work;
    common.erase("samples");
    return common;
}

std::string piRowName(const Row& row, const Labels& labels) {
    return samplesText(row.work.real("samples"), labels.text());
}

std::optional<PiResult> piResultIn(const Params& work, const ResultRecord& result) {
    const Metric *estimate = result.metric("estimate"), *error = result.metric("error"),
                 *expected = result.metric("expected_error");
    if (!estimate || !error || !expected) return std::nullopt;
    return PiResult{work.real("samples"), estimate->value, error->value, expected->value};
}

Json resultArgs(const PiResult& result, const Text& text) {
    return {{"samples_text", samplesText(result.samples, text)},
            {"estimate_text", piText(result.estimate, text)},
            {"error_text", readableText(result.error, text.numbers())},
            {"expected_text", readableText(result.expected_error, text.numbers())}};
}

std::vector<std::string> piNotes(const Params& work, const ReportCell& cell, const Labels& labels) {
    const Text& text = labels.text();
    const auto result = piResultIn(work, cell.result);
    if (!cell.measured() || !result) return {};
    return {text("pi.note", resultArgs(*result, text))};
}

}  // namespace

const View& piView() {
    static const View view{.title = "pi.title",
                           .case_parts = piCaseParts,
                           .short_name = piShortName,
                           .table_of = piTableOf,
                           .answers = answersOf<PiView>,
                           .sections = sectionsOf<PiView>,
                           .charts = {{"lines", piTimeCharts, true}, {"pi_error", piErrorCharts}},
                           .cards = piCards,
                           .notes = piNotes,
                           .table_title = piTableTitle};
    return view;
}

std::optional<PiResult> piResultOf(const Row& row) {
    for (const ReportCell& cell : row.cells)
        if (cell.measured())
            if (auto result = piResultIn(row.work, cell.result)) {
                result->cell.column = cell.column;
                return result;
            }
    return std::nullopt;
}

std::vector<PiResult> piResultsOf(const Comparison& comparison,
                                  const std::vector<std::size_t>& rows) {
    std::vector<PiResult> results;
    for (const std::size_t r : rows)
        if (auto result = piResultOf(comparison.rows[r])) {
            result->cell.row = r;
            results.push_back(*result);
        }
    std::ranges::stable_sort(results, {}, &PiResult::samples);
    const auto repeated = std::ranges::unique(results, {}, &PiResult::samples);
    results.erase(repeated.begin(), repeated.end());
    return results;
}

std::string piText(double estimate, const Text& text) {
    return formatFixed(estimate, kPiDecimals, text.numbers());
}

std::string samplesText(double samples, const Text& text) {
    return formatFixed(samples, 0, text.numbers());
}

std::vector<ChartValue> piTimeCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    ChartValue chart = timesChart(shown, piRowName);
    std::visit(
        [&](auto& kind) {
            kind.title = shown.labels.withCommon(piTableTitle(row->work, shown.labels.text()));
        },
        chart);
    // Samples are chosen in powers of ten.
    if (auto* lines = std::get_if<LinesValue>(&chart)) lines->log_x = true;
    return {std::move(chart)};
}

Shown PiView::shownTable(std::size_t table) const {
    return {.comparison = m_c, .labels = *this, .table = table};
}

std::vector<std::string> PiView::answers() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        const CaseTable& table = m_c.tables[i];
        if (m_c.rows[table.rows.front()].experiment != "pi") continue;
        // The first table's stands above all answers.
        if (const Finding found = findingOf(shownTable(i)); i > 0 && found.row)
            out.push_back(found.headline +
                          (found.detail.empty() ? "." : " (" + found.detail + ")."));
        const auto results = piResultsOf(m_c, table.rows);
        if (!results.empty()) out.push_back(t("pi.answer", resultArgs(results.back(), m_text)));
    }
    return out;
}

std::vector<DocSection> PiView::sections() const {
    DocSection results{t("report.results_heading"), {}, false};
    DocSection charts{t("report.chart_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (m_c.rows[m_c.tables[i].rows.front()].experiment != "pi") continue;
        results.blocks.emplace_back(timeTable(i));
        if (DocTable errors = errorTable(i); !errors.rows.empty())
            results.blocks.emplace_back(std::move(errors));
        const Shown shown = shownTable(i);
        for (const auto make : {piTimeCharts, piErrorCharts})
            for (ChartValue& chart : make(shown))
                if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
    }
    return {method(), std::move(results), std::move(charts)};
}

/// What each method does, and where the formula of its error comes from.
DocSection PiView::method() const {
    std::set<PiMethod> methods;
    for (const Row& row : m_c.rows)
        if (row.experiment == "pi") methods.insert(methodOf(row.work));
    DocList list;
    for (const PiMethod method : methods)
        list.items.push_back(m_text("pi.method_" + std::string(word(method))));
    list.items.push_back(t("pi.method_same"));
    if (std::ranges::any_of(m_c.columns, [](const Column& column) {
            return deviceOf(column.variant) == Device::Cuda;
        }))
        list.items.push_back(t("pi.method_gpu"));
    return {t("pi.method_heading"), {std::move(list)}, false};
}

DocTable PiView::timeTable(std::size_t table) const {
    const CaseTable& of = m_c.tables[table];
    DocTable out;
    out.id = "pi-times-" + std::to_string(table + 1);
    out.title = withCommon(piTableTitle(m_c.rows[of.rows.front()].work, m_text));
    out.columns = {columnTitle(m_text, "pi", "samples")};
    const std::vector<std::size_t> columns = shownTable(table).columns();
    for (const std::size_t column : columns)
        out.columns.push_back(columnName(column) + " (" + timeUnit().symbol + ")");
    out.numeric.assign(out.columns.size(), true);
    for (const std::size_t r : of.rows) {
        const Row& row = m_c.rows[r];
        out.rows.push_back({figure(row.work.real("samples"), 0)});
        for (const std::size_t column : columns) {
            const ReportCell& cell = row.cells[column];
            out.rows.back().push_back(cell.timed()  ? time(*cell.result.summary)
                                      : cell.reason ? words(causeText(*cell.reason, cell.status))
                                                    : words("–"));
        }
    }
    return out;
}

DocTable PiView::errorTable(std::size_t table) const {
    const CaseTable& of = m_c.tables[table];
    DocTable out;
    out.id = "pi-errors-" + std::to_string(table + 1);
    out.title = t("pi.errors_title", {{"method", word(methodOf(m_c.rows[of.rows.front()].work))}});
    out.columns = {columnTitle(m_text, "pi", "samples"), columnTitle(m_text, "pi", "estimate"),
                   columnTitle(m_text, "pi", "error"), columnTitle(m_text, "pi", "expected_error"),
                   t("pi.column_share")};
    out.numeric.assign(out.columns.size(), true);
    const auto error = [this](double value) {
        return DocCell{readableText(value, m_text.numbers()), std::nullopt, 0};
    };
    for (const PiResult& result : piResultsOf(m_c, of.rows))
        out.rows.push_back({figure(result.samples, 0), figure(result.estimate, kPiDecimals),
                            error(result.error), error(result.expected_error),
                            figure(result.error / result.expected_error, 2)});
    out.notes.push_back(t("pi.errors_note"));
    return out;
}

}  // namespace duelo
