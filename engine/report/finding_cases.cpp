// SPDX-License-Identifier: Apache-2.0
// A run of two works that differ in a word, such as two networks, in one way: which is faster.
#include <algorithm>
#include <array>
#include <vector>

#include "plan/spec.h"
#include "record/game.h"
#include "report/finding.h"
#include "report/imported.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// The places of two rows of the own file in its one column.
struct CasePair {
    std::size_t column = 0;
    std::array<std::size_t, 2> rows{};
};

/// Returns the own file's only column; nothing where it has another number of them.
std::optional<std::size_t> ownColumn(const Comparison& c) {
    std::optional<std::size_t> own;
    for (std::size_t i = 0; i < c.columns.size(); ++i) {
        if (c.columns[i].file != c.sources.front().file) continue;
        if (own) return std::nullopt;
        own = i;
    }
    return own;
}

/// Tells whether one axis of words tells the works apart, and nothing else does.
bool differInAWord(const Spec& spec, const Params& a, const Params& b) {
    int differs = 0;
    for (const Axis& axis : spec.axes) {
        if (a.has(axis.id) != b.has(axis.id)) return false;
        if (!a.has(axis.id) || a.at(axis.id) == b.at(axis.id)) continue;
        if (axis.kind != AxisKind::Word) return false;
        ++differs;
    }
    return differs == 1;
}

std::optional<CasePair> ownPair(const Comparison& c) {
    if (c.sources.empty() || provenanceOf(c.sources.front().header)) return std::nullopt;
    const auto column = ownColumn(c);
    if (!column) return std::nullopt;
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < c.rows.size(); ++r)
        if (c.rows[r].cells[*column].timed()) rows.push_back(r);
    if (rows.size() != 2) return std::nullopt;
    const Row &a = c.rows[rows[0]], &b = c.rows[rows[1]];
    const Spec* spec = a.experiment == b.experiment ? c.find(a.experiment) : nullptr;
    if (!spec || !spec->compares || !differInAWord(*spec, a.work, b.work)) return std::nullopt;
    return CasePair{*column, {rows[0], rows[1]}};
}

/// The names of both works, and what they have in common with their way.
struct CaseNames {
    std::string base{}, other{}, common{};
};

CaseNames namesOf(const Labels& labels, const Row& base, const Row& other, std::size_t column) {
    const auto of_base = labels.caseParts(base), of_other = labels.caseParts(other);
    const auto partsOf = [](const std::vector<std::string>& parts,
                            const std::vector<std::string>& others, bool shared) {
        std::vector<std::string> out;
        for (const std::string& part : parts)
            if ((std::ranges::find(others, part) != others.end()) == shared) out.push_back(part);
        return out;
    };
    std::vector<std::string> common = partsOf(of_base, of_other, true);
    common.push_back(labels.spokenName(column));
    return {commaJoined(partsOf(of_base, of_other, false)),
            commaJoined(partsOf(of_other, of_base, false)), commaJoined(common)};
}

}  // namespace

std::optional<Finding> findingOfTwoCases(const Shown& shown) {
    const Comparison& c = shown.comparison;
    const auto pair = ownPair(c);
    if (!pair || viewOf(c, c.rows[pair->rows[0]]).own_finding || gameOf(c.sources.front().header))
        return std::nullopt;
    const Row &base = c.rows[pair->rows[0]], &other = c.rows[pair->rows[1]];
    const CaseNames names = namesOf(shown.labels, base, other, pair->column);
    if (names.base.empty() || names.other.empty()) return std::nullopt;
    const Text& text = shown.labels.text();
    Json args{
        {"case_name", names.common}, {"variant_name", names.other}, {"base_name", names.base}};
    const std::vector<std::size_t> in_view = shown.rows();
    const bool sees_other = std::ranges::find(in_view, pair->rows[1]) != in_view.end();
    Finding finding{.detail = shown.labels.variantName(c.columns[pair->column].variant),
                    .row = pair->rows[sees_other ? 1 : 0]};
    const auto add = [&](const std::string& more) { finding.detail += " · " + more; };
    int doubtful = 0;
    for (const auto& [row, name] : {std::pair(&base, names.base), std::pair(&other, names.other)}) {
        const auto flags = doubtfulOf(row->cells[pair->column].result.flags);
        if (flags.empty()) continue;
        ++doubtful;
        add(text("answer.detail_doubtful", {{"variant_name", name}, {"flag", flags}}));
    }
    if (doubtful > 0) {
        finding.headline = text(
            doubtful == 2 ? "answer.headline_doubtful_both" : "answer.headline_doubtful", args);
        return finding;
    }
    const auto timeOf = [&](const Row& row) -> MedianWithInterval {
        const Summary& summary = *row.cells[pair->column].result.summary;
        return {summary.median_ms, summary.ci95_ms};
    };
    // Two cases are never measured in the same rounds.
    const RatioEstimate estimate = compareUnpaired(timeOf(base), timeOf(other));
    const auto [value, ci] = saidRatio(estimate);
    args["ratio"] = shown.labels.number(value, ci);
    finding.verdict = estimate.verdict;
    finding.headline = text("answer.headline_" + std::string(verdictName(estimate.verdict)), args);
    add(shown.labels.intervalText(estimate, ci, decimalsFor(value, ci)));
    if (estimate.doubt != Doubt::None) add(doubtText(estimate, text));
    return finding;
}

}  // namespace duelo
