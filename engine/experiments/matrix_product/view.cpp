// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/view.h"

#include <algorithm>
#include <utility>

#include "base/power_text.h"
#include "experiments/threads_lesson.h"
#include "report/finding.h"
#include "report/series_look.h"
#include "report/tabs.h"
#include "report/time_charts.h"

namespace duelo {

namespace {

constexpr double kGiga = 1e9;

std::vector<std::string> productCaseParts(const Params& work, const Text& text) {
    return {text("matrix_product.case_n", {{"n", work.integer("n")}})};
}

std::string productShortName(const Params& work, const Text& text) {
    return productCaseParts(work, text).front();
}

/// A table has all sizes.
Params productTableOf(const Params& work) {
    Params common = work;
    common.erase("n");
    return common;
}

std::string productTableTitle(const Params&, const Text& text) {
    return text("matrix_product.table");
}

std::string productRowName(const Row& row, const Labels& labels) {
    return productShortName(row.work, labels.text());
}

std::vector<std::string> productNotes(const Params&, const ReportCell& cell, const Labels& labels) {
    const Text& text = labels.text();
    const Metric *rate = cell.result.metric("flop_rate"), *error = cell.result.metric("error"),
                 *bound = cell.result.metric("error_bound");
    if (!cell.measured() || !rate || !error || !bound) return {};
    return {text("matrix_product.note",
                 {{"rate_text", formatRate(rate->value, rate->unit, text.numbers(),
                                           measuredDigits(rate->value, rate->ci95))},
                  {"error_text", powerText(error->value)},
                  {"bound_text", powerText(bound->value)}})};
}

/// A metric over n, a line for each variant.
LinesValue metricOver(const Shown& shown, std::string_view id, double unit) {
    const Comparison& comparison = shown.comparison;
    const Text& text = shown.labels.text();
    LinesValue out{.x_title = columnTitle(text, "matrix_product", "n"), .log_x = true};
    for (const std::size_t column : shown.columns()) {
        LinesValue::Series line{.name = shown.labels.columnName(column),
                                .style = styleOf(comparison, column)};
        for (const std::size_t r : shown.rows()) {
            const ReportCell& cell = comparison.rows[r].cells[column];
            const Metric* metric = cell.measured() ? cell.result.metric(id) : nullptr;
            if (!metric) continue;
            LinesValue::Point point{.x = comparison.rows[r].work.real("n"),
                                    .y = metric->value / unit,
                                    .cell = CellAt{r, column}};
            if (metric->ci95)
                point.interval = {metric->ci95->low / unit, metric->ci95->high / unit};
            line.points.push_back(point);
        }
        if (line.points.empty()) continue;
        std::ranges::stable_sort(line.points, {}, &LinesValue::Point::x);
        out.description += (out.description.empty() ? "" : " ") + line.name + ": ";
        for (const LinesValue::Point& point : line.points)
            out.description +=
                (&point == &line.points.front() ? "" : "; ") +
                formatFixed(point.x, 0, text.numbers()) + ", " +
                (unit == 1 ? powerText(point.y) : formatSignificant(point.y, 3, text.numbers()));
        out.description += ".";
        out.series.push_back(std::move(line));
    }
    return out;
}

}  // namespace

const View& productView() {
    static const View view{.title = "matrix_product.title",
                           .case_parts = productCaseParts,
                           .short_name = productShortName,
                           .table_of = productTableOf,
                           .answers = answersOf<ProductView>,
                           .sections = sectionsOf<ProductView>,
                           .charts = {{"lines", productTimeCharts, true},
                                      {"product_rate", productRateCharts},
                                      {"product_error", productErrorCharts},
                                      {"roofline", chartsBeside}},
                           .lessons = {productLesson(), productTrafficLesson(), threadsLesson()},
                           .texts = productTexts(),
                           .emulated = kEmulatedProduct,
                           .cards = productCards,
                           .notes = productNotes,
                           .table_title = productTableTitle};
    return view;
}

std::vector<ChartValue> productTimeCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    ChartValue chart = timesChart(shown, productRowName);
    std::visit(
        [&](auto& kind) {
            kind.title = shown.labels.withCommon(productTableTitle(row->work, shown.labels.text()));
        },
        chart);
    return {std::move(chart)};
}

std::vector<ChartValue> productRateCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const Text& text = shown.labels.text();
    LinesValue out = metricOver(shown, "flop_rate", kGiga);
    out.title = shown.labels.withCommon(text("matrix_product.rate_title"));
    out.y_title = "GFLOP/s";
    out.y_unit = " GFLOP/s";
    out.log_y = true;
    return {std::move(out)};
}

std::vector<ChartValue> productErrorCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const Text& text = shown.labels.text();
    LinesValue out = metricOver(shown, "error", 1);
    out.title = shown.labels.withCommon(text("matrix_product.error_title"));
    out.y_title = columnTitle(text, "matrix_product", "error");
    out.full_name = text("matrix_product.line_found");
    out.dashed_name = text("matrix_product.line_bound");
    out.log_y = true;
    LinesValue bounds = metricOver(shown, "error_bound", 1);
    // Of all that compute in fp32 it is the same line.
    for (LinesValue::Series& line : bounds.series) {
        if (std::ranges::any_of(out.series, [&](const auto& other) {
                return other.dashed && other.points.size() >= line.points.size() &&
                       other.points.front().y == line.points.front().y;
            }))
            continue;
        line.dashed = true;
        out.series.push_back(std::move(line));
    }
    return {std::move(out)};
}

