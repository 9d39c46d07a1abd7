// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/view.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "experiments/specs.h"
#include "record/doubt.h"
#include "report/finding.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// Clocks that differ by more are told.
constexpr double kClocksDiffer = 0.1;

std::string timedName(const Params& work, const Text& text) {
    return workName(work.at("work"), text);
}

std::vector<std::string> timedParts(const Params& work, const Text& text) {
    return {timedName(work, text)};
}

/// Null where nothing was measured rightly.
const ReportCell* rightCell(const Comparison& comparison, const Row& row) {
    for (const ReportCell& cell : row.cells)
        if (cell.timed() && comparison.columns[cell.column].variant.word<Stopwatch>("stopwatch") ==
                                Stopwatch::Right)
            return &cell;
    return nullptr;
}

std::vector<double> readingsOf(const ResultRecord& result) {
    std::vector<double> readings;
    const auto found =
        result.output.is_object() ? result.output.find("readings") : result.output.end();
    if (result.output.is_object() && found != result.output.end() && found->is_array())
        for (const Json& reading : *found)
            if (reading.is_number()) readings.push_back(reading.get<double>());
    return readings;
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

/// The one that is furthest from the truth.
const Reading* worstOf(const std::vector<Reading>& claims) {
    const auto worst = std::ranges::max_element(claims, {}, &Reading::error);
    return worst == claims.end() || worst->error() == 0 ? nullptr : &*worst;
}

Finding stopwatchFinding(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const std::vector<Reading> claims = claimsOf(shown.comparison, *row);
    const Reading* worst = worstOf(claims);
    if (!worst) return nothingFound(shown);
    const Text& text = shown.labels.text();
    std::string detail = text("stopwatch.headline_detail");
    if (worst->doubtful)
        detail +=
            " · " + text("results.bar_doubtful",
                         {{"flag", doubtfulOf(rightCell(shown.comparison, *row)->result.flags)}});
    return {.headline = text(worst->doubtful ? "stopwatch.headline_doubtful" : "stopwatch.headline",
                             claimArgs(*worst, text)),
            .detail = std::move(detail),
            .row = static_cast<std::size_t>(row - shown.comparison.rows.data())};
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

std::vector<ChartValue> claimCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const Text& text = shown.labels.text();
    const std::vector<Reading> claims = claimsOf(shown.comparison, *row);
    BarsValue bars = claimBars(claims, text, false);
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    for (std::size_t i = 0; i < claims.size(); ++i)
        bars.bars[i].cell = CellAt{at, claims[i].column};
    std::vector<ChartValue> charts{std::move(bars)};
    if (BarsValue clocks = clockBars(clocksOf(shown.comparison, *row), text); !clocks.bars.empty())
        charts.emplace_back(std::move(clocks));
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
    if (row)
        if (auto clocks = clockCard(clocksOf(shown.comparison, *row), text))
            cards.push_back(std::move(*clocks));
    return cards;
}

}  // namespace

const View& stopwatchView() {
    static const View view{.title = "stopwatch.title",
                           .case_parts = timedParts,
                           .short_name = timedName,
                           .finding = stopwatchFinding,
                           .answers = answersOf<StopwatchView>,
                           .sections = sectionsOf<StopwatchView>,
                           .warnings = warningsOfClocks,
                           .charts = {{"stopwatch_claims", claimCharts}},
                           .cards = stopwatchCards,
                           .time_unit = inMilliseconds()};
    return view;
}

std::vector<Stopwatch> wrongStopwatches(const Text& text) {
    std::vector<Stopwatch> wrong;
    for (std::size_t i = 0; i < wordsOf<Stopwatch>.size(); ++i)
        if (static_cast<Stopwatch>(i) != Stopwatch::Right)
            wrong.push_back(static_cast<Stopwatch>(i));
    std::ranges::sort(wrong, {},
                      [&](Stopwatch watch) { return text.word("stopwatch_defect", word(watch)); });
    return wrong;
}

