// SPDX-License-Identifier: Apache-2.0
#include "report/common_cards.h"

#include <algorithm>
#include <iterator>

#include "record/doubt.h"
#include "report/comparison_steps.h"
#include "report/document.h"
#include "report/imported.h"
#include "report/misleading.h"
#include "report/parts_chart.h"
#include "report/prediction.h"
#include "report/tail.h"

namespace duelo {
namespace {

/// A larger share without a name is worth a question.
constexpr double kUnexplainedShare = 0.15;

/// Returns words that begin a sentence; those of Duelo begin with plain letters.
std::string withCapital(std::string words) {
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return words;
}

const ReportCell* chosenCell(const Shown& shown) {
    const auto column = shown.chosenColumn();
    return column ? &shown.chosenRow()->cells[*column] : nullptr;
}

/// Returns the title of a card, which names the cell that it speaks of. A cell must be chosen.
std::string titleOfCell(const char* key, const Shown& shown) {
    const Text& text = shown.labels.text();
    const Row& row = *shown.chosenRow();
    const std::string name = shortName(shown.comparison.find(row.experiment), row.work, text);
    return text(key, {{"variant_name", shown.labels.columnName(*shown.chosenColumn())},
                      {"case_name", name}});
}

std::optional<CardValue> unlessEmpty(CardValue card) {
    return card.lines.empty() ? std::nullopt : std::optional(std::move(card));
}

}  // namespace

std::optional<CardValue> whereCard(const Shown& shown) {
    const ReportCell* cell = chosenCell(shown);
    if (!cell || !cell->timed()) return std::nullopt;
    return whereCard(titleOfCell("explain.where_title", shown), cell->parts(), shown.labels);
}

std::optional<CardValue> whereCard(std::string title, const Parts& parts, const Labels& labels) {
    const Text& text = labels.text();
    CardValue card{.id = "where", .title = std::move(title), .bars = breakdownOf(parts, text)};
    const std::string apart = apartText(parts, labels);
    // One part alone says no more than the time does.
    if (card.bars.bars.empty() || (card.bars.bars.front().parts.size() < 2 && apart.empty()))
        return std::nullopt;
    double total = 0, unexplained = 0;
    const auto& parts_shown = card.bars.bars.front().parts;
    const auto most = std::ranges::max_element(parts_shown, {}, &BarsValue::Part::ms);
    if (most != parts_shown.end())
        card.lines.push_back(
            text("explain.where_most", {{"part_name", most->name}, {"share_text", most->text}}));
    for (const BarsValue::Part& part : parts_shown) {
        total += part.ms;
        if (part.id == "unexplained") unexplained = part.ms;
    }
    if (unexplained > kUnexplainedShare * total)
        card.lines.push_back(text("explain.where_unexplained"));
    if (!apart.empty()) card.lines.push_back(text("explain.where_apart", {{"list", apart}}));
    return card;
}

std::optional<CardValue> predictionCard(const Shown& shown) {
    const Comparison& comparison = shown.comparison;
    const Prediction* prediction = predictionIn(comparison);
    if (!prediction || shown.isLive()) return std::nullopt;
    const Text& text = shown.labels.text();
    const PredictionWords words(*prediction, comparison.rows.front().experiment, comparison.find,
                                text);
    CardValue card{.id = "prediction", .title = text("prediction.card_title")};
    if (!prediction->skipped)
        for (const PredictionOutcome& outcome : outcomesOf(comparison, shown.labels))
            card.lines.push_back(words.line(outcome, shown.labels));
    std::ranges::move(words.remarks(*prediction), std::back_inserter(card.lines));
    return unlessEmpty(std::move(card));
}

std::optional<CardValue> ledgerCard(const Shown& shown) {
    const ColumnRatio* ratio = shown.chosenRatio();
    const Spec* spec = ratio ? shown.comparison.find(shown.chosenRow()->experiment) : nullptr;
    if (!ratio || (spec && !spec->compares)) return std::nullopt;
    const Text& text = shown.labels.text();
    if (hasGame(shown.comparison)) return std::nullopt;
    CardValue card{.id = "ledger", .title = text("explain.ledger_title")};
    card.lines.push_back(
        text("explain.ledger_pair", {{"base_name", shown.labels.columnName(ratio->base)},
                                     {"variant_name", shown.labels.columnName(ratio->column)}}));
    const Ledger ledger = ledgerOf(shown.comparison, ratio->base, ratio->column);
    for (const Ledger::Tick& tick : ledger.ticks)
        card.lines.push_back(
            tickLine(tick.answer, tickText(shown.comparison, ledger, tick, text), text));
    return card;
}

std::optional<CardValue> measuredCard(const Shown& shown) {
    const ReportCell* cell = chosenCell(shown);
    if (!cell || !cell->timed()) return std::nullopt;
    // The card on the source of such a time tells how it was timed.
    if (provenanceOf(shown.comparison.sources[cell->source].header)) return std::nullopt;
    const Labels& labels = shown.labels;
    const Text& text = labels.text();
    const ResultRecord& result = cell->result;
    CardValue card{.id = "measured", .title = titleOfCell("explain.measured_title", shown)};
    const auto add = [&](const std::string& key, const Json& args) {
        card.lines.push_back(text(key, args));
    };
    const std::string own = shown.chosenRow()->experiment + ".measured_n";
    add(text.has(own) ? own : "explain.measured_n",
        {{"n", result.summary->n}, {"calls", result.warm_up_calls}});
    if (const auto tail = tailOf(shown.comparison, *shown.chosenRow(), *cell)) {
        if (tail->missing)
            card.lines.push_back(text.reason(*tail->missing));
        else
            add("explain.measured_tail", {{"percentile", tail->percentile},
                                          {"bound_text", labels.timeText(*tail->bound_ms)},
                                          {"n", result.summary->n}});
    }
    const std::string& clock = shown.comparison.sources[cell->source].header.engine.clock.clock;
    if (!clock.empty()) add("explain.measured_clock", {{"clock", text.word("clock", clock)}});
    if (cell->cold)
        add("explain.measured_cold", {{"load_text", labels.timeText(cell->cold->load_ms)},
                                      {"first_text", labels.timeText(cell->cold->first_ms)}});
    for (const Metric& metric : result.metrics)
        if (const std::string key = "explain.metric_" + metric.id;
            text.has(key) && metric.value > 0)
            add(key, {{"rate", labels.number(metric.value, metric.ci95)},
                      {"interval_text",
                       labels.intervalText(metric.ci95, decimalsFor(metric.value, metric.ci95))}});
    if (const auto& energy = result.energy)
        add("explain.measured_energy",
            {{"joules_text", formatSignificant(energy->perCallJ(), 3, text.numbers())},
             {"calls", energy->calls},
             {"span_ms", energy->span_ms},
             {"source_text", text.word("energy_source", energy->source)}});
    for (const std::string& flag : result.flags)
        add("explain.measured_flags", {{"flag_text", withCapital(text.word("flag", flag))},
                                       {"help_text", text.word("flag_help", flag)}});
    if (isDoubtful(result)) add("report.doubtful_note", Json::object());
    return card;
}

std::optional<CardValue> noticesCard(const Shown& shown) {
    const ReportCell* cell = chosenCell(shown);
    if (!cell) return std::nullopt;
    const Text& text = shown.labels.text();
    const Source& source = shown.comparison.sources[cell->source];
    CardValue card{.id = "notices", .title = text("explain.notices_title")};
    for (const auto* reasons :
         {&shown.comparison.warnings, &source.warnings, &source.notices, &cell->notices})
        for (const Reason& reason : *reasons) {
            if (shown.isLive() && reason.code == "file_open") continue;  // of course it is
            std::string line = text.reason(reason);
            if (std::ranges::find(card.lines, line) == card.lines.end())
                card.lines.push_back(std::move(line));
        }
    return unlessEmpty(std::move(card));
}

std::optional<CardValue> othersCard(const Shown& shown) {
    CardValue card{.id = "others", .title = shown.labels.text()("explain.provenance_title")};
    for (const Source& source : shown.comparison.sources)
        if (source.role != Role::Own || provenanceOf(source.header))
            card.lines.push_back(shown.labels.provenance(source));
    if (std::ranges::any_of(shown.comparison.sources, [](const Source& source) {
            return source.role != Role::Own && source.integrity == Integrity::Sealed &&
                   !provenanceOf(source.header);
        }))
        card.lines.push_back(shown.labels.text()("integrity.seal_note"));
    // An estimate stands here and in no table.
    for (const Row& row : shown.comparison.rows)
        for (const ReportCell& cell : row.cells)
            if (cell.timed() && isSimulated(shown.comparison.sources[cell.source]))
                card.lines.push_back(shown.labels.caseName(row) + ": " +
                                     shown.labels.timeText(*cell.result.summary));
    return unlessEmpty(std::move(card));
}

}  // namespace duelo
