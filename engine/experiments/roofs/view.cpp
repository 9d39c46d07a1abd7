// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/view.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "experiments/transfer/view.h"
#include "record/doubt.h"
#include "report/finding.h"
#include "report/scaling.h"
#include "report/time_charts.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// Of a time such as "2026-05-04T09:12:33Z".
constexpr std::size_t kDayLetters = 10;

RoofKind kindOf(const Params& work) {
    return work.word<RoofKind>("kind");
}

std::vector<std::string> roofCaseParts(const Params& work, const Text& text) {
    std::vector<std::string> parts{text.word("kind", word(kindOf(work)))};
    if (work.has("bytes")) parts.push_back(formatBytes(work.real("bytes"), text.numbers()));
    if (work.has("precision")) parts.push_back(text.word("precision", work.text("precision")));
    return parts;
}

std::string roofShortName(const Params& work, const Text& text) {
    return commaJoined(roofCaseParts(work, text));
}

/// A table has one roof, copies all their sizes, arithmetic all its number formats.
Params roofTableOf(const Params& work) {
    Params common = work;
    common.erase("bytes");
    common.erase("precision");
    return common;
}

std::string roofTableTitle(const Params& work, const Text& text) {
    return text.word("kind", word(kindOf(work)));
}

std::string roofRowName(const Row& row, const Labels& labels) {
    return roofShortName(row.work, labels.text());
}

/// Returns a time by itself, in a unit of its own: what is measured here spans nanoseconds to
/// milliseconds.
std::string shortTime(double ms, const Text& text,
                      const std::optional<Interval>& ci_ms = std::nullopt) {
    return timeText(ms, ci_ms, timeUnitOf(std::span(&ms, 1)), text.numbers());
}

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

/// Of the first cell that is timed on each device of the own file.
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

/// What the roofs of a cell's machine and device are, and at which work per byte they meet.
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

/// A limit is the most that was reached: of the row that was chosen, else of the last with a time,
/// which of copies is the largest.
Finding roofFinding(const Shown& shown) {
    const auto isTimed = [](const ReportCell& cell) { return cell.timed(); };
    const Row* row = shown.row ? shown.chosenRow() : nullptr;
    for (const std::size_t r : shown.rows())
        if (!shown.row && std::ranges::any_of(shown.comparison.rows[r].cells, isTimed))
            row = &shown.comparison.rows[r];
    const ReportCell* best = nullptr;
    if (row)
        for (const ReportCell& cell : row->cells)
            if (cell.timed() &&
                (!best || cell.result.summary->median_ms < best->result.summary->median_ms))
                best = &cell;
    if (shown.column && row && row->cells[*shown.column].timed()) best = &row->cells[*shown.column];
    if (!best) return nothingFound(shown);
    const Text& text = shown.labels.text();
    Finding finding{.headline = text("roofs.headline",
                                     {{"case_name", roofRowName(*row, shown.labels)},
                                      {"figure_text", figureOf(*best, text)},
                                      {"variant_name", shown.labels.columnName(best->column)}}),
                    .detail = text("answer.detail_repetitions", {{"n", best->result.summary->n}}),
                    .row = static_cast<std::size_t>(row - shown.comparison.rows.data())};
    if (const auto flags = doubtfulOf(best->result.flags); !flags.empty())
        finding.detail += " · " + text("results.bar_doubtful", {{"flag", flags}});
    return finding;
}

/// Against one thread, in the same row and of the same file; nothing where no factor may be told.
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

