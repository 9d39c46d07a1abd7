// SPDX-License-Identifier: Apache-2.0
// What the limits of a machine say of results of other experiments: how near these come, and what
// it costs to share their work out.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "experiments/roofs/params.h"
#include "experiments/roofs/view.h"
#include "record/doubt.h"
#include "report/report_words.h"
#include "report/scaling.h"

namespace duelo {

namespace {

/// The day's part of a time such as "2026-05-04T09:12:33Z".
constexpr std::size_t kDayLetters = 10;

void addOnce(std::vector<std::string>& to, std::vector<std::string> lines) {
    for (std::string& line : lines)
        if (std::ranges::find(to, line) == to.end()) to.push_back(std::move(line));
}

/// The gain of the most threads against one thread, in the same row and of the same file; nothing
/// where no factor may be told.
struct RoofGain {
    double factor = 0;
    int threads = 0;
};
std::optional<RoofGain> gainOf(const Row& row, const Comparison& comparison, const Labels& labels,
                               const std::string& machine) {
    const ReportCell *one = nullptr, *most = nullptr;
    const auto threadsOf = [&](const ReportCell& cell) {
        return comparison.columns[cell.column].variant.integer("threads");
    };
    for (const ReportCell& cell : row.cells) {
        if (!cell.timed() || comparison.sources[cell.source].header.machine.id != machine) continue;
        if (threadsOf(cell) == 1) one = &cell;
        if (threadsOf(cell) > 1 && (!most || threadsOf(cell) > threadsOf(*most))) most = &cell;
    }
    if (!one || !most) return std::nullopt;
    const ColumnRatio ratio = ratioOf(comparison, row, one->column, most->column);
    if (labels.whyNoFactor(row, ratio)) return std::nullopt;
    return RoofGain{ratio.estimate->ratio, static_cast<int>(threadsOf(*most))};
}

/// Returns lines with the limits of a series' machine that may explain why more threads bring it no
/// more (S4-28).
std::vector<std::string> sharedLimits(const ScalingSeries& series, const Comparison& comparison,
                                      const Labels& labels) {
    const Text& text = labels.text();
    const ScalingStep& last = series.steps.back();
    const ReportCell& cell = comparison.rows[series.row].cells[last.column];
    const std::string& machine = comparison.sources[cell.source].header.machine.id;
    const MachineRoofs roofs = roofsOf(comparison, cell);
    std::vector<std::string> lines;
    const auto tellGain = [&](const char* key, const Row& row) {
        if (const auto gain = gainOf(row, comparison, labels, machine))
            lines.push_back(
                text(key, {{"factor", gain->factor},
                           {"workers_text", workersText(series.axis, gain->threads, text)}}));
    };
    const Row* largest = nullptr;  // what fits into caches is no memory
    for (const Row& row : comparison.rows) {
        if (machine.empty() || row.experiment != "roofs") continue;
        const auto kind = row.work.word<RoofKind>("kind");
        if (kind == RoofKind::Copy && roofs.memory && row.work.real("bytes") == roofs.copy_bytes)
            largest = &row;
        if (kind == RoofKind::Fma && row.work.word<Precision>("precision") == Precision::Fp32)
            tellGain("roofs.scaling_compute", row);
        if (kind != RoofKind::Start) continue;
        for (const ReportCell& start : row.cells) {
            const Params& variant = comparison.columns[start.column].variant;
            if (!start.timed() || isDoubtful(start.result) ||
                comparison.sources[start.source].header.machine.id != machine ||
                variant.integer("threads") != last.workers)
                continue;
            const double start_ms = start.result.summary->median_ms;
            lines.push_back(
                text("roofs.scaling_start",
                     {{"team", variant.text("team")},
                      {"workers_text", workersText(series.axis, last.workers, text)},
                      {"start_text", shortTime(start_ms, text)},
                      {"share_percent", 100 * start_ms / cell.result.summary->median_ms}}));
        }
    }
    if (largest) tellGain("roofs.scaling_memory", *largest);
    return lines;
}

/// Says which measurement the limits are of, and what of it does not count.
std::vector<std::string> whichLimits(const MachineRoofs& roofs, const Text& text) {
    std::vector<std::string> lines;
    if (roofs.file.empty()) return lines;
    lines.push_back(text("roofs.limit_from", {{"file", roofs.file},
                                              {"started", roofs.started.substr(0, kDayLetters)}}));
    if (roofs.doubtful) lines.push_back(text("roofs.limit_doubtful"));
    if (roofs.only_cached) lines.push_back(text("roofs.line_only_cached"));
    return lines;
}

/// The series of the chosen row of another experiment; empty: nothing varies its workers.
std::vector<ScalingSeries> seriesOf(const Shown& shown, const Row& row) {
    const auto at = static_cast<std::size_t>(&row - shown.comparison.rows.data());
    return scalingOf(shown.labels, shown.comparison, at);
}

CardValue sharingCard(const Shown& shown, const Row& row, const ReportCell& cell) {
    const Text& text = shown.labels.text();
    CardValue card{.id = "sharing", .title = text("roofs.sharing_title")};
    if (!seriesOf(shown, row).empty()) card.lines = sharingLines(shown.comparison, cell, text);
    return card;
}

CardValue limitCard(const Shown& shown, const Row& row, const ReportCell& cell) {
    const Text& text = shown.labels.text();
    CardValue card{.id = "limit", .title = text("roofs.limit_title")};
    const auto shareText = [&](double share) { return text.value("share_percent", 100 * share); };
    const ReachedRoofs reached = reachedRoofs(shown.comparison, cell);
    if (reached.flop)
        card.lines.push_back(
            text("roofs.limit_flop", {{"share_text", shareText(*reached.flop)},
                                      {"precision", word(precisionOf(shown.comparison, cell))}}));
    if (reached.memory)
        card.lines.push_back(
            text("roofs.limit_memory", {{"share_text", shareText(*reached.memory)}}));
    if (const auto under = layersUnderRoofs(shown.comparison, row, cell))
        card.lines.push_back(layersText(*under, *cell.result.summary, shown.labels));
    if (reached.known()) card.lines.push_back(text("roofs.limit_what"));
    if (const MachineRoofs roofs = roofsOf(shown.comparison, cell);
        cell.timed() && (reached.known() || roofs.doubtful))
        addOnce(card.lines, whichLimits(roofs, text));
    if (const auto all = seriesOf(shown, row); !all.empty())
        addOnce(card.lines, sharedLimits(all.front(), shown.comparison, shown.labels));
    return card;
}

/// Makes the table of the shares of the limits that each result reaches.
DocTable limitTable(const Comparison& comparison, const Labels& labels) {
    const Text& text = labels.text();
    const CellWords in(labels);
    DocTable out = in.bareTable(
        "roofs-limits", "roofs.limit_title",
        {"report.column_case", "report.column_variant", "roofs.column_flop", "roofs.column_memory"},
        {2, 3});
    out.notes.push_back(text("roofs.limit_what"));
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            if (row.experiment == "roofs" || !cell.timed()) continue;
            if (const ReachedRoofs reached = reachedRoofs(comparison, cell); reached.known())
                out.rows.push_back({words(labels.caseName(row)),
                                    words(labels.columnName(cell.column)), in.percent(reached.flop),
                                    in.percent(reached.memory)});
            // Of a comparison with several machines each has its own.
            addOnce(out.notes, whichLimits(roofsOf(comparison, cell), text));
        }
    return out;
}

/// Lists the costs of sharing work out, for tables of others that share it; else without items.
DocList sharingList(const Comparison& comparison, const Labels& labels) {
    for (const ScalingSeries& series : scalingOf(labels, comparison)) {
        const ReportCell& cell = comparison.rows[series.row].cells[series.steps.back().column];
        if (auto lines = sharingLines(comparison, cell, labels.text()); !lines.empty())
            return {std::move(lines)};
    }
    return {};
}

}  // namespace

