// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/view.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "experiments/specs.h"
#include "report/finding.h"
#include "report/report_words.h"

namespace duelo {

namespace {

/// Whose queue it was, where it was no GPU's.
constexpr const char* kCpuQueue = "reason.stopwatch_cpu_queue";

std::string timedName(const Params& work, const Text& text) {
    return workName(work.at("work"), text);
}

std::string nameOfWatch(Stopwatch watch, const Text& text) {
    return text.word("stopwatch", word(watch));
}

std::string msText(double ms, const Text& text) {
    return formatFixed(ms, decimalsFor(ms), text.numbers()) + " ms";
}

Json claimArgs(const Reading& claim, const Text& text) {
    return {{"watch", nameOfWatch(claim.stopwatch, text)},
            {"claimed", msText(claim.claimed_ms, text)},
            {"right", msText(claim.right_ms, text)},
            {"factor", formatSignificant(claim.claimed_ms / claim.right_ms, 3, text.numbers())}};
}

/// Returns the one that is furthest from the truth; null where none is.
const Reading* worstOf(const std::vector<Reading>& claims) {
    const auto worst = std::ranges::max_element(claims, {}, &Reading::error);
    return worst == claims.end() || worst->error() == 0 ? nullptr : &*worst;
}

std::optional<Finding> stopwatchFinding(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const std::vector<Reading> claims = claimsOf(shown.comparison, *row);
    const Reading* worst = worstOf(claims);
    if (!worst) return std::nullopt;
    const Text& text = shown.labels.text();
    std::string detail = text("stopwatch.headline_detail");
    if (!worst->doubts.empty())
        detail += " · " + text("results.bar_doubtful", {{"flag", worst->doubts}});
    return Finding{.headline = text(
                       worst->doubts.empty() ? "stopwatch.headline" : "stopwatch.headline_doubtful",
                       claimArgs(*worst, text)),
                   .detail = std::move(detail),
                   .row = static_cast<std::size_t>(row - shown.comparison.rows.data())};
}

std::vector<std::string> stopwatchAnswers(const Shown& shown) {
    const Text& text = shown.labels.text();
    std::vector<std::string> answers;
    for (const std::size_t r : shown.rows()) {
        const Row& row = shown.comparison.rows[r];
        const std::vector<Reading> claims = claimsOf(shown.comparison, row);
        const Reading* worst = worstOf(claims);
        if (!worst) continue;
        Json args = claimArgs(*worst, text);
        args["case_name"] = shown.labels.caseName(row);
        answers.push_back(
            text(worst->doubts.empty() ? "stopwatch.answer" : "stopwatch.answer_doubtful", args));
    }
    return answers;
}

/// A figure of what a stopwatch told; why it told nothing.
template <auto Of>
DocCell claimCell(const Row& row, const ReportCell& cell, const Labels& labels) {
    for (const Reading& claim : claimsOf(labels.comparison(), row))
        if (claim.column == cell.column) return Of(claim, CellWords(labels));
    return words("–");
}

DocCell saidCell(const Row& row, const ReportCell& cell, const Labels& labels) {
    if (cell.reason) return words(labels.causeText(*cell.reason, cell.status));
    return claimCell<[](const Reading& of, const CellWords& in) {
        return in.figure(of.claimed_ms, decimalsFor(of.claimed_ms));
    }>(row, cell, labels);
}

/// Stands beside what the same call takes when it is waited for.
DocCell queueCell(const Row& row, const ReportCell& cell, const Labels& labels) {
    return cell.result.metric("queue_waited_ms") ? saidCell(row, cell, labels) : words("–");
}

/// Lists the defect of each stopwatch that was used, for later readers of the report.
std::vector<DocSection> defects(const Comparison& comparison, const Labels& labels) {
    const Text& text = labels.text();
    std::set<Stopwatch> used;
    for (const Row& row : comparison.rows)
        if (row.experiment == "stopwatch")
            for (const Reading& claim : claimsOf(comparison, row)) used.insert(claim.stopwatch);
    DocList list;
    for (const Stopwatch watch : used)
        list.items.push_back(nameOfWatch(watch, text) + ": " +
                             text.word("stopwatch_defect", word(watch)));
    if (list.items.empty()) return {};
    return {{text("stopwatch.defects_title"), {std::move(list)}, false}};
}

/// The clocks side by side (S3-03); one that disagrees stands out.
BarsValue clockBars(const std::vector<ClockReading>& clocks, const Text& text) {
    BarsValue chart{.title = text("stopwatch.clocks_title")};
    for (const ClockReading& clock : clocks) {
        const std::string name = text.word("stopwatch_clock", clock.clock);
        const std::string said =
            msText(clock.ms, text) +
            (clock.differs ? " · " + text("stopwatch.clock_disagrees") : std::string());
        chart.bars.push_back(
            {.name = name, .text = said, .ms = clock.ms, .style = clock.differs ? 1 : 0});
        chart.description += name + ": " + said + ". ";
    }
    return chart;
}

/// Returns the charts of the row that was chosen, else of all.
std::vector<ChartValue> claimCharts(const Shown& shown) {
    const Comparison& comparison = shown.comparison;
    const Text& text = shown.labels.text();
    std::vector<ChartValue> charts;
    for (const std::size_t r : shown.row ? std::vector{*shown.row} : shown.rows()) {
        const Row& row = comparison.rows[r];
        const std::vector<Reading> claims = claimsOf(comparison, row);
        BarsValue bars = claimBars(claims, text, false);
        for (std::size_t i = 0; i < claims.size(); ++i)
            bars.bars[i].cell = CellAt{r, claims[i].column};
        for (BarsValue& chart :
             std::array{std::move(bars), clockBars(clocksOf(comparison, row), text)}) {
            if (!shown.row) chart.title += ": " + shown.labels.caseName(row);
            if (!chart.bars.empty()) charts.emplace_back(std::move(chart));
        }
    }
    return charts;
}

/// Clocks that contradict each other. That of the processor counts all threads and no waiting, and
/// events no preparation, so these two may differ.
std::vector<Reason> warningsOfClocks(const Comparison& comparison) {
    std::vector<Reason> warnings;
    for (const Row& row : comparison.rows) {
        if (row.experiment != "stopwatch") continue;
        const std::vector<ClockReading> clocks = clocksOf(comparison, row);
        for (const ClockReading& clock : clocks) {
            const double wall_ms = clocks.front().ms;
            const bool contradicts =
                clock.clock == "system" || (clock.clock == "device" && clock.ms > wall_ms);
            if (clock.differs && contradicts)
                warnings.push_back(
                    {"clocks_disagree",
                     {{"name", comparison.sources[row.cells.begin()->source].file_name},
                      {"stopwatch_clock", clock.clock},
                      {"other_ms", clock.ms},
                      {"wall_ms", wall_ms}},
                     {}});
        }
    }
    return warnings;
}

CardValue questionCard(const std::vector<Reading>& claims, const Text& text) {
    CardValue card{.id = "stopwatch_question", .title = text("stopwatch.question_title")};
    card.lines = {text("stopwatch.question_line")};
    for (const Stopwatch watch : wrongStopwatches(text))
        card.lines.push_back("– " + text.word("stopwatch_defect", word(watch)));
    for (const Reading& claim : claims)
        if (claim.readings.size() > 1) {
            std::string list;
            for (const double reading : claim.readings)
                list += (list.empty() ? "" : "; ") + msText(reading, text);
            card.lines.push_back(
                text("stopwatch.readings",
                     {{"watch", nameOfWatch(claim.stopwatch, text)}, {"list", list}}));
        }
    card.lines.push_back(text("stopwatch.question_where"));
    return card;
}

/// Whose queue it was, and what a stopwatch reads of it that waits, at the end or before the start.
std::optional<CardValue> queueCard(const Row& row, const Text& text) {
    for (const ReportCell& cell : row.cells) {
        const Metric* waited = cell.result.metric("queue_waited_ms");
        const Metric* pending = cell.result.metric("queue_pending_ms");
        if (!waited || !pending) continue;
        return CardValue{
            .id = "stopwatch_queue",
            .title = text("stopwatch.queue_title"),
            .lines = {text(kCpuQueue),
                      text("stopwatch.queue_line", {{"waited", msText(waited->value, text)},
                                                    {"pending", msText(pending->value, text)}})}};
    }
    return std::nullopt;
}

std::optional<CardValue> clockCard(const std::vector<ClockReading>& clocks, const Text& text) {
    if (clocks.empty()) return std::nullopt;
    CardValue card{.id = "stopwatch_clocks", .title = text("stopwatch.clocks_title")};
    for (const ClockReading& clock : clocks) {
        card.lines.push_back(
            text("stopwatch.clock_line", {{"clock_name", text.word("stopwatch_clock", clock.clock)},
                                          {"time", msText(clock.ms, text)}}));
        if (!clock.differs) continue;
        const bool more = clock.ms > clocks.front().ms;
        card.lines.push_back(text("stopwatch.clock_" + clock.clock + (more ? "_more" : "_less")));
    }
    if (std::ranges::none_of(clocks, &ClockReading::differs))
        card.lines.push_back(text("stopwatch.clocks_agree"));
    return card;
}

std::vector<CardValue> stopwatchCards(const Shown& shown) {
    const Text& text = shown.labels.text();
    const Row* row = shown.chosenRow();
    std::vector<CardValue> cards{
        questionCard(row ? claimsOf(shown.comparison, *row) : std::vector<Reading>(), text)};
    if (!row) return cards;
    for (const auto& card :
         {queueCard(*row, text), clockCard(clocksOf(shown.comparison, *row), text)})
        if (card) cards.push_back(*card);
    return cards;
}

}  // namespace

const View& stopwatchView() {
    using Of = const Reading&;
    static const std::vector<Figure> claims{
        {"claimed_ms", saidCell},
        {"right_ms", claimCell<[](Of of, const CellWords& in) {
             return in.figure(of.right_ms, decimalsFor(of.right_ms));
         }>},
        {"factor", claimCell<[](Of of, const CellWords& in) {
             return of.doubts.empty() ? in.figure(of.claimed_ms / of.right_ms, 2) : words("–");
         }>}};
    static const std::vector<Figure> clocks{
        {"clock_wall_ms"}, {"clock_system_ms"}, {"clock_cpu_ms"}, {"clock_device_ms"}};
    static const std::vector<Figure> queue{
        {"claimed_ms", queueCell}, {"queue_waited_ms"}, {"queue_pending_ms"}};
    static const View view{.title = "stopwatch.title",
                           .layout = {.name = {{.axis = "work", .say = timedName}},
                                      .tables = {{.id = "stopwatch-claims",
                                                  .figures = claims,
                                                  .title = "stopwatch.claims_title",
                                                  .lines = true},
                                                 {.id = "stopwatch-queue",
                                                  .figures = queue,
                                                  .title = "stopwatch.queue_title",
                                                  .note = kCpuQueue,
                                                  .lines = true},
                                                 {.id = "stopwatch-clocks",
                                                  .figures = clocks,
                                                  .title = "stopwatch.clocks_title",
                                                  .lines = true}}},
                           .table_answers = stopwatchAnswers,
                           .further_sections = defects,
                           .own_finding = stopwatchFinding,
                           .warnings = warningsOfClocks,
                           .charts = {{"stopwatch_claims", claimCharts}},
                           .cards = stopwatchCards,
                           .time_unit = inMilliseconds()};
    return view;
}

std::string claimText(const Reading& claim, const Text& text) {
    Json args = claimArgs(claim, text);
    args["flag"] = claim.doubts;
    const std::string line =
        text(claim.doubts.empty() ? "stopwatch.claim_line" : "stopwatch.claim_line_doubtful", args);
    return claim.cpu_queue ? line + ' ' + text(kCpuQueue) : line;
}

BarsValue claimBars(const std::vector<Reading>& claims, const Text& text, bool reveal) {
    BarsValue chart{.title = text(reveal ? "stopwatch.defects_title" : "stopwatch.claims_title")};
    for (const Reading& claim : claims) {
        const std::string code(word(claim.stopwatch));
        const std::string said = msText(claim.claimed_ms, text);
        const std::string name = nameOfWatch(claim.stopwatch, text);
        chart.bars.push_back(
            {.name = reveal ? name + ": " + text.word("stopwatch_defect", code) : name,
             .text = said,
             .ms = claim.claimed_ms,
             .style = claim.stopwatch == Stopwatch::Right ? 0 : 1});
        chart.description += chart.bars.back().name + ": " + said + ". ";
    }
    return chart;
}

}  // namespace duelo