/// What the limits of its machine say of why more threads bring a series no more (S4-28).
std::vector<std::string> sharedLimits(const ScalingSeries& series, const Comparison& comparison,
                                      const Labels& labels) {
    const Text& text = labels.text();
    const ScalingStep& last = series.steps.back();
    const ReportCell& cell = comparison.rows[series.row].cells[last.column];
    const std::string& machine = comparison.sources[cell.source].header.machine.id;
    std::vector<std::string> lines;
    const MachineRoofs roofs = roofsOf(comparison, cell);
    const Row* largest = nullptr;  // what fits into caches is no memory
    for (const Row& row : comparison.rows) {
        if (machine.empty() || row.experiment != "roofs") continue;
        const RoofKind kind = kindOf(row.work);
        if (kind == RoofKind::Copy && roofs.memory && row.work.real("bytes") == roofs.copy_bytes)
            largest = &row;
        if (kind == RoofKind::Fma && row.work.word<Precision>("precision") == Precision::Fp32)
            if (const auto gain = gainOf(row, comparison, labels, machine))
                lines.push_back(
                    text("roofs.scaling_compute",
                         {{"factor", gain->factor},
                          {"workers_text", workersText(series.axis, gain->threads, text)}}));
        if (kind != RoofKind::Start) continue;
        for (const ReportCell& start : row.cells) {
            const Column& column = comparison.columns[start.column];
            if (start.timed() && !isDoubtful(start.result) &&
                comparison.sources[start.source].header.machine.id == machine &&
                column.variant.integer("threads") == last.workers)
                lines.push_back(text(
                    "roofs.scaling_start",
                    {{"team", column.variant.text("team")},
                     {"workers_text", workersText(series.axis, last.workers, text)},
                     {"start_text", shortTime(start.result.summary->median_ms, text)},
                     {"share_percent",
                      100 * start.result.summary->median_ms / cell.result.summary->median_ms}}));
        }
    }
    if (largest)
        if (const auto gain = gainOf(*largest, comparison, labels, machine))
            lines.push_back(
                text("roofs.scaling_memory",
                     {{"factor", gain->factor},
                      {"workers_text", workersText(series.axis, gain->threads, text)}}));
    return lines;
}

/// What part of its machine's limits each result reaches, at the end of a line of longTable().
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

/// Which measurement these are of, and what of it does not count.
std::vector<std::string> whichLimits(const MachineRoofs& roofs, const Text& text) {
    std::vector<std::string> lines;
    if (roofs.file.empty()) return lines;
    lines.push_back(text("roofs.limit_from", {{"file", roofs.file},
                                              {"started", roofs.started.substr(0, kDayLetters)}}));
    if (roofs.doubtful) lines.push_back(text("roofs.limit_doubtful"));
    if (roofs.only_cached) lines.push_back(text("roofs.line_only_cached"));
    return lines;
}

std::optional<DocSection> limitsBeside(const Comparison& comparison, const ReportOptions& options) {
    return RoofsView(comparison, options).beside();
}

std::string percentText(double share, const Text& text) {
    return text.value("share_percent", 100 * share);
}

}  // namespace

const View& roofsView() {
    static const View view{.title = "roofs.title",
                           .case_parts = roofCaseParts,
                           .short_name = roofShortName,
                           .table_of = roofTableOf,
                           .finding = roofFinding,
                           .answers = answersOf<RoofsView>,
                           .sections = sectionsOf<RoofsView>,
                           .warnings = warningsOfRoofs,
                           .charts = {{"lines", roofCharts, true}, {"roofline", rooflineCharts}},
                           .cards = roofCards,
                           .cards_beside = limitCards,
                           .share_beside = shareOfRoofs,
                           .section_beside = limitsBeside,
                           .charts_beside = rooflineCharts,
                           .columns = reachedColumns,
                           .table_title = roofTableTitle};
    return view;
}

std::vector<ChartValue> roofCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    if (kindOf(row->work) == RoofKind::Copy) return transferRateCharts(shown);
    ChartValue chart = timesChart(shown, roofRowName);
    std::visit(
        [&](auto& kind) {
            kind.title = shown.labels.withCommon(roofTableTitle(row->work, shown.labels.text()));
        },
        chart);
    return {std::move(chart)};
}

std::vector<CardValue> roofCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || !column || !row->cells[*column].timed()) return {};
    const Text& text = shown.labels.text();
    CardValue card{.id = "roofs", .title = text("roofs.card_title")};
    card.lines = roofLines(shown.comparison, row->cells[*column], text);
    card.lines.push_back(text("roofs.card_" + std::string(word(kindOf(row->work)))));
    card.lines.push_back(text("roofs.card_question"));
    return {std::move(card)};
}

