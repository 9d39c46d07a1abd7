// SPDX-License-Identifier: Apache-2.0
#include "lab_report/cell_pair.h"

#include <algorithm>
#include <set>

#include "base/sha256.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/main_metric.h"
#include "stats/validity.h"

namespace duelo {
namespace {

const Source& sourceOf(const Comparison& comparison, const CellPlace& at) {
    return comparison.sources[at.cell->source];
}

/// Reasons that say what two cells did, not what is unknown of them.
bool saysOtherWork(const Reason& reason) {
    static const std::set<std::string, std::less<>> unknown{
        "ratio_side_missing", "ratio_version_differs", "ratio_protocol_differs",
        "ratio_no_time",      "ratio_simulated",       "ratio_single_cold",
        "ratio_doubtful",     "ratio_few_rounds",      "ratio_at_least"};
    return reason.code.starts_with("ratio_") && !unknown.contains(reason.code);
}

/// The metric that says how much of what is counted is done in a second; empty: none does.
std::string rateOf(const Comparison& comparison, const CellPlace& at) {
    const Metric* metric = at.cell->result.metric(mainMetric(comparison, *at.row));
    return metric && metric->unit.ends_with("/s") ? metric->id : std::string();
}

MedianWithInterval timeOf(const Summary& summary, double per_call) {
    MedianWithInterval out{summary.median_ms / per_call, summary.ci95_ms};
    if (out.ci95) out.ci95 = Interval{out.ci95->low / per_call, out.ci95->high / per_call};
    return out;
}

std::string doubtsOf(const Labels& labels, const CellPair& pair) {
    std::string list;
    for (const CellPlace& at : {pair.base, pair.of})
        if (const auto flags = doubtfulOf(at.cell->result.flags); !flags.empty())
            list += (list.empty() ? "" : "; ") +
                    labels.text()("answer.detail_doubtful",
                                  {{"variant_name", labels.caseName(*at.row) + ", " +
                                                        labels.columnName(at.cell->column)},
                                   {"flag", flags}});
    return list;
}

PairRatio ofTwoCases(const Comparison& comparison, const Labels& labels, const CellPair& pair) {
    PairRatio out;
    if (pair.base.row->experiment != pair.of.row->experiment)
        return {.why = Reason{"claim_two_experiments"}};
    for (const CellPlace& at : {pair.base, pair.of}) {
        if (!at.cell->timed()) return {.why = at.cell->reason.value_or(Reason{"ratio_no_time"})};
        if (auto why = whyNoRatioOf(sourceOf(comparison, at).header))
            return {.why = std::move(why)};
    }
    if (auto doubts = doubtsOf(labels, pair); !doubts.empty())
        return {.why = Reason{"ratio_doubtful", {{"list", std::move(doubts)}}, {}}};
    out.rate = rateOf(comparison, pair.base);
    if (out.rate != rateOf(comparison, pair.of)) out.rate.clear();
    const auto perCall = [&](const CellPlace& at) {
        const Metric* rate = at.cell->result.metric(out.rate);
        if (!rate) return 1.0;
        return rate->value * at.cell->result.summary->median_ms / 1e3;
    };
    out.base_per_call = perCall(pair.base);
    out.per_call = perCall(pair.of);
    if (!isPositive(out.base_per_call) || !isPositive(out.per_call))
        return {.why = Reason{"ratio_no_time"}};
    out.estimate = compareUnpaired(timeOf(*pair.base.cell->result.summary, out.base_per_call),
                                   timeOf(*pair.of.cell->result.summary, out.per_call));
    return out;
}

std::string partsNotIn(const std::vector<std::string>& parts,
                       const std::vector<std::string>& other) {
    std::vector<std::string> own;
    for (const std::string& part : parts)
        if (std::ranges::find(other, part) == other.end()) own.push_back(part);
    return commaJoined(own);
}

}  // namespace

CellPlace placeOf(const Comparison& comparison, const CellRef& ref) {
    CellPlace found;
    if (ref.cell.empty()) return found;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            if (cell.id != ref.cell || comparison.sources[cell.source].header.run != ref.run)
                continue;
            // A copy of a file has the same runs; one that was measured on has other results.
            if (found && digestOf(*found.cell) != digestOf(cell)) return {};
            if (!found) found = {&row, &cell};
        }
    return found;
}

