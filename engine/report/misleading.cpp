// SPDX-License-Identifier: Apache-2.0
#include "report/misleading.h"

#include <algorithm>
#include <utility>

#include "report/comparison_steps.h"
#include "report/imported.h"
#include "report/time_unit.h"
#include "stats/validity.h"

namespace duelo {
namespace {

std::optional<double> msOf(const ReportCell& cell, GameTime time) {
    if (!cell.timed()) return std::nullopt;
    const Summary& summary = *cell.result.summary;
    std::optional<double> ms;
    switch (time) {
        case GameTime::Median:
            ms = summary.median_ms;
            break;
        case GameTime::First:
            if (cell.cold) ms = cell.cold->first_ms;
            break;
        case GameTime::Fastest:
            ms = summary.min_ms;
            break;
        case GameTime::Device:
            ms = summary.device_median_ms;
            break;
    }
    return ms && isPositive(*ms) ? ms : std::nullopt;
}

Result<GameSide> sideOf(const Comparison& comparison, const std::string& id,
                        const std::string& time) {
    for (std::size_t r = 0; r < comparison.rows.size(); ++r)
        for (const ReportCell& cell : comparison.rows[r].cells) {
            if (id.empty() || cell.id != id || comparison.columns[cell.column].file != 0) continue;
            if (!cell.timed() || isBrought(comparison, cell))
                return fail("game_cell_unknown", {{"cell", visibleText(id)}});
            const auto word = parseWord<GameTime>(time.empty() ? "median" : time);
            const auto ms = word ? msOf(cell, *word) : std::nullopt;
            if (!ms)
                return fail("game_time_unknown",
                            {{"cell", visibleText(id)}, {"time", visibleText(time)}});
            return GameSide{{r, cell.column}, *word, *ms};
        }
    return fail("game_cell_unknown", {{"cell", visibleText(id)}});
}

}  // namespace

std::vector<GameTime> gameTimesOf(const ReportCell& cell) {
    std::vector<GameTime> times;
    for (const GameTime time :
         {GameTime::Median, GameTime::First, GameTime::Fastest, GameTime::Device})
        if (msOf(cell, time)) times.push_back(time);
    return times;
}

Result<Misleading> misleadingOf(const Comparison& comparison, const Labels& labels,
                                const Game& game) {
    auto slow = sideOf(comparison, game.slow_cell, game.slow_time);
    if (!slow) return tl::unexpected(std::move(slow.error()));
    auto fast = sideOf(comparison, game.fast_cell, game.fast_time);
    if (!fast) return tl::unexpected(std::move(fast.error()));
    if (slow->at == fast->at && slow->time == fast->time) return fail("game_same_time");
    const Text& text = labels.text();
    const std::string slowDevice = labels.deviceName(slow->at.column),
                      fastDevice = labels.deviceName(fast->at.column);
    const bool tell = slowDevice != fastDevice;
    const auto named = [&](const std::string& given, const std::string& device, const char* other) {
        return !given.empty() ? visibleText(given) : tell ? device : text(other);
    };
    slow->name = named(game.slow_name, slowDevice, "game.name_slow");
    fast->name = named(game.fast_name, fastDevice, "game.name_fast");
    if (slow->ms < fast->ms) std::swap(slow, fast);
    return Misleading{*std::move(slow), *std::move(fast)};
}

std::optional<Misleading> misleadingIn(const Comparison& comparison, const Labels& labels) {
    if (comparison.sources.empty()) return std::nullopt;
    const auto game = gameOf(comparison.sources.front().header);
    if (!game) return std::nullopt;
    auto out = misleadingOf(comparison, labels, *game);
    return out ? std::optional(*std::move(out)) : std::nullopt;
}

Ledger ledgerOf(const Comparison& comparison, const Misleading& game) {
    const GameSide &slow = game.slow, &fast = game.fast;
    const auto yes = [](bool is) { return is ? Answer::Yes : Answer::No; };
    Ledger ledger = ledgerOfCells(comparison, slow.at, fast.at);
    const bool first = slow.time == GameTime::First || fast.time == GameTime::First;
    for (Ledger::Tick& tick : ledger.ticks) {
        if (tick.code == "both_warm" && first) tick.answer = Answer::No;
        if (tick.code == "same_clock" && slow.time != fast.time &&
            (slow.time == GameTime::Device || fast.time == GameTime::Device))
            tick.answer = Answer::No;
        if (tick.code == "transfers" &&
            (slow.time == GameTime::Device || fast.time == GameTime::Device))
            tick = {"transfers", Answer::No, "apart"};
    }
    const Params &a = comparison.columns[slow.at.column].variant,
                 &b = comparison.columns[fast.at.column].variant;
    std::erase_if(ledger.ticks,
                  [](const Ledger::Tick& tick) { return tick.code == "same_threads"; });
    if (deviceOf(a).isCpu() && deviceOf(b).isCpu() && a.has("threads") && b.has("threads"))
        ledger.ticks.insert(ledger.ticks.begin(),
                            {"same_threads", yes(a.at("threads") == b.at("threads")), {}});
    ledger.ticks.insert(ledger.ticks.begin(), {"same_time", yes(slow.time == fast.time), {}});
    ledger.ticks.insert(ledger.ticks.begin(), {"same_case", yes(slow.at.row == fast.at.row), {}});
    return ledger;
}

namespace {

/// Returns the one unit in which both sides are told.
TimeUnit unitOf(const Misleading& game) {
    return timeUnitOf(std::vector{game.slow.ms, game.fast.ms});
}

}  // namespace

Finding findingOf(const Misleading& game, const Text& text) {
    return {.headline = text("game.headline",
                             {{"fast_name", game.fast.name},
                              {"slow_name", game.slow.name},
                              {"ratio", formatSignificant(game.factor(), 3, text.numbers())}}),
            .detail = text("game.detail"),
            .row = game.fast.at.row};
}

BarsValue chartOf(const Misleading& game, const Text& text) {
    BarsValue chart{.title = findingOf(game, text).headline};
    int style = 0;
    for (const GameSide* side : {&game.slow, &game.fast})
        chart.bars.push_back(
            {.name = side->name,
             .text = timeText(side->ms, std::nullopt, unitOf(game), text.numbers()),
             .ms = side->ms,
             .style = style++});
    chart.description = text("game.chart", {{"slow_name", game.slow.name},
                                            {"slow_text", chart.bars[0].text},
                                            {"fast_name", game.fast.name},
                                            {"fast_text", chart.bars[1].text}});
    return chart;
}

std::vector<std::string> truthOf(const Misleading& game, const Comparison& comparison,
                                 const Labels& labels) {
    const Text& text = labels.text();
    const auto whole = [&](const GameSide& side) {
        return labels.caseName(comparison.rows[side.at.row]) + ", " +
               labels.variantName(comparison.columns[side.at.column].variant);
    };
    std::vector<std::string> lines;
    for (const GameSide* side : {&game.slow, &game.fast})
        lines.push_back(text("game.truth", {{"name", side->name},
                                            {"what_text", whole(*side)},
                                            {"time_text", text.word("game_time", word(side->time))},
                                            {"figure", timeText(side->ms, std::nullopt,
                                                                unitOf(game), text.numbers())}}));
    lines.push_back(text("game.signs"));  // of the ledger's lines, which follow
    return lines;
}

std::string tickName(const Ledger::Tick& tick, const Text& text) {
    return text.word("ledger", tick.code);
}

std::string tickLine(const Ledger::Tick& tick, const Text& text) {
    return tickLine(tick.answer, text.word("ledger", tick.key()), text);
}

std::string tickLine(Answer answer, const std::string& what, const Text& text) {
    const char* key = answer == Answer::Yes  ? "explain.ledger_yes"
                      : answer == Answer::No ? "explain.ledger_no"
                                             : "explain.ledger_unknown";
    return text(key, {{"what_text", what}});
}

bool hasGame(const Comparison& comparison) {
    return std::ranges::any_of(
        comparison.sources, [](const Source& source) { return gameOf(source.header).has_value(); });
}

std::string watermarkOf(const Comparison& comparison, const Text& text) {
    return hasGame(comparison) ? text("game.watermark") : std::string();
}

void mark(LongTable& table, const Comparison& comparison, const Text& text) {
    const std::string watermark = watermarkOf(comparison, text);
    if (watermark.empty()) return;
    table.columns.emplace_back("game");
    for (auto& row : table.rows) row.emplace_back(watermark);
}

void mark(DocTable& table, const Comparison& comparison, const Text& text) {
    const std::string watermark = watermarkOf(comparison, text);
    if (watermark.empty()) return;
    table.columns.push_back(text("game.mark"));
    table.numeric.push_back(false);
    for (auto& row : table.rows) row.push_back({watermark});
}

void mark(Document& document, const std::string& watermark) {
    if (watermark.empty()) return;
    document.watermark = watermark;
    document.declaration =
        watermark + (document.declaration ? " " + *document.declaration : std::string());
    const std::string before = Text(document.language, document.numbers)("game.mark") + ": ";
    document.title = before + document.title;
    for (DocSection& section : document.sections)
        for (DocBlock& block : section.blocks) {
            if (auto* table = std::get_if<DocTable>(&block)) table->title = before + table->title;
            if (auto* chart = std::get_if<ChartValue>(&block))
                std::visit([&](auto& value) { value.title = before + value.title; }, *chart);
        }
}

}  // namespace duelo