std::vector<std::string> sharingLines(const Comparison& comparison, const ReportCell& cell,
                                      const Text& text) {
    const SharingCosts costs = sharingCostsOf(comparison, cell);
    std::vector<std::string> lines;
    if (!cell.timed() || !costs.known()) return lines;
    if (costs.process_ms)
        lines.push_back(text(
            "roofs.sharing_process",
            {{"time_text", shortTime(*costs.process_ms, text)},
             {"calls_text", formatSignificant(*costs.process_ms / cell.result.summary->median_ms, 2,
                                              text.numbers())},
             {"call_text", shortTime(cell.result.summary->median_ms, text)}}));
    if (costs.thread_ms)
        lines.push_back(
            text("roofs.sharing_thread", {{"time_text", shortTime(*costs.thread_ms, text)}}));
    if (costs.pipe_ms)
        lines.push_back(
            text("roofs.sharing_pipe", {{"time_text", shortTime(*costs.pipe_ms, text)}}));
    if (costs.lock_ms)
        lines.push_back(
            text("roofs.sharing_lock", {{"time_text", shortTime(*costs.lock_ms, text)}}));
    if (costs.wanted_lock_ms)
        lines.push_back(text(
            "roofs.sharing_wanted",
            {{"time_text", shortTime(*costs.wanted_lock_ms, text)}, {"threads", costs.threads}}));
    if (costs.doubtful) lines.push_back(text("roofs.limit_doubtful"));
    lines.push_back(text("roofs.sharing_gil"));
    lines.push_back(
        text("roofs.sharing_from",
             {{"file", costs.file}, {"started", costs.started.substr(0, kDayLetters)}}));
    return lines;
}

namespace {

std::optional<CardValue> sharingCard(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || row->experiment == "roofs" || !column) return std::nullopt;
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    if (scalingOf(shown.labels, shown.comparison, at).empty()) return std::nullopt;
    const Text& text = shown.labels.text();
    CardValue card{.id = "sharing", .title = text("roofs.sharing_title")};
    card.lines = sharingLines(shown.comparison, row->cells[*column], text);
    return card.lines.empty() ? std::nullopt : std::optional(std::move(card));
}

std::optional<CardValue> limitCard(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || row->experiment == "roofs" || !column) return std::nullopt;
    const Text& text = shown.labels.text();
    CardValue card{.id = "limit", .title = text("roofs.limit_title")};
    const ReachedRoofs reached = reachedRoofs(shown.comparison, row->cells[*column]);
    if (reached.flop)
        card.lines.push_back(
            text("roofs.limit_flop",
                 {{"share_text", percentText(*reached.flop, text)},
                  {"precision", word(precisionOf(shown.comparison, row->cells[*column]))}}));
    if (reached.memory)
        card.lines.push_back(
            text("roofs.limit_memory", {{"share_text", percentText(*reached.memory, text)}}));
    if (const auto under = layersUnderRoofs(shown.comparison, *row, row->cells[*column]))
        card.lines.push_back(layersText(*under, *row->cells[*column].result.summary, shown.labels));
    if (reached.known()) card.lines.push_back(text("roofs.limit_what"));
    if (const MachineRoofs roofs = roofsOf(shown.comparison, row->cells[*column]);
        row->cells[*column].timed() && (reached.known() || roofs.doubtful))
        std::ranges::move(whichLimits(roofs, text), std::back_inserter(card.lines));
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    if (const auto all = scalingOf(shown.labels, shown.comparison, at); !all.empty())
        std::ranges::move(sharedLimits(all.front(), shown.comparison, shown.labels),
                          std::back_inserter(card.lines));
    return card.lines.empty() ? std::nullopt : std::optional(std::move(card));
}

}  // namespace

std::vector<CardValue> limitCards(const Shown& shown) {
    std::vector<CardValue> cards;
    for (auto make : {sharingCard, limitCard})
        if (auto card = make(shown)) cards.push_back(std::move(*card));
    return cards;
}

std::vector<std::string> RoofsView::answers() const {
    std::vector<std::string> out;
    for (const ReportCell* cell : anyOfEachDevice(m_c))
        for (std::string& line : roofLines(m_c, *cell, m_text))
            out.push_back(deviceName(cell->column) + ": " + line);
    return out;
}

