// SPDX-License-Identifier: Apache-2.0
// What a sweep over the batch found, as a card and as a table.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "record/doubt.h"

namespace duelo {
namespace {

/// Fewer are a comparison of batches and no search.
constexpr std::size_t kLeastBatches = 3;

constexpr std::string_view kThroughput = "throughput";

Params withoutBatch(const Row& row) {
    Params work = row.work;
    work.erase("batch");
    return work;
}

/// Rows that differ in their batch alone, in ascending order of it.
using Sweep = std::map<std::int64_t, const Row*>;

Sweep sweepOf(const Comparison& comparison, const Row& like) {
    Sweep rows;
    const Params work = withoutBatch(like);
    for (const Row& row : comparison.rows)
        if (row.experiment == like.experiment && withoutBatch(row) == work)
            rows.emplace(row.work.integer("batch"), &row);
    return rows;
}

/// Returns why there is no figure behind the largest batch that has one.
BestBatch::Larger whatFollows(const ReportCell& cell) {
    static const std::set<std::string, std::less<>> memory{"out_of_memory", "out_of_host_memory",
                                                           "not_enough_memory", "batch_too_large"};
    if (!cell.reason) return BestBatch::Larger::Untold;
    if (memory.contains(cell.reason->code)) return BestBatch::Larger::DoNotFit;
    return cell.reason->code == "throughput_ended" ? BestBatch::Larger::NotFaster
                                                   : BestBatch::Larger::Untold;
}

std::optional<BestBatch> bestOf(const Sweep& rows, std::size_t column) {
    std::optional<BestBatch> best;
    for (const auto& [batch, row] : rows) {
        const ReportCell& cell = row->cells[column];
        const Metric* rate = cell.timed() ? cell.result.metric(kThroughput) : nullptr;
        if (rate == nullptr || isDoubtful(cell.result)) {
            if (best && best->larger == BestBatch::Larger::Untold) best->larger = whatFollows(cell);
            continue;
        }
        if (!best || rate->value > best->rate.value)
            best = BestBatch{column, row, *rate};
        else
            best->larger = BestBatch::Larger::NotFaster;
    }
    return best;
}

std::string_view wordOf(BestBatch::Larger larger) {
    switch (larger) {
        case BestBatch::Larger::NotFaster:
            return "slower";
        case BestBatch::Larger::DoNotFit:
            return "memory";
        case BestBatch::Larger::Untold:
            break;
    }
    return "growing";
}

std::vector<BestBatch> bestIn(const Comparison& comparison, const Sweep& rows) {
    std::vector<BestBatch> all;
    if (rows.size() < kLeastBatches) return all;
    for (std::size_t column = 0; column < comparison.columns.size(); ++column)
        if (auto best = bestOf(rows, column)) all.push_back(std::move(*best));
    return all;
}

}  // namespace

std::vector<BestBatch> bestBatches(const Comparison& comparison, const Row& like) {
    return bestIn(comparison, sweepOf(comparison, like));
}

CardValue bestBatchCard(const Shown& shown) {
    const Text& text = shown.labels.text();
    CardValue card{.id = "batch", .title = text("explain.batch_title")};
    for (const BestBatch& best : bestBatches(shown.comparison, *shown.chosenRow())) {
        const Metric& rate = best.rate;
        card.lines.push_back(
            text("explain.batch_best",
                 {{"variant_name", shown.labels.columnName(best.column)},
                  {"batch", best.row->work.integer("batch")},
                  {"rate", shown.labels.number(rate.value, rate.ci95)},
                  {"interval_text",
                   shown.labels.intervalText(rate.ci95, decimalsFor(rate.value, rate.ci95))}}) +
            " " + text("explain.batch_" + std::string(wordOf(best.larger))));
    }
    if (!card.lines.empty()) card.lines.push_back(text("explain.batch_note"));
    return card;
}

DocTable InferenceTables::batchTable() const {
    DocTable out = bareTable(
        "best-batch", "report.batch_title",
        {"column.model", "head.size_px", "report.column_variant", "column.batch",
         "report.column_throughput", "report.column_interval", "report.column_larger_batches"},
        {3, 4});
    // All at once: looked for row by row, thousands of sizes would take minutes.
    std::map<Params, std::pair<const Row*, Sweep>> sweeps;
    std::vector<const std::pair<const Row*, Sweep>*> inOrder;
    for (const Row& row : m_c.rows) {
        if (row.experiment != "inference") continue;
        auto& sweep = sweeps[withoutBatch(row)];
        if (sweep.first == nullptr) {
            sweep.first = &row;
            inOrder.push_back(&sweep);
        }
        sweep.second.emplace(row.work.integer("batch"), &row);
    }
    for (const auto* sweep : inOrder) {
        const Row& like = *sweep->first;
        for (const BestBatch& best : bestIn(m_c, sweep->second)) {
            const int decimals = decimalsFor(best.rate.value, best.rate.ci95);
            const std::string larger = "report.batch_" + std::string(wordOf(best.larger));
            out.rows.push_back({words(networkName(like.work, m_text)), words(rowName(like, *this)),
                                words(columnName(best.column)),
                                figure(static_cast<double>(best.row->work.integer("batch")), 0),
                                figure(best.rate.value, decimals),
                                words(intervalText(best.rate.ci95, decimals)),
                                words(t(larger.c_str()))});
        }
    }
    out.notes.push_back(t("explain.batch_note"));
    return out;
}

}  // namespace duelo
