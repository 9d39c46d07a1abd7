// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/view.h"

#include <algorithm>
#include <utility>

#include "experiments/threads_lesson.h"
#include "report/finding.h"
#include "report/time_charts.h"
#include "stats/sanity.h"

namespace duelo {

namespace {

constexpr double kValueBytes = 4;

Json poolArgs(const PoolCase& work, const Text& text) {
    const auto whole = [&](std::int64_t value) {
        return formatFixed(static_cast<double>(value), 0, text.numbers());
    };
    const auto bytes = [&](std::int64_t values) {
        return formatBytes(kValueBytes * static_cast<double>(values), text.numbers());
    };
    return {{"size", work.size},
            {"window", work.window},
            {"stride", work.stride},
            {"padding", work.padding},
            {"border", word(work.border)},
            {"out", work.out()},
            {"windows_text", whole(work.windows())},
            {"elements_text", whole(work.elements())},
            {"input_text", bytes(work.elements())},
            {"map_text", bytes(work.windows())},
            {"share_text", text.value("share_percent", 100 * static_cast<double>(work.windows()) /
                                                           static_cast<double>(work.elements()))}};
}

std::string poolSettings(const Params& work, const Text& text) {
    const PoolCase of = poolCase(work);
    const std::string settings =
        text(of.padding > 0 ? "max_pool.settings_padded" : "max_pool.settings", poolArgs(of, text));
    if (of.input != PoolInput::Picture) return settings;
    return text("max_pool.settings_picture",
                {{"settings_text", settings}, {"picture_text", baseName(of.picture)}});
}

std::vector<std::string> poolCaseParts(const Params& work, const Text& text) {
    return {text("max_pool.case_size", {{"size", poolCase(work).size}}), poolSettings(work, text)};
}

std::string poolShortName(const Params& work, const Text& text) {
    return poolCaseParts(work, text).front();
}

/// A table has all sizes of one window, stride and padding.
Params poolTableOf(const Params& work) {
    Params common = work;
    common.erase("size_px");
    return common;
}

std::string poolTableTitle(const Params& work, const Text& text) {
    return text("max_pool.table", {{"settings_text", poolSettings(work, text)}});
}

std::string poolRowName(const Row& row, const Labels& labels) {
    return poolShortName(row.work, labels.text());
}

std::vector<std::string> poolNotes(const Params& work, const ReportCell& cell,
                                   const Labels& labels) {
    const Text& text = labels.text();
    const Metric *windows = cell.result.metric("window_rate"),
                 *bytes = cell.result.metric("byte_rate");
    if (!cell.measured() || !windows || !bytes) return {};
    Json args = poolArgs(poolCase(work), text);
    args["window_rate_text"] = measuredText(windows->value, windows->ci95, text.numbers());
    args["rate_text"] = formatRate(bytes->value, bytes->unit, text.numbers(),
                                   measuredDigits(bytes->value, bytes->ci95));
    return {text("max_pool.note", args)};
}

}  // namespace

const View& poolView() {
    static const View view{
        .title = "max_pool.title",
        .case_parts = poolCaseParts,
        .short_name = poolShortName,
        .table_of = poolTableOf,
        .answers = answersOf<PoolView>,
        .sections = sectionsOf<PoolView>,
        .charts = {{"lines", poolTimeCharts, true},
                   {"pool_windows", poolWindowCharts},
                   {"pool_picture", poolPictureCharts}},
        .lessons = {poolLesson(), poolTrafficLesson(), threadsLesson()},
        .texts = {{"loops", poolText(PoolKernel::Loops), ""},
                  {"rows", poolText(PoolKernel::Rows), "loops"},
                  {"rows_threads", poolText(PoolKernel::RowsThreads), "rows"},
                  {"pool_identity_transferred", poolText(PoolKernel::IdentityTransferred), ""},
                  {"pool_one_window", poolText(PoolKernel::OneWindow), "pool_identity_transferred"},
                  {"pool_each_window", poolText(PoolKernel::EachWindow), "pool_one_window"},
                  {"pool_rows", poolText(PoolKernel::GpuRows), "pool_each_window"}},
        .emulated = kEmulatedPool,
        .cards = poolCards,
        .notes = poolNotes,
        .table_title = poolTableTitle};
    return view;
}

std::vector<PoolCase> poolCasesOf(const Comparison& comparison,
                                  const std::vector<std::size_t>& rows) {
    std::vector<PoolCase> cases;
    for (const std::size_t r : rows) cases.push_back(poolCase(comparison.rows[r].work));
    std::ranges::stable_sort(cases, {}, &PoolCase::size);
    const auto repeated = std::ranges::unique(cases, {}, &PoolCase::size);
    cases.erase(repeated.begin(), repeated.end());
    return cases;
}

std::optional<std::string> windowGrowth(const std::vector<PoolCase>& cases, const Text& text) {
    std::vector<double> sizes, windows;
    for (const PoolCase& each : cases) {
        sizes.push_back(static_cast<double>(each.size));
        windows.push_back(static_cast<double>(each.windows()));
    }
    const auto fit = fitGrowth(sizes, windows);
    if (!fit || !fit->isPower()) return std::nullopt;
    return text("max_pool.growth", {{"from", cases.front().size},
                                    {"to", cases.back().size},
                                    {"slope_text", formatFixed(fit->slope, 1, text.numbers())}});
}

std::vector<CardValue> poolCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "max_pool") return {};
    const Text& text = shown.labels.text();
    const PoolCase work = poolCase(row->work);
    const Json args = poolArgs(work, text);
    std::vector<CardValue> cards{
        {.id = "pool_size",
         .title = text("max_pool.size_title"),
         .lines = {text("max_pool.size_line", args), text("max_pool.bytes_line", args),
                   text("max_pool.independent")}}};
    if (auto growth = windowGrowth(poolCasesOf(shown.comparison, shown.rows()), text))
        cards.push_back({.id = "pool_growth",
                         .title = text("max_pool.growth_title"),
                         .lines = {std::move(*growth)}});
    cards.push_back(poolTrafficCard(work, text));
    if (work.input == PoolInput::Picture)
        cards.push_back({.id = "pool_picture",
                         .title = text("max_pool.picture_card"),
                         .lines = {baseName(work.picture)},
                         .input = work.picture});
    if (work.padding > 0)
        cards.push_back({.id = "pool_border",
                         .title = text("max_pool.border_title"),
                         .lines = {text("max_pool.border_" + std::string(word(work.border)))}});
    return cards;
}

