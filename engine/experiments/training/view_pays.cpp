// SPDX-License-Identifier: Apache-2.0
// When each way of a training pays (S4-17): what it takes before its first epoch and for each one,
// against the base of the table.
#include <algorithm>
#include <cmath>

#include "experiments/training/output.h"
#include "experiments/training/view.h"
#include "experiments/training/view_charts.h"
#include "report/report_words.h"

namespace duelo {

namespace {

struct WayPays {
    std::size_t column = 0;
    double start_ms = 0, epoch_ms = 0;
    std::optional<double> accuracy{};
    std::string when{};  ///< in words
};

/// Loading, with the start of processes and libraries, and what the first epoch takes longer.
std::optional<double> startOf(const ReportCell& cell) {
    if (!cell.cold) return std::nullopt;
    return cell.cold->load_ms + std::max(0.0, cell.cold->first_ms - cell.result.summary->median_ms);
}

/// Returns from which epoch on a training ends before the base's, in words.
std::string whenItPays(const Labels& labels, const Row& row, const ColumnRatio& ratio) {
    const Text& text = labels.text();
    // The table of the implementations says why.
    if (labels.whyNoFactor(row, ratio)) return text("training.pays_unknown");
    if (ratio.estimate->verdict == Verdict::Slower) return text("training.pays_never");
    if (ratio.estimate->verdict != Verdict::Faster) return text("training.pays_same");
    const ReportCell &base = row.cells[ratio.base], &way = row.cells[ratio.column];
    const double later_ms = startOf(way).value_or(0) - startOf(base).value_or(0);
    const double saved_ms = base.result.summary->median_ms - way.result.summary->median_ms;
    if (later_ms <= saved_ms || saved_ms <= 0) return text("training.pays_at_once");
    return text("training.pays_from",
                {{"epochs", static_cast<std::int64_t>(std::ceil(later_ms / saved_ms))}});
}

/// Returns the ways of a training's row that were timed; empty unless they are the base and
/// another.
std::vector<WayPays> waysOf(const Labels& labels, const Row& row) {
    const Comparison& comparison = labels.comparison();
    std::vector<WayPays> ways;
    const auto base = comparison.base_column;
    if (row.experiment != "training" || !base || *base >= row.cells.size() ||
        !row.cells[*base].timed())
        return ways;
    for (const ReportCell& cell : row.cells) {
        const auto start_ms = cell.timed() ? startOf(cell) : std::nullopt;
        if (!start_ms) continue;
        const auto trained = trainedOf(cell.result);
        WayPays way{.column = cell.column,
                    .start_ms = *start_ms,
                    .epoch_ms = cell.result.summary->median_ms};
        if (trained) way.accuracy = trained->test_accuracy;
        way.when = cell.column == *base
                       ? labels.text()("training.base")
                       : whenItPays(labels, row, ratioOf(comparison, row, *base, cell.column));
        ways.push_back(std::move(way));
    }
    if (ways.size() < 2) ways.clear();
    return ways;
}

class PaysTable : private ReportWords {
public:
    explicit PaysTable(const Labels& labels) : ReportWords(labels) {}

    DocTable of(std::size_t r) const {
        DocTable out = emptyTable("pays-" + std::to_string(r + 1),
                                  t("training.pays_title", {{"case_name", caseName(m_c.rows[r])}}),
                                  kTrainingColumn,
                                  {"variant", "start_time", "epoch_time", "accuracy", "pays"});
        for (const WayPays& way : waysOf(*this, m_c.rows[r]))
            out.rows.push_back({words(columnName(way.column)), time(way.start_ms),
                                time(way.epoch_ms), percent(way.accuracy), words(way.when)});
        out.notes = {t("training.pays_note"), t("training.pays_general")};
        return out;
    }
};

}  // namespace

DocTable paysTable(std::size_t r, const Labels& labels) {
    return PaysTable(labels).of(r);
}

std::optional<CardValue> paysCard(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return std::nullopt;
    const Text& text = shown.labels.text();
    CardValue card{.id = "pays", .title = text("training.pays_card")};
    for (const WayPays& way : waysOf(shown.labels, *row)) {
        if (shown.comparison.base_column == way.column) continue;
        card.lines.push_back(
            text("training.pays_line", {{"variant_name", shown.labels.spokenName(way.column)},
                                        {"start_text", shown.labels.timeText(way.start_ms)},
                                        {"epoch_text", shown.labels.timeText(way.epoch_ms)},
                                        {"pays_text", way.when}}));
    }
    if (card.lines.empty()) return std::nullopt;
    card.lines.push_back(text("training.pays_general"));
    return card;
}

}  // namespace duelo
