// SPDX-License-Identifier: Apache-2.0
#include "experiments/load_balance/view.h"
#include "experiments/function_texts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/load_balance/params.h"
#include "plan/spec.h"
#include "record/doubt.h"
#include "resources/resources.h"
#include "stats/statistics.h"

namespace duelo {

namespace {

/// From here on the threads count as evenly loaded.
constexpr double kEven = 0.95;

/// The times at which each thread worked, as LoadBalanceWork::output() writes them.
struct Lanes {
    double span_ms = 0;
    std::vector<double> busy_ms{};
    std::vector<std::string> lanes{};
};

/// Reads them from a result; nothing where a file has none or others.
std::optional<Lanes> lanesIn(const ResultRecord& result) {
    const Json& output = result.output;
    if (!output.is_object() || !output.contains("span_ms") || !output.contains("threads") ||
        !output["span_ms"].is_number() || !output["threads"].is_array())
        return std::nullopt;
    Lanes out{.span_ms = output["span_ms"].get<double>()};
    for (const Json& one : output["threads"]) {
        if (!one.is_object() || !one.contains("busy_ms") || !one["busy_ms"].is_number() ||
            !one.contains("lane") || !one["lane"].is_string())
            return std::nullopt;
        out.busy_ms.push_back(one["busy_ms"].get<double>());
        out.lanes.push_back(one["lane"].get<std::string>());
        if (out.lanes.back().size() != kLaneSlots || out.lanes.size() > kMostLanes)
            return std::nullopt;
    }
    if (!isPositive(out.span_ms) || out.lanes.empty()) return std::nullopt;
    return out;
}

std::string threadName(std::size_t thread, const Text& text) {
    return text("load_balance.thread", {{"number", thread + 1}});
}

std::string percentText(double share, const Text& text) {
    return text.value("balance_percent", 100 * share);
}

/// A line for each thread on a scale that ends at `longest_ms`: its colour where it computes, grey
/// where it waits for others, and nothing behind the end of the call.
GridsValue::Grid laneGrid(std::string title, const Lanes& of, double longest_ms) {
    GridsValue::Grid grid{.title = std::move(title), .columns = kLaneSlots};
    for (std::size_t thread = 0; thread < of.lanes.size(); ++thread)
        for (int i = 0; i < kLaneSlots; ++i) {
            const double share = (i + 0.5) / kLaneSlots * longest_ms / of.span_ms;
            GridsValue::Cell cell{.tone = GridsValue::Tone::Empty};
            if (share < 1) {
                const auto slot = static_cast<std::size_t>(share * kLaneSlots);
                if (of.lanes[thread][slot] >= '5')
                    cell.style = static_cast<int>(thread);
                else
                    cell.tone = GridsValue::Tone::Plain;
            }
            grid.cells.push_back(std::move(cell));
        }
    return grid;
}

/// The schedules of the row that is looked at, below each other and on one scale.
std::vector<ChartValue> laneCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "load_balance") return {};
    const Text& text = shown.labels.text();
    std::vector<std::pair<const ReportCell*, Lanes>> found;
    double longest_ms = 0;
    for (const ReportCell& cell : row->cells)
        if (auto lanes = cell.measured() ? lanesIn(cell.result) : std::nullopt) {
            longest_ms = std::max(longest_ms, lanes->span_ms);
            found.emplace_back(&cell, *std::move(lanes));
        }
    if (found.empty()) return {};
    GridsValue out{.title = text("load_balance.lanes_title",
                                 {{"case_name", shown.labels.caseName(*row)},
                                  {"time_text", shown.labels.timeText(longest_ms)}}),
                   .words = {text("load_balance.lanes_how")}};
    out.description = out.title + ". " + out.words.front();
    for (const auto& [cell, lanes] : found) {
        std::string title = shown.labels.columnName(cell->column);
        if (const Metric* balance = cell->result.metric("balance"))
            title += ": " + percentText(balance->value, text);
        out.description += " " + title + ":";
        for (std::size_t i = 0; i < lanes.busy_ms.size(); ++i)
            out.description += (i == 0 ? " " : ", ") + threadName(i, text) + " " +
                               shown.labels.timeText(lanes.busy_ms[i]);
        out.description += ".";
        out.grids.push_back(laneGrid(std::move(title), lanes, longest_ms));
        out.grids.back().below = out.grids.size() > 1;
    }
    return {std::move(out)};
}

/// Says what the efficiency is and why, with the threads below it.
std::vector<CardValue> balanceCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || row->experiment != "load_balance" || !column) return {};
    const ReportCell& cell = row->cells[*column];
    const Metric* balance = cell.measured() ? cell.result.metric("balance") : nullptr;
    const auto mean_ms = partMs(cell.result.parts, "compute"),
               wait_ms = partMs(cell.result.parts, "waiting");
    if (!balance || !mean_ms || !wait_ms) return {};
    const Text& text = shown.labels.text();
    const BalanceWay way = balanceWay(shown.comparison.columns[*column].variant);
    CardValue card{.id = "balance", .title = text("load_balance.card_title")};
    card.lines = {
        text("load_balance.card_line", {{"variant_name", shown.labels.columnName(*column)},
                                        {"mean_text", shown.labels.timeText(*mean_ms)},
                                        {"most_text", shown.labels.timeText(*mean_ms + *wait_ms)},
                                        {"balance_text", percentText(balance->value, text)}})};
    if (way.threads < 2)
        card.lines.push_back(text("load_balance.alone"));
    else if (isDoubtful(cell.result))
        card.lines.push_back(text("load_balance.doubtful"));
    else
        card.lines.push_back(
            text(balance->value >= kEven ? "load_balance.even" : "load_balance.uneven") + " " +
            text("load_balance.why_" + std::string(word(way.schedule))));
    if (const auto lanes = lanesIn(cell.result)) {
        card.bars.title = text("load_balance.bars_title");
        for (std::size_t i = 0; i < lanes->busy_ms.size(); ++i) {
            const std::string name = threadName(i, text),
                              time = shown.labels.timeText(lanes->busy_ms[i]);
            card.bars.bars.push_back({.name = name,
                                      .text = time,
                                      .ms = lanes->busy_ms[i],
                                      .style = static_cast<int>(i)});
            card.bars.description += name + ": " + time + ". ";
        }
    }
    return {std::move(card)};
}

}  // namespace

const View& loadBalanceView() {
    static const Figure balance{.metric = "balance"};
    static const View view{
        .title = "load_balance.title",
        .layout = {.name = {{"size_px"}},
                   .rows = {"size_px"},
                   .tables = {{.id = "balance-times"},
                              {.id = "balance-efficiency",
                               .figures = {balance},
                               .title = "load_balance.balance_title",
                               .note = "load_balance.balance_note"}},
                   .method = {{"load_balance.method_picture"},
                              {"load_balance.method_threads"},
                              {"load_balance.method_balance"}},
                   .questions = 3},
        .charts = {{.id = "balance_lanes", .make = laneCharts},
                   {.id = "lines", .can_be_log = true},
                   {.id = "balance_efficiency", .figure = balance}},
        .lessons = {balanceLesson()},
        .texts = functionTexts(resource("experiments/load_balance/kernel_texts.h"),
                               wordsOf<RowSchedule>, "static inline RowRange ", "Rows"),
        .cards = balanceCards};
    return view;
}

}  // namespace duelo