std::vector<std::string> sharingLines(const Comparison& comparison, const ReportCell& cell,
                                      const Text& text) {
    const SharingCosts costs = sharingCostsOf(comparison, cell);
    std::vector<std::string> lines;
    if (!cell.timed() || !costs.known()) return lines;
    const auto tell = [&](const char* key, const std::optional<double>& ms, Json args) {
        if (!ms) return;
        args["time_text"] = shortTime(*ms, text);
        lines.push_back(text(key, args));
    };
    const double call_ms = cell.result.summary->median_ms;
    tell("roofs.sharing_process", costs.process_ms,
         {{"calls_text",
           formatSignificant(costs.process_ms.value_or(0) / call_ms, 2, text.numbers())},
          {"call_text", shortTime(call_ms, text)}});
    tell("roofs.sharing_thread", costs.thread_ms, Json::object());
    tell("roofs.sharing_pipe", costs.pipe_ms, Json::object());
    tell("roofs.sharing_lock", costs.lock_ms, Json::object());
    tell("roofs.sharing_wanted", costs.wanted_lock_ms, {{"threads", costs.threads}});
    if (costs.doubtful) lines.push_back(text("roofs.limit_doubtful"));
    lines.push_back(text("roofs.sharing_gil"));
    lines.push_back(
        text("roofs.sharing_from",
             {{"file", costs.file}, {"started", costs.started.substr(0, kDayLetters)}}));
    return lines;
}

std::vector<CardValue> limitCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    std::vector<CardValue> cards;
    if (!row || row->experiment == "roofs" || !column) return cards;
    for (auto make : {sharingCard, limitCard})
        if (CardValue card = make(shown, *row, row->cells[*column]); !card.lines.empty())
            cards.push_back(std::move(card));
    return cards;
}

std::vector<DocBlock> reachedBlocks(const Comparison& comparison, const Labels& labels) {
    std::vector<DocBlock> blocks;
    if (DocTable limits = limitTable(comparison, labels); !limits.rows.empty())
        blocks.emplace_back(std::move(limits));
    DocList shared;
    for (const ScalingSeries& series : scalingOf(labels, comparison))
        addOnce(shared.items, sharedLimits(series, comparison, labels));
    addOnce(shared.items, sharingList(comparison, labels).items);
    if (!shared.items.empty()) blocks.emplace_back(std::move(shared));
    return blocks;
}

std::optional<DocSection> limitsBeside(const Comparison& comparison, const ReportOptions& options) {
    const Labels labels(comparison, options.text());
    const Text& text = labels.text();
    DocSection section{text("roofs.limit_heading"), reachedBlocks(comparison, labels), false};
    if (!section.blocks.empty()) return section;
    // The limits that were found do not serve: the reason is said once.
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            if (const MachineRoofs roofs = roofsOf(comparison, cell);
                cell.timed() && roofs.doubtful) {
                section.blocks.emplace_back(DocList{whichLimits(roofs, text)});
                return section;
            }
    return std::nullopt;
}

}  // namespace duelo