CellRef refOf(const Comparison& comparison, const ReportCell& cell) {
    return {comparison.sources[cell.source].header.run, cell.id};
}

const Json& valueOf(const Comparison& comparison, const CellPlace& at, const std::string& axis) {
    const Json& ofCase = at.row->work.at(axis);
    return ofCase.is_null() ? comparison.columns[at.cell->column].variant.at(axis) : ofCase;
}

std::vector<std::string> differingAxes(const Comparison& comparison, const CellPair& pair) {
    std::vector<std::string> axes;
    const auto add = [&](const Params& a, const Params& b) {
        for (const auto& [axis, value] : a)
            if (b.has(axis) && b.at(axis) != value) axes.push_back(axis);
    };
    add(pair.base.row->work, pair.of.row->work);
    add(comparison.columns[pair.base.cell->column].variant,
        comparison.columns[pair.of.cell->column].variant);
    return axes;
}

PairRatio ratioOf(const Comparison& comparison, const Labels& labels, const CellPair& pair) {
    if (!pair.ofOneCase()) return ofTwoCases(comparison, labels, pair);
    const Row& row = *pair.of.row;
    const ColumnRatio ratio =
        ratioOf(comparison, row, pair.base.cell->column, pair.of.cell->column);
    PairRatio out;
    out.why = labels.whyNoFactor(row, ratio);
    out.other_work = out.why && saysOtherWork(*out.why);
    if (!out.why) out.estimate = ratio.estimate;
    return out;
}

std::string uncheckedText(const Comparison& comparison, const CellPair& pair, const Text& text) {
    if (pair.ofOneCase()) {
        ColumnRatio columns;
        columns.base = pair.base.cell->column;
        columns.column = pair.of.cell->column;
        return uncheckedText(comparison, columns, text);
    }
    for (const CellPlace& at : {pair.base, pair.of})
        if (isBrought(comparison, *at.cell)) return text("report.unchecked_results");
    return {};
}

std::string rateText(const PairRatio& ratio, const CellPair& pair, const Text& text) {
    if (ratio.rate.empty()) return text("claim.per_call");
    return text("claim.per_unit",
                {{"metric_name", columnTitle(text, pair.of.row->experiment, ratio.rate)}});
}

std::string metricText(const Labels& labels, const Metric& metric) {
    const int decimals = decimalsFor(metric.value);
    std::string told = formatFixed(metric.value, decimals, labels.text().numbers());
    const bool timed = metric.unit.ends_with("/s") || metric.unit == "ms" || metric.unit == "s";
    if (metric.ci95 || timed) told += " (" + labels.intervalText(metric.ci95, decimals) + ")";
    return told;
}

std::string axisText(const std::string& experiment, const std::string& axis, const Json& value,
                     const Text& text) {
    const Json& shown = value.is_object() && value.contains("name") ? value["name"] : value;
    const std::string words = shown.is_string()
                                  ? text.word(axis, visibleText(shown.get<std::string>()))
                                  : text.value(axis, shown);
    return columnTitle(text, experiment, axis) + ": " + words;
}

PairNames namesOf(const Labels& labels, const CellPair& pair) {
    const auto base = labels.caseParts(*pair.base.row), of = labels.caseParts(*pair.of.row);
    PairNames names{.base = partsNotIn(base, of), .of = partsNotIn(of, base)};
    std::vector<std::string> common;
    for (const std::string& part : base)
        if (std::ranges::find(of, part) != of.end()) common.push_back(part);
    names.common = commaJoined(common);
    const bool oneColumn = pair.base.cell->column == pair.of.cell->column;
    const auto add = [&](std::string& name, const ReportCell& cell) {
        if (oneColumn && !name.empty()) return;
        name += (name.empty() ? "" : ", ") + labels.columnName(cell.column);
    };
    add(names.base, *pair.base.cell);
    add(names.of, *pair.of.cell);
    if (oneColumn)
        names.common += (common.empty() ? "" : ", ") + labels.columnName(pair.of.cell->column);
    return names;
}

std::string digestOf(const ReportCell& cell) {
    return sha256Hex(encode(Record(cell.result)));
}

}  // namespace duelo