std::string claimText(const Reading& claim, const Text& text) {
    return text("stopwatch.claim_line", claimArgs(claim, text));
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

double Reading::error() const {
    return std::abs(claimed_ms - right_ms) / right_ms;
}

std::vector<Reading> claimsOf(const Comparison& comparison, const Row& row) {
    std::vector<Reading> claims;
    const ReportCell* right = rightCell(comparison, row);
    for (const ReportCell& cell : row.cells) {
        if (!cell.timed() || !(cell.result.summary->median_ms > 0)) continue;
        const double own_ms = cell.result.summary->median_ms;
        Reading claim{
            .stopwatch = comparison.columns[cell.column].variant.word<Stopwatch>("stopwatch"),
            .column = cell.column,
            .claimed_ms = own_ms,
            .right_ms = right ? right->result.summary->median_ms : own_ms,
            .doubtful = right && isDoubtful(right->result),
            .readings = readingsOf(cell.result)};
        if (claim.stopwatch != Stopwatch::Right) {
            const Metric* claimed = cell.result.metric("claimed_ms");
            if (!claimed) continue;
            claim.claimed_ms = claimed->value;
        }
        claims.push_back(std::move(claim));
    }
    return claims;
}

std::vector<ClockReading> clocksOf(const Comparison& comparison, const Row& row) {
    std::vector<ClockReading> clocks;
    for (const ReportCell& cell : row.cells) {
        if (!cell.timed() || comparison.columns[cell.column].variant.word<Stopwatch>("stopwatch") !=
                                 Stopwatch::Right)
            continue;
        const Metric* wall = cell.result.metric("clock_wall_ms");
        if (!wall || !(wall->value > 0)) continue;
        for (const char* clock : {"wall", "system", "cpu", "device"})
            if (const Metric* told = cell.result.metric("clock_" + std::string(clock) + "_ms"))
                clocks.push_back(
                    {clock, told->value, std::abs(told->value / wall->value - 1) > kClocksDiffer});
        break;
    }
    return clocks;
}

std::vector<std::string> StopwatchView::answers() const {
    std::vector<std::string> out;
    for (const Row& row : m_c.rows) {
        if (row.experiment != "stopwatch") continue;
        const std::vector<Reading> claims = claimsOf(m_c, row);
        const Reading* worst = worstOf(claims);
        if (!worst) continue;
        Json args = claimArgs(*worst, m_text);
        args["case_name"] = caseName(row);
        out.push_back(t(worst->doubtful ? "stopwatch.answer_doubtful" : "stopwatch.answer", args));
    }
    return out;
}

std::vector<DocSection> StopwatchView::sections() const {
    DocSection results{t("report.results_heading"), {}, false};
    DocSection charts{t("report.chart_heading"), {}, false};
    for (std::size_t r = 0; r < m_c.rows.size(); ++r) {
        if (m_c.rows[r].experiment != "stopwatch") continue;
        if (DocTable claims = claimTable(r); !claims.rows.empty())
            results.blocks.emplace_back(std::move(claims));
        if (DocTable clocks = clockTable(r); !clocks.rows.empty())
            results.blocks.emplace_back(std::move(clocks));
        BarsValue bars = claimBars(claimsOf(m_c, m_c.rows[r]), m_text, false);
        bars.title += ": " + caseName(m_c.rows[r]);
        if (!bars.bars.empty()) charts.blocks.emplace_back(std::move(bars));
    }
    return {std::move(results), std::move(charts), defects()};
}

DocTable StopwatchView::claimTable(std::size_t row) const {
    DocTable out;
    out.id = "stopwatch-claims-" + std::to_string(row + 1);
    out.title = t("stopwatch.claims_title") + ": " + caseName(m_c.rows[row]);
    out.columns = {columnTitle(m_text, "stopwatch", "stopwatch"),
                   columnTitle(m_text, "stopwatch", "claimed_ms"), t("stopwatch.column_right"),
                   t("stopwatch.column_factor")};
    out.numeric = {false, true, true, true};
    for (const Reading& claim : claimsOf(m_c, m_c.rows[row]))
        out.rows.push_back(
            {words(nameOfWatch(claim.stopwatch, m_text)),
             figure(claim.claimed_ms, decimalsFor(claim.claimed_ms)),
             figure(claim.right_ms, decimalsFor(claim.right_ms)),
             claim.doubtful ? words("–") : figure(claim.claimed_ms / claim.right_ms, 2)});
    for (const ReportCell& cell : m_c.rows[row].cells)
        if (cell.reason)
            out.rows.push_back({words(columnName(cell.column)),
                                words(causeText(*cell.reason, cell.status)), words("–"),
                                words("–")});
    return out;
}

DocTable StopwatchView::clockTable(std::size_t row) const {
    DocTable out;
    out.id = "stopwatch-clocks-" + std::to_string(row + 1);
    out.title = t("stopwatch.clocks_title") + ": " + caseName(m_c.rows[row]);
    out.columns = {t("stopwatch.column_clock"), t("stopwatch.column_time"),
                   t("stopwatch.column_differs")};
    out.numeric = {false, true, false};
    for (const ClockReading& clock : clocksOf(m_c, m_c.rows[row]))
        out.rows.push_back({words(m_text.word("stopwatch_clock", clock.clock)),
                            figure(clock.ms, decimalsFor(clock.ms)),
                            words(t(clock.differs ? "note.yes" : "note.no"))});
    return out;
}

/// What is wrong with each that was used, for whoever reads the report afterwards.
DocSection StopwatchView::defects() const {
    std::set<Stopwatch> used;
    for (const Row& row : m_c.rows)
        if (row.experiment == "stopwatch")
            for (const Reading& claim : claimsOf(m_c, row)) used.insert(claim.stopwatch);
    DocList list;
    for (const Stopwatch watch : used)
        list.items.push_back(nameOfWatch(watch, m_text) + ": " +
                             m_text.word("stopwatch_defect", word(watch)));
    if (list.items.empty()) return {t("stopwatch.defects_title"), {}, false};
    return {t("stopwatch.defects_title"), {std::move(list)}, false};
}

}  // namespace duelo
