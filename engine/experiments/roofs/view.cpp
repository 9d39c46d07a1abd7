// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/view.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "experiments/roofs/params.h"
#include "experiments/transfer/view.h"
#include "record/doubt.h"
#include "report/finding.h"
#include "report/report_words.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// "12.3 GB/s" or "201 GFLOP/s"; of what has no rate its time, of locks that of one.
std::string figureOf(const ReportCell& cell, const Text& text) {
    for (const char* id : {"copy_rate", "fma_rate", "pipe_rate"})
        if (const Metric* rate = cell.result.metric(id))
            return formatRate(rate->value, rate->unit, text.numbers(),
                              measuredDigits(rate->value, rate->ci95));
    const auto locks = cell.result.quantities.find("locks");
    const bool each = locks != cell.result.quantities.end() && locks->second > 0;
    const double share = each ? 1 / static_cast<double>(locks->second) : 1;
    const Summary& summary = *cell.result.summary;
    return shortTime(share * summary.median_ms, text, scaled(summary.ci95_ms, share));
}

/// Returns the first cell that is timed on each device of the own file.
std::vector<const ReportCell*> anyOfEachDevice(const Comparison& comparison) {
    std::vector<const ReportCell*> found;
    for (const Device& device : devicesIn(comparison))
        for (const Row& row : comparison.rows) {
            if (row.experiment != "roofs") continue;
            const auto cell = std::ranges::find_if(row.cells, [&](const ReportCell& one) {
                return one.timed() && deviceOf(comparison.columns[one.column].variant) == device;
            });
            if (cell == row.cells.end()) continue;
            found.push_back(&*cell);
            break;
        }
    return found;
}

/// Returns lines on the roofs of a cell's machine and device, and on the work per byte at which
/// they meet.
std::vector<std::string> roofLines(const Comparison& comparison, const ReportCell& cell,
                                   const Text& text) {
    const MachineRoofs roofs = roofsOf(comparison, cell);
    std::vector<std::string> lines;
    for (const auto& [precision, roof] : roofs.flop)
        lines.push_back(text("roofs.line_flop",
                             {{"rate_text", formatRate(roof.per_s, "flop/s", text.numbers())},
                              {"precision", word(precision)}}));
    if (roofs.memory)
        lines.push_back(
            text("roofs.line_memory",
                 {{"rate_text", formatRate(roofs.memory->per_s, "byte/s", text.numbers())}}));
    if (roofs.only_cached) lines.push_back(text("roofs.line_only_cached"));
    if (const auto* flop = roofs.flopIn(Precision::Fp32); flop && roofs.memory)
        lines.push_back(
            text("roofs.line_ridge",
                 {{"intensity_text",
                   formatSignificant(flop->per_s / roofs.memory->per_s, 3, text.numbers())}}));
    return lines;
}

/// Returns the sentence of a limit. Of a copy on a CPU it says where its bytes were: the chart
/// below reaches higher where they fit into the caches.
const char* headlineOf(const Comparison& comparison, const Row& row, const ReportCell& cell) {
    const Header& header = comparison.sources[cell.source].header;
    const Device device = deviceOf(comparison.columns[cell.column].variant);
    if (row.work.word<RoofKind>("kind") != RoofKind::Copy || device.isGpu() ||
        largestCacheBytes(header) == 0)
        return "roofs.headline";
    return isBeyondCaches(row.work.real("bytes"), header, device) ? "roofs.headline_beyond"
                                                                  : "roofs.headline_cached";
}

/// A limit is the most that was reached: of the row that was chosen, else of the last with a time,
/// which of copies is the largest.
std::optional<Finding> roofFinding(const Shown& shown) {
    const auto isTimed = [](const ReportCell& cell) { return cell.timed(); };
    const Row* row = shown.row ? shown.chosenRow() : nullptr;
    for (const std::size_t r : shown.rows())
        if (!shown.row && std::ranges::any_of(shown.comparison.rows[r].cells, isTimed))
            row = &shown.comparison.rows[r];
    if (!row) return std::nullopt;
    const ReportCell* best = nullptr;
    for (const ReportCell& cell : row->cells)
        if (cell.timed() &&
            (!best || cell.result.summary->median_ms < best->result.summary->median_ms))
            best = &cell;
    if (shown.column && row->cells[*shown.column].timed()) best = &row->cells[*shown.column];
    if (!best) return std::nullopt;
    const Text& text = shown.labels.text();
    Finding finding{.headline = text(headlineOf(shown.comparison, *row, *best),
                                     {{"case_name", shown.labels.caseName(*row)},
                                      {"figure_text", figureOf(*best, text)},
                                      {"variant_name", shown.labels.columnName(best->column)}}),
                    .detail = text("answer.detail_repetitions", {{"n", best->result.summary->n}}),
                    .row = static_cast<std::size_t>(row - shown.comparison.rows.data())};
    if (const auto flags = doubtfulOf(best->result.flags); !flags.empty())
        finding.detail += " · " + text("results.bar_doubtful", {{"flag", flags}});
    return finding;
}

/// Says what the roofs of the machine are; a table has no more to say.
std::vector<std::string> roofAnswers(const Shown& shown) {
    std::vector<std::string> answers;
    for (const ReportCell* cell : anyOfEachDevice(shown.comparison))
        for (const std::string& line : roofLines(shown.comparison, *cell, shown.labels.text()))
            answers.push_back(shown.labels.deviceName(cell->column) + ": " + line);
    return answers;
}

