// SPDX-License-Identifier: Apache-2.0
// What the times of all sizes say together.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/transfer/params.h"
#include "experiments/transfer/view.h"
#include "report/series_look.h"
#include "report/time_charts.h"
#include "stats/validity.h"

namespace duelo {

namespace {

std::string microseconds(double ms, const Text& text) {
    return formatSignificant(1e3 * ms, 3, text.numbers()) + " µs";
}

std::string rateText(double bytes_per_ms, const Text& text) {
    return formatRate(1e3 * bytes_per_ms, "byte/s", text.numbers());
}

/// Over the size, logarithmic: sizes are chosen in powers.
LinesValue overSize(const Shown& shown, const char* title, const char* y_title) {
    const Text& text = shown.labels.text();
    LinesValue out{
        .title = shown.labels.withCommon(text(title)), .y_title = text(y_title), .log_x = true};
    titleX(out, shown, "bytes");
    return out;
}

void describePoint(LinesValue& chart, const std::string& name, double bytes,
                   const std::string& value, const Text& text) {
    std::string& told = chart.description;
    if (!told.empty()) told += told.ends_with('.') ? " " : "; ";
    told += name + ", " + formatBytes(bytes, text.numbers()) + ": " + value;
}

CardValue fitCard(const Shown& shown, std::size_t column, const LatencyFit& fit) {
    const Text& text = shown.labels.text();
    CardValue card{.id = "transfer_fit", .title = text("transfer.card_title")};
    if (!isLaw(fit)) {
        card.lines = {text("transfer.card_no_line"), lawText(fit, shown.labels, column)};
        return card;
    }
    card.lines = {fitText("transfer.card_fit", fit, shown.labels, column),
                  fit.latency_ms > 0 ? text("transfer.card_half",
                                            {{"half_bytes", fit.halfRateBytes()},
                                             {"latency_text", microseconds(fit.latency_ms, text)}})
                                     : text("transfer.card_no_start"),
                  text("transfer.card_residue", {{"residue_percent", 100 * fit.residue}})};
    return card;
}

}  // namespace

std::string lawText(const LatencyFit& fit, const Labels& labels, std::size_t column) {
    return fitText(!isLaw(fit)          ? "transfer.answer_no_line"
                   : fit.latency_ms > 0 ? "transfer.answer"
                                        : "transfer.answer_no_start",
                   fit, labels, column);
}

std::string fitText(const char* key, const LatencyFit& fit, const Labels& labels,
                    std::size_t column) {
    const Text& text = labels.text();
    return text(key, {{"variant_name", labels.columnName(column)},
                      {"latency_text", microseconds(fit.latency_ms, text)},
                      {"rate_text", rateText(fit.bytes_per_ms, text)},
                      {"half_bytes", fit.halfRateBytes()},
                      {"residue_percent", 100 * fit.residue}});
}

std::vector<std::string> cacheLines(const Shown& shown, std::size_t column) {
    const Text& text = shown.labels.text();
    std::vector<std::string> lines;
    for (const CacheStep& step : cacheStepsOf(shown, column)) {
        std::string rate = rateText(step.copy.bytes / step.copy.ms, text), doubts;
        const ReportCell& cell = shown.comparison.rows[step.copy.row].cells[column];
        for (const std::string& flag : doubtfulOf(cell.result.flags))
            doubts += (doubts.empty() ? "" : ", ") + text.word("flag", flag);
        if (!doubts.empty()) rate += " (" + doubts + ")";
        lines.push_back(text(step.level == 0 ? "transfer.step_memory" : "transfer.step_cache",
                             {{"level", step.level},
                              {"cache_bytes", step.cache_bytes},
                              {"copy_bytes", step.copy.bytes},
                              {"rate_text", rate}}));
    }
    return lines;
}

namespace {

/// Sets the handing over of shared memory beside the copy of the same bytes, of the chosen row.
std::optional<CardValue> sharedCard(const Shown& shown) {
    const Row& row = *shown.chosenRow();
    const ReportCell *shared = nullptr, *copied = nullptr;
    for (const std::size_t column : shown.columns()) {
        const Params& variant = shown.comparison.columns[column].variant;
        const ReportCell& cell = row.cells[column];
        if (!cell.timed()) continue;
        if (isHandedOver(variant))
            shared = &cell;
        else if (variant.at("memory") == Json(word(HostMemory::Pinned)) &&
                 variant.at("direction") == Json(word(Direction::ToDevice)))
            copied = &cell;
    }
    if (!shared) return std::nullopt;
    const Text& text = shown.labels.text();
    CardValue card{.id = "transfer_shared", .title = text("transfer.shared_card")};
    card.lines = {
        text("transfer.shared_line",
             {{"size_bytes", row.work.real("bytes")},
              {"shared_text", shown.labels.timeText(shared->result.summary->median_ms)}})};
    if (copied)
        card.lines.push_back(
            text("transfer.shared_copy",
                 {{"copy_text", shown.labels.timeText(copied->result.summary->median_ms)}}));
    card.lines.push_back(text("transfer.shared_why"));
    return card;
}

}  // namespace

std::vector<CardValue> transferCards(const Shown& shown) {
    const auto column = shown.chosenColumn();
    if (!shown.chosenRow() || !column) return {};
    const Text& text = shown.labels.text();
    std::vector<CardValue> cards;
    const auto fit = fitOf(copiesOf(shown, *column));
    if (fit) cards.push_back(fitCard(shown, *column, *fit));
    if (auto lines = cacheLines(shown, *column); lines.size() > 1) {
        lines.push_back(text("transfer.steps_why"));
        cards.push_back({.id = "transfer_steps",
                         .title = text("transfer.steps_title",
                                       {{"variant_name", shown.labels.columnName(*column)}}),
                         .lines = std::move(lines)});
    }
    if (auto card = sharedCard(shown)) cards.push_back(std::move(*card));
    if (const auto overlap = overlapOf(shown.chosenRow()->cells[*column]))
        cards.push_back(
            {.id = "transfer_overlap",
             .title = text("transfer.overlap_card"),
             .lines = {text("transfer.overlap_line",
                            {{"variant_name", shown.labels.columnName(*column)},
                             {"both_text", shown.labels.timeText(overlap->both_ms)},
                             {"copy_text", shown.labels.timeText(overlap->copy_ms)},
                             {"compute_text", shown.labels.timeText(overlap->compute_ms)},
                             {"hidden_percent", 100 * overlap->hidden()}}),
                       text("transfer.overlap_why")}});
    return cards;
}

std::vector<ChartValue> transferRateCharts(const Shown& shown) {
    if (!shown.chosenRow()) return {};
    const Text& text = shown.labels.text();
    LinesValue out = overSize(shown, "transfer.rates_title", "transfer.rates_y");
    out.y_unit = " GB/s";
    out.full_name = text("transfer.line_measured");
    out.dashed_name = text("transfer.line_fitted");
    out.log_y = shown.log_y.value_or(true);
    for (const std::size_t column : shown.columns()) {
        const std::vector<TimedCopy> copies = copiesOf(shown, column);
        if (copies.empty()) continue;
        const std::string name = shown.labels.columnName(column);
        const int style = styleOf(shown.comparison, column);
        LinesValue::Series rates{.name = name, .style = style};
        LinesValue::Series fitted{.name = name, .style = style, .dashed = true};
        // One start and one rate for two caches would be drawn where nothing was measured.
        auto fit = fitOf(copies);
        if (fit && !isLaw(*fit)) {
            out.description +=
                (out.description.empty() ? "" : ". ") + lawText(*fit, shown.labels, column);
            fit.reset();
        }
        for (const TimedCopy& copy : copies) {
            rates.points.push_back({.x = copy.bytes,
                                    .y = copy.gigabytesPerS(),
                                    .interval = copy.rateInterval(),
                                    .final = copy.final,
                                    .cell = CellAt{copy.row, column}});
            describePoint(out, name, copy.bytes, out.yText(rates.points.back(), text.numbers()),
                          text);
            if (fit)
                fitted.points.push_back(
                    {.x = copy.bytes, .y = copy.bytes / fit->predictedMs(copy.bytes) / 1e6});
        }
        out.series.push_back(std::move(rates));
        if (fit) out.series.push_back(std::move(fitted));
    }
    if (!out.series.empty() && out.log_y) out.description += ". " + text("transfer.chart_log");
    return {std::move(out)};
}

std::vector<ChartValue> transferResidueCharts(const Shown& shown) {
    if (!shown.chosenRow()) return {};
    const Text& text = shown.labels.text();
    LinesValue out = overSize(shown, "transfer.residue_title", "transfer.residue_y");
    out.y_unit = " %";
    for (const std::size_t column : shown.columns()) {
        const std::vector<TimedCopy> copies = copiesOf(shown, column);
        const auto fit = fitOf(copies);
        if (!fit) continue;
        LinesValue::Series left{.name = shown.labels.columnName(column),
                                .style = styleOf(shown.comparison, column)};
        for (const TimedCopy& copy : copies) {
            if (!copy.final) continue;
            const double percent = 100 * (copy.ms - fit->predictedMs(copy.bytes)) / copy.ms;
            left.points.push_back(
                {.x = copy.bytes, .y = percent, .cell = CellAt{copy.row, column}});
            describePoint(out, left.name, copy.bytes, text.value("residue_percent", percent), text);
        }
        out.series.push_back(std::move(left));
    }
    return {std::move(out)};
}

}  // namespace duelo