std::vector<ChartValue> poolTimeCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    ChartValue chart = timesChart(shown, poolRowName);
    std::visit(
        [&](auto& kind) {
            kind.title = shown.labels.withCommon(poolTableTitle(row->work, shown.labels.text()));
        },
        chart);
    // Sizes are chosen in powers of two.
    if (auto* lines = std::get_if<LinesValue>(&chart)) lines->log_x = true;
    return {std::move(chart)};
}

std::vector<ChartValue> poolWindowCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const Text& text = shown.labels.text();
    const auto cases = poolCasesOf(shown.comparison, shown.rows());
    LinesValue out{
        .title = text("max_pool.windows_title", {{"settings_text", poolSettings(row->work, text)}}),
        .x_title = columnTitle(text, "max_pool", "size_px"),
        .y_title = columnTitle(text, "max_pool", "windows"),
        .x_unit = " px",
        .log_x = true,
        .log_y = true};
    LinesValue::Series line{.name = columnTitle(text, "max_pool", "windows")};
    for (const PoolCase& each : cases) {
        line.points.push_back(
            {.x = static_cast<double>(each.size), .y = static_cast<double>(each.windows())});
        out.description += (out.description.empty() ? "" : "; ") +
                           text("max_pool.chart_point", poolArgs(each, text));
    }
    if (const auto growth = windowGrowth(cases, text)) out.description += ". " + *growth;
    out.series = {std::move(line)};
    return {std::move(out)};
}

bool PoolView::isOwn(const CaseTable& table) const {
    return m_c.rows[table.rows.front()].experiment == "max_pool";
}

Shown PoolView::shownTable(std::size_t table) const {
    return {.comparison = m_c, .labels = *this, .table = table};
}

std::vector<std::string> PoolView::answers() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (!isOwn(m_c.tables[i])) continue;
        // The first table's stands above all answers.
        if (const Finding found = findingOf(shownTable(i)); i > 0 && found.row)
            out.push_back(found.headline +
                          (found.detail.empty() ? "." : " (" + found.detail + ")."));
        if (auto growth = windowGrowth(poolCasesOf(m_c, m_c.tables[i].rows), m_text))
            out.push_back(std::move(*growth));
    }
    return out;
}