/// All limits in one table, whatever each is told in.
DocTable roofTable(const Comparison& comparison, const Labels& labels) {
    DocTable out = CellWords(labels).bareTable(
        "roofs", "roofs.measured_title",
        {"report.column_case", "report.column_variant", "roofs.column_figure"}, {});
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            if (row.experiment == "roofs")
                out.rows.push_back(
                    {words(labels.caseName(row)), words(labels.columnName(cell.column)),
                     words(cell.timed()  ? figureOf(cell, labels.text())
                           : cell.reason ? labels.causeText(*cell.reason, cell.status)
                                         : "–")});
    return out;
}

std::vector<DocBlock> roofBlocks(const Comparison& comparison, const Labels& labels) {
    std::vector<DocBlock> blocks{roofTable(comparison, labels)};
    std::ranges::move(reachedBlocks(comparison, labels), std::back_inserter(blocks));
    for (ChartValue& chart : rooflineCharts({.comparison = comparison, .labels = labels}))
        blocks.emplace_back(std::move(chart));
    return blocks;
}

/// Rates of copies over their size, else times.
std::vector<ChartValue> roofCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (row && row->work.word<RoofKind>("kind") == RoofKind::Copy) return transferRateCharts(shown);
    return chartsOf({.id = "lines"}, shown);
}

/// Tells whether a cell's device has no memory of its own.
bool sharesMemory(const Comparison& comparison, const ReportCell& cell) {
    const std::string device = word(deviceOf(comparison.columns[cell.column].variant));
    for (const DeviceSheet& one : comparison.sources[cell.source].header.engine.devices)
        if (one.word() == device) return one.shares_memory.value_or(false);
    return false;
}

/// Says why an integrated GPU ties or loses where the memory is the limit, by the measured limits
/// of both sides.
std::optional<CardValue> sharedMemoryCard(const Shown& shown) {
    const ReportCell *cpu = nullptr, *gpu = nullptr;
    for (const ReportCell* cell : anyOfEachDevice(shown.comparison))
        if (deviceOf(shown.comparison.columns[cell->column].variant).isCpu())
            cpu = cell;
        else if (!gpu && sharesMemory(shown.comparison, *cell))
            gpu = cell;
    if (!cpu || !gpu) return std::nullopt;
    const MachineRoofs own = roofsOf(shown.comparison, *cpu), its = roofsOf(shown.comparison, *gpu);
    const Text& text = shown.labels.text();
    CardValue card{.id = "roofs_shared", .title = text("roofs.shared_title")};
    const auto add = [&](const char* key, const MachineRoofs::Roof& mine,
                         const MachineRoofs::Roof& other, const char* unit) {
        card.lines.push_back(text(
            key, {{"gpu_text", formatRate(other.per_s, unit, text.numbers())},
                  {"cpu_text", formatRate(mine.per_s, unit, text.numbers())},
                  {"ratio_text", formatSignificant(other.per_s / mine.per_s, 2, text.numbers())}}));
    };
    if (own.memory && its.memory) add("roofs.shared_memory", *own.memory, *its.memory, "byte/s");
    const auto *flop = own.flopIn(Precision::Fp32), *its_flop = its.flopIn(Precision::Fp32);
    if (flop && its_flop) add("roofs.shared_flop", *flop, *its_flop, "flop/s");
    if (card.lines.empty()) return std::nullopt;
    card.lines.push_back(text("roofs.shared_energy"));
    return card;
}

std::vector<CardValue> roofCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || !column || !row->cells[*column].timed()) return {};
    const Text& text = shown.labels.text();
    CardValue card{.id = "roofs", .title = text("roofs.card_title")};
    card.lines = roofLines(shown.comparison, row->cells[*column], text);
    card.lines.push_back(text("roofs.card_" + row->work.text("kind")));
    card.lines.push_back(text("roofs.card_question"));
    std::vector<CardValue> cards{std::move(card)};
    if (auto shared = sharedMemoryCard(shown)) cards.push_back(std::move(*shared));
    return cards;
}

/// Adds the shares of its machine's limits that each result reaches to the end of a line of
/// longTable().
View::Columns reachedColumns(const Comparison& comparison) {
    const bool any = std::ranges::any_of(comparison.rows,
                                         [](const Row& row) { return row.experiment != "roofs"; });
    return [&comparison, any](long_table::Line& line, std::size_t row, std::size_t column) {
        if (!any) return;
        const bool own = comparison.rows[row].experiment == "roofs";
        const ReachedRoofs reached =
            own ? ReachedRoofs{} : reachedRoofs(comparison, comparison.rows[row].cells[column]);
        line.put("limit_flop_share", long_table::number(reached.flop));
        line.put("limit_memory_share", long_table::number(reached.memory));
    };
}

}  // namespace

const View& roofsView() {
    static const View view{
        .title = "roofs.title",
        .layout = {.name = {{"kind"}, {"bytes"}, {"precision"}},
                   .rows = {"bytes", "precision"},
                   .method = {{"roofs.method_copy"},
                              {"roofs.method_fma"},
                              {"roofs.method_bf16"},
                              {"roofs.method_gpu"},
                              {"roofs.method_start"},
                              {"roofs.method_sharing"}}},
        .table_answers = roofAnswers,
        .result_blocks = roofBlocks,
        .own_finding = roofFinding,
        .warnings = warningsOfRoofs,
        .charts = {{.id = "roofs_limits", .make = roofCharts, .can_be_log = true},
                   {.id = "roofline", .make = rooflineCharts, .window_only = true}},
        .cards = roofCards,
        .cards_beside = limitCards,
        .share_beside = shareOfRoofs,
        .section_beside = limitsBeside,
        .charts_beside = rooflineCharts,
        .columns = reachedColumns};
    return view;
}

std::string shortTime(double ms, const Text& text, const std::optional<Interval>& ci_ms) {
    return timeText(ms, ci_ms, timeUnitOf(std::span(&ms, 1)), text.numbers());
}

}  // namespace duelo