std::vector<DocSection> RoofsView::sections() const {
    DocSection results{t("roofs.heading"), {roofTable()}, false};
    if (DocTable limits = limitTable(); !limits.rows.empty())
        results.blocks.emplace_back(std::move(limits));
    DocList shared;
    for (const ScalingSeries& series : scalingOf(*this, m_c))
        for (std::string& line : sharedLimits(series, m_c, *this))
            if (std::ranges::find(shared.items, line) == shared.items.end())
                shared.items.push_back(std::move(line));
    std::ranges::move(sharingList().items, std::back_inserter(shared.items));
    if (!shared.items.empty()) results.blocks.emplace_back(std::move(shared));
    DocSection charts{t("report.chart_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (m_c.rows[m_c.tables[i].rows.front()].experiment != "roofs") continue;
        for (ChartValue& chart : roofCharts({.comparison = m_c, .labels = *this, .table = i}))
            if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
    }
    for (ChartValue& chart : rooflineCharts({.comparison = m_c, .labels = *this}))
        charts.blocks.emplace_back(std::move(chart));
    DocList list;
    for (const char* line : {"roofs.method_copy", "roofs.method_fma", "roofs.method_bf16",
                             "roofs.method_gpu", "roofs.method_start", "roofs.method_sharing"})
        list.items.push_back(t(line));
    return {{t("roofs.method_heading"), {std::move(list)}, false},
            std::move(results),
            std::move(charts)};
}

DocTable RoofsView::roofTable() const {
    DocTable out;
    out.id = "roofs";
    out.title = t("roofs.table");
    out.columns = {t("report.column_case"), t("report.column_variant"), t("roofs.column_figure")};
    out.numeric = {false, false, false};
    for (const Row& row : m_c.rows) {
        if (row.experiment != "roofs") continue;
        for (const ReportCell& cell : row.cells)
            out.rows.push_back({words(caseName(row)), words(columnName(cell.column)),
                                words(cell.timed()  ? figureOf(cell, m_text)
                                      : cell.reason ? causeText(*cell.reason, cell.status)
                                                    : "–")});
    }
    return out;
}

DocTable RoofsView::limitTable() const {
    DocTable out;
    out.id = "roofs-limits";
    out.title = t("roofs.limit_title");
    out.columns = {t("report.column_case"), t("report.column_variant"), t("roofs.column_flop"),
                   t("roofs.column_memory")};
    out.numeric = {false, false, true, true};
    for (const Row& row : m_c.rows) {
        if (row.experiment == "roofs") continue;
        for (const ReportCell& cell : row.cells) {
            const ReachedRoofs reached = reachedRoofs(m_c, cell);
            if (reached.known())
                out.rows.push_back({words(caseName(row)), words(columnName(cell.column)),
                                    percent(reached.flop), percent(reached.memory)});
        }
    }
    out.notes.push_back(t("roofs.limit_what"));
    // Of a comparison with several machines each has its own.
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            if (row.experiment == "roofs" || !cell.timed()) continue;
            for (std::string& line : whichLimits(roofsOf(m_c, cell), m_text))
                if (std::ranges::find(out.notes, line) == out.notes.end())
                    out.notes.push_back(std::move(line));
        }
    return out;
}

DocList RoofsView::sharingList() const {
    for (const ScalingSeries& series : scalingOf(*this, m_c)) {
        const ReportCell& cell = m_c.rows[series.row].cells[series.steps.back().column];
        if (auto lines = sharingLines(m_c, cell, m_text); !lines.empty()) return {std::move(lines)};
    }
    return {};
}

std::optional<DocSection> RoofsView::beside() const {
    DocTable limits = limitTable();
    DocList sharing = sharingList();
    if (limits.rows.empty() && !sharing.items.empty())
        return DocSection{t("roofs.sharing_title"), {std::move(sharing)}, false};
    if (limits.rows.empty()) {
        // What was found does not serve: why is said once.
        for (const Row& row : m_c.rows)
            for (const ReportCell& cell : row.cells)
                if (const MachineRoofs roofs = roofsOf(m_c, cell); cell.timed() && roofs.doubtful)
                    return DocSection{
                        t("roofs.limit_heading"), {DocList{whichLimits(roofs, m_text)}}, false};
        return std::nullopt;
    }
    DocSection section{t("roofs.limit_heading"), {std::move(limits)}, false};
    if (!sharing.items.empty()) section.blocks.emplace_back(std::move(sharing));
    return section;
}

}  // namespace duelo