std::vector<DocSection> PoolView::sections() const {
    DocSection method{t("max_pool.method_heading"), {}, false};
    method.blocks.emplace_back(DocList{{t("max_pool.method_size"), t("max_pool.method_border"),
                                        t("max_pool.method_time"), t("max_pool.method_gpu")}});
    for (const Lesson& lesson : poolView().lessons)
        method.blocks.emplace_back(ChartValue(lesson.still(m_text)));
    DocSection results{t("report.results_heading"), {}, false};
    DocSection charts{t("report.chart_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (!isOwn(m_c.tables[i])) continue;
        results.blocks.emplace_back(timeTable(i));
        results.blocks.emplace_back(windowTable(i));
        results.blocks.emplace_back(trafficTable(i));
        const Shown shown = shownTable(i);
        for (const auto make : {poolTimeCharts, poolWindowCharts, poolPictureCharts})
            for (ChartValue& chart : make(shown))
                if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
    }
    return {std::move(method), std::move(results), std::move(charts)};
}

DocTable PoolView::timeTable(std::size_t table) const {
    const CaseTable& of = m_c.tables[table];
    DocTable out;
    out.id = "pool-times-" + std::to_string(table + 1);
    out.title = withCommon(poolTableTitle(m_c.rows[of.rows.front()].work, m_text));
    out.columns = {columnTitle(m_text, "max_pool", "size_px")};
    const std::vector<std::size_t> columns = shownTable(table).columns();
    for (const std::size_t column : columns)
        out.columns.push_back(columnName(column) + " (" + timeUnit().symbol + ")");
    out.numeric.assign(out.columns.size(), true);
    for (const std::size_t r : of.rows) {
        const Row& row = m_c.rows[r];
        out.rows.push_back({figure(static_cast<double>(poolCase(row.work).size), 0)});
        for (const std::size_t column : columns) {
            const ReportCell& cell = row.cells[column];
            out.rows.back().push_back(cell.timed()  ? time(*cell.result.summary)
                                      : cell.reason ? words(causeText(*cell.reason, cell.status))
                                                    : words("–"));
        }
    }
    return out;
}

DocTable PoolView::windowTable(std::size_t table) const {
    const CaseTable& of = m_c.tables[table];
    DocTable out;
    out.id = "pool-windows-" + std::to_string(table + 1);
    out.title = t("max_pool.windows_title",
                  {{"settings_text", poolSettings(m_c.rows[of.rows.front()].work, m_text)}});
    for (const char* column : {"size_px", "elements", "out", "windows", "input_bytes", "map_bytes"})
        out.columns.push_back(columnTitle(m_text, "max_pool", column));
    out.numeric.assign(out.columns.size(), true);
    for (const PoolCase& each : poolCasesOf(m_c, of.rows)) {
        const auto whole = [this](std::int64_t value) {
            return figure(static_cast<double>(value), 0);
        };
        out.rows.push_back({whole(each.size), whole(each.elements()), whole(each.out()),
                            whole(each.windows()),
                            figure(kValueBytes * static_cast<double>(each.elements()), 0),
                            figure(kValueBytes * static_cast<double>(each.windows()), 0)});
    }
    return out;
}

/// A line for each size and each kernel of the GPU's, whether this PC has one or not (S2-M12).
DocTable PoolView::trafficTable(std::size_t table) const {
    const CaseTable& of = m_c.tables[table];
    DocTable out;
    out.id = "pool-traffic-" + std::to_string(table + 1);
    out.title = t("max_pool.traffic_table");
    for (const char* column : {"size_px", "kernel", "launches", "copies", "copied_bytes"})
        out.columns.push_back(columnTitle(m_text, "max_pool", column));
    out.numeric = {true, false, true, true, true};
    out.notes = {t("max_pool.traffic_rests")};
    for (const PoolCase& each : poolCasesOf(m_c, of.rows))
        for (std::size_t k = 0; k < wordsOf<PoolKernel>.size(); ++k) {
            const auto kernel = static_cast<PoolKernel>(k);
            if (!runsOn(kernel, Device::Cuda) || isLibrarys(kernel) || kernel == PoolKernel::Own)
                continue;
            const GpuTraffic traffic = poolTraffic(each, kernel);
            const auto whole = [this](std::int64_t value) {
                return figure(static_cast<double>(value), 0);
            };
            out.rows.push_back({whole(each.size), words(m_text.word("kernel", word(kernel))),
                                whole(traffic.launches), whole(traffic.copies),
                                whole(traffic.copied_bytes)});
        }
    return out;
}

}  // namespace duelo
