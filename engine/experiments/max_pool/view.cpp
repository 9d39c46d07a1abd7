// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/view.h"

#include <algorithm>
#include <utility>

#include "experiments/threads_lesson.h"
#include "report/report_words.h"
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

std::string windowsTitle(const Row& row, const Labels& labels) {
    return labels.text()(
        "max_pool.windows_title",
        caseArgs(*labels.comparison().find(row.experiment), row.work, nullptr, labels.text()));
}

/// Tables of counts, which are the same in every variant.
class PoolTables : private ReportWords {
public:
    explicit PoolTables(const Shown& shown)
        : ReportWords(shown.labels),
          m_cases(poolCasesOf(shown.comparison, shown.rows())),
          m_number(std::to_string(shown.table.value_or(0) + 1)),
          m_windows_title(windowsTitle(*shown.chosenRow(), shown.labels)) {}

    DocTable windows() const {
        DocTable out = table("pool-windows-", m_windows_title,
                             {"size_px", "elements", "out", "windows", "input_bytes", "map_bytes"});
        for (const PoolCase& each : m_cases)
            out.rows.push_back({whole(each.size), whole(each.elements()), whole(each.out()),
                                whole(each.windows()), bytes(each.elements()),
                                bytes(each.windows())});
        return out;
    }

    /// A line for each size and each kernel of the GPU's, whether this PC has one or not (S2-M12).
    DocTable traffic() const {
        DocTable out = table("pool-traffic-", t("max_pool.traffic_table"),
                             {"size_px", "kernel", "launches", "copies", "copied_bytes"});
        out.numeric[1] = false;
        out.notes = {t("max_pool.traffic_rests"), t("max_pool.traffic_published")};
        for (const PoolCase& each : m_cases)
            for (std::size_t k = 0; k < wordsOf<PoolKernel>.size(); ++k) {
                const auto kernel = static_cast<PoolKernel>(k);
                if (!runsOn(kernel, DeviceKind::Gpu) || isLibrarys(kernel) ||
                    kernel == PoolKernel::Own)
                    continue;
                const GpuTraffic traffic = poolTraffic(each, kernel);
                out.rows.push_back({whole(each.size), words(m_text.word("kernel", word(kernel))),
                                    whole(traffic.launches), whole(traffic.copies),
                                    whole(traffic.copied_bytes)});
            }
        return out;
    }

private:
    DocTable table(const char* id, std::string title,
                   std::initializer_list<const char*> columns) const {
        DocTable out{.id = id + m_number, .title = std::move(title)};
        for (const char* column : columns)
            out.columns.push_back(columnTitle(m_text, "max_pool", column));
        out.numeric.assign(out.columns.size(), true);
        return out;
    }
    DocCell whole(std::int64_t value) const { return figure(static_cast<double>(value), 0); }
    DocCell bytes(std::int64_t values) const {
        return figure(kValueBytes * static_cast<double>(values), 0);
    }

    std::vector<PoolCase> m_cases;
    std::string m_number, m_windows_title;
};

std::vector<DocBlock> poolTables(const Shown& shown) {
    const PoolTables tables(shown);
    return {tables.windows(), tables.traffic()};
}

std::vector<std::string> poolAnswers(const Shown& shown) {
    auto growth = windowGrowth(poolCasesOf(shown.comparison, shown.rows()), shown.labels.text());
    return growth ? std::vector{*std::move(growth)} : std::vector<std::string>();
}

}  // namespace

const View& poolView() {
    static const View view{
        .title = "max_pool.title",
        .layout = {.name = {{"size_px"},
                            {"window"},
                            {"stride"},
                            {"padding", true},
                            {"border"},
                            {"picture"},
                            {"matrix"}},
                   .rows = {"size_px"},
                   .tables = {{.id = "pool-times"}},
                   .method = {{"max_pool.method_size"},
                              {"max_pool.method_border"},
                              {"max_pool.method_time"},
                              {"max_pool.method_gpu"}},
                   .note = "max_pool.note"},
        .table_answers = poolAnswers,
        .table_blocks = poolTables,
        .charts = {{.id = "lines", .can_be_log = true},
                   {"pool_windows", poolWindowCharts},
                   {"pool_picture", poolPictureCharts}},
        .lessons = {poolLesson(), poolTrafficLesson(), threadsLesson()},
        .texts = {{"loops", poolText(PoolKernel::Loops), ""},
                  {"rows", poolText(PoolKernel::Rows), "loops"},
                  {"rows_threads", poolText(PoolKernel::RowsThreads), "rows"},
                  {"pool_identity_transferred", poolText(PoolKernel::IdentityTransferred), "",
                   poolOpenCl(PoolKernel::IdentityTransferred)},
                  {"pool_matmul2_transferred", poolText(PoolKernel::Matmul2Transferred),
                   "pool_identity_transferred", poolOpenCl(PoolKernel::Matmul2Transferred)},
                  {"pool_matmul3_transferred", poolText(PoolKernel::Matmul3Transferred),
                   "pool_matmul2_transferred", poolOpenCl(PoolKernel::Matmul3Transferred)},
                  {"pool_one_window", poolText(PoolKernel::OneWindow), "pool_identity_transferred",
                   poolOpenCl(PoolKernel::OneWindow)},
                  {"pool_each_window", poolText(PoolKernel::EachWindow), "pool_one_window",
                   poolOpenCl(PoolKernel::EachWindow)},
                  {"pool_rows", poolText(PoolKernel::GpuRows), "pool_each_window",
                   poolOpenCl(PoolKernel::GpuRows)}},
        .emulated = kEmulatedPool,
        .emulated_notes = poolEmulatedNotes,
        .cards = poolCards};
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

std::vector<ChartValue> poolWindowCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "max_pool") return {};
    const Text& text = shown.labels.text();
    const auto cases = poolCasesOf(shown.comparison, shown.rows());
    LinesValue out{.title = windowsTitle(*row, shown.labels),
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

}  // namespace duelo