bool ProductView::isOwn(const CaseTable& table) const {
    return m_c.rows[table.rows.front()].experiment == "matrix_product";
}

Shown ProductView::shownTable(std::size_t table) const {
    return {.comparison = m_c, .labels = *this, .table = table};
}

std::vector<std::string> ProductView::answers() const {
    std::vector<std::string> out;
    std::string first;
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (!isOwn(m_c.tables[i])) continue;
        const Shown shown = shownTable(i);
        const Finding found = findingOf(shown);
        // The first table's stands above all answers.
        if (i == 0)
            first = found.headline;
        else if (found.row && found.headline != first)
            out.push_back(found.headline +
                          (found.detail.empty() ? "." : " (" + found.detail + ")."));
        // The largest size that has a ladder shows the most.
        for (auto r = m_c.tables[i].rows.rbegin(); r != m_c.tables[i].rows.rend(); ++r)
            if (auto lines = ladderLines(shown, m_c.rows[*r]); !lines.empty()) {
                std::ranges::move(lines, std::back_inserter(out));
                break;
            }
    }
    return out;
}

std::vector<DocSection> ProductView::sections() const {
    DocSection results{t("report.results_heading"), {}, false};
    DocSection charts{t("report.chart_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (!isOwn(m_c.tables[i])) continue;
        const auto metric = [](std::string_view id, auto show) {
            return [id, show](const ReportCell& cell) {
                const Metric* found = cell.measured() ? cell.result.metric(id) : nullptr;
                return found ? show(*found) : words("–");
            };
        };
        results.blocks.emplace_back(table(
            i, "times",
            [this](const ReportCell& cell) {
                if (!cell.timed())
                    return words(cell.reason ? causeText(*cell.reason, cell.status) : "–");
                return time(*cell.result.summary);
            },
            " (" + timeUnit().symbol + ")"));
        results.blocks.emplace_back(table(i, "rates",
                                          metric("flop_rate",
                                                 [this](const Metric& rate) {
                                                     return measured(rate.value / kGiga,
                                                                     scaled(rate.ci95, 1 / kGiga));
                                                 }),
                                          " (GFLOP/s)"));
        results.blocks.emplace_back(
            table(i, "errors",
                  metric("error",
                         [](const Metric& error) {
                             return words(error.value > 0 ? powerText(error.value) : "0");
                         }),
                  ""));
        const Shown shown = shownTable(i);
        for (const auto make : {productTimeCharts, productRateCharts, productErrorCharts})
            for (ChartValue& chart : make(shown))
                if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
    }
    return {method(), std::move(results), std::move(charts), texts()};
}

DocTable ProductView::table(std::size_t table, const std::string& id, const CellOf& cell,
                            const std::string& unit) const {
    DocTable out;
    out.id = "product-" + id + "-" + std::to_string(table + 1);
    out.title = withCommon(t(("matrix_product.table_" + id).c_str()));
    out.columns = {columnTitle(m_text, "matrix_product", "n")};
    const std::vector<std::size_t> columns = shownTable(table).columns();
    for (const std::size_t column : columns) out.columns.push_back(columnName(column) + unit);
    out.numeric.assign(out.columns.size(), true);
    for (const std::size_t r : m_c.tables[table].rows) {
        const Row& row = m_c.rows[r];
        out.rows.push_back({figure(row.work.real("n"), 0)});
        for (const std::size_t column : columns) out.rows.back().push_back(cell(row.cells[column]));
    }
    return out;
}

DocSection ProductView::method() const {
    DocList list;
    for (const char* key : {"matrix_product.method_flop", "matrix_product.method_check",
                            "matrix_product.method_error", "matrix_product.method_vectors",
                            "matrix_product.method_gpu"})
        list.items.push_back(t(key));
    DocSection section{t("matrix_product.method_heading"), {std::move(list)}, false};
    for (const Lesson& lesson : productView().lessons)
        section.blocks.emplace_back(ChartValue(lesson.still(m_text)));
    return section;
}

/// What each step changes, of the kernels that are in the comparison.
DocSection ProductView::texts() const {
    DocSection section{t("matrix_product.texts_heading"), {}, true};
    for (std::size_t k = 0; k < wordsOf<ProductKernel>.size(); ++k) {
        const auto kernel = static_cast<ProductKernel>(k);
        const bool there = std::ranges::any_of(m_c.columns, [&](const Column& column) {
            return column.variant.text("kernel") == word(kernel);
        });
        if (!there || productText(kernel).empty()) continue;
        const auto before = stepBefore(kernel);
        DocTable out{
            .id = "product-text-" + std::to_string(k + 1),
            .title = m_text(before ? "matrix_product.text_change" : "matrix_product.text",
                            {{"kernel", word(kernel)},
                             {"before", m_text.word("kernel", before ? word(*before) : "")}}),
            .columns = {t("matrix_product.column_line")},
            .numeric = {false},
            .reference = true};
        for (const TextLine& line :
             textChange(before ? productText(*before) : "", productText(kernel)))
            out.rows.push_back({words(line.shown())});
        section.blocks.emplace_back(std::move(out));
    }
    return section;
}

}  // namespace duelo
