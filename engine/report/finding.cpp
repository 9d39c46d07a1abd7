// SPDX-License-Identifier: Apache-2.0
#include "report/finding.h"

#include <algorithm>
#include <vector>

#include "record/doubt.h"
#include "report/imported.h"
#include "report/misleading.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {
namespace {

void addDetail(std::string& detail, const std::string& more) {
    detail += (detail.empty() || more.empty() ? "" : " · ") + more;
}

/// What was equal and what differed, in two lists.
void addTicks(std::string& detail, const Ledger& ledger, const Text& text) {
    std::string equal, differs;
    for (const Ledger::Tick& tick : ledger.ticks) {
        if (tick.answer == Answer::Unknown) continue;
        std::string& list = tick.answer == Answer::Yes ? equal : differs;
        list += (list.empty() ? "" : ", ") + text.word("ledger", tick.key());
    }
    if (!equal.empty()) addDetail(detail, text("answer.detail_equal", {{"equal_text", equal}}));
    if (!differs.empty())
        addDetail(detail, text("answer.detail_differs", {{"differs_text", differs}}));
}

/// The first that waits for a result, where a run goes on.
std::optional<std::size_t> runningRow(const Shown& shown) {
    if (!shown.isLive()) return std::nullopt;
    for (const std::size_t r : shown.rows())
        for (const ReportCell& cell : shown.comparison.rows[r].cells)
            if (!cell.id.empty() && !cell.status) return r;
    return std::nullopt;
}

/// Whether there is a cell that ended without a time: a curve that was cut short is no nothing.
bool wasTried(const Shown& shown) {
    return std::ranges::any_of(
        shown.row ? std::vector{*shown.row} : shown.rows(), [&](std::size_t r) {
            return std::ranges::any_of(shown.comparison.rows[r].cells, [](const ReportCell& cell) {
                return cell.status && *cell.status != Status::Done;
            });
        });
}

bool hasOwnTime(const Shown& shown, std::size_t row) {
    return std::ranges::any_of(shown.comparison.rows[row].cells, [&](const ReportCell& cell) {
        return cell.timed() && shown.comparison.sources[cell.source].file == 0;
    });
}

/// While this PC is measured, a time that stands beside it is no answer of this PC's: the last row
/// speaks that has one of its own.
Finding liveFinding(const Shown& shown, const View& view) {
    const auto find = view.finding ? view.finding : plainView().finding;
    Finding finding = find(shown);
    if (!finding.row || hasOwnTime(shown, *finding.row)) return finding;
    Shown own = shown;
    for (const std::size_t row : shown.rows())
        if (hasOwnTime(shown, row)) own.row = row;
    return own.row ? find(own) : nothingFound(shown);
}

}  // namespace

Finding findingOf(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return nothingFound(shown);
    if (const auto game = misleadingIn(shown.comparison, shown.labels))
        return findingOf(*game, shown.labels.text());
    const View& view = viewOf(shown.comparison, *row);
    if (shown.isLive() && !shown.row) return liveFinding(shown, view);
    return (view.finding ? view.finding : plainView().finding)(shown);
}

std::string sentenceOf(const Finding& finding) {
    return finding.headline + (finding.detail.empty() ? "." : " (" + finding.detail + ").");
}

Finding questionOf(const Spec& spec, const Text& text) {
    const std::string own = spec.id + ".question";
    return {.headline = text(text.has(own) ? own : "answer.question"),
            .detail = text("answer.begin")};
}

Finding nothingFound(const Shown& shown) {
    const Text& text = shown.labels.text();
    const auto running = runningRow(shown);
    if (running && shown.row.value_or(*running) == *running)
        return {.headline =
                    text("answer.headline_measuring",
                         {{"case_name", shown.labels.caseName(shown.comparison.rows[*running])}})};
    const bool tried = wasTried(shown);
    if (!shown.row)
        return {.headline = text(tried ? "answer.headline_no_result" : "answer.headline_nothing")};
    const std::string name = shown.labels.caseName(*shown.chosenRow());
    return {.headline =
                text(tried ? "answer.headline_row_no_result" : "answer.headline_row_nothing",
                     {{"case_name", name}})};
}

std::string timeHeadline(const ResultRecord& result, const Labels& labels, Json args) {
    args["time"] = labels.timeWithRange(*result.summary);
    return labels.text()(
        isDoubtful(result) ? "answer.headline_time_doubtful" : "answer.headline_time", args);
}

Finding findingOfPair(const Shown& shown, std::size_t row, const ColumnRatio& ratio,
                      const std::string& prefix, Json args, std::string detail) {
    const Text& text = shown.labels.text();
    args["variant_name"] = shown.labels.spokenName(ratio.column);
    args["base_name"] = shown.labels.spokenName(ratio.base);
    Finding finding{.detail = std::move(detail), .row = row};
    if (!ratio.estimate) {
        finding.headline = text(prefix + "no_ratio", args);
        if (ratio.reason) addDetail(finding.detail, text.reason(*ratio.reason));
        return finding;
    }
    const RatioEstimate& estimate = *ratio.estimate;
    if (const auto unchecked = uncheckedText(shown.comparison, ratio, text);
        !unchecked.empty() && estimate.givesFactor()) {
        args["ratio"] = shown.labels.number(estimate.ratio, estimate.ci95);
        finding.headline = text(prefix + "unchecked", args);
        addDetail(finding.detail, unchecked);
        return finding;
    }
    finding.verdict = estimate.verdict;
    if (!estimate.givesFactor()) {
        const Row& both = shown.comparison.rows[row];
        const auto isDoubtful = [&](std::size_t column) {
            return !doubtfulOf(both.cells[column].result.flags).empty();
        };
        if (ratio.loaded) {
            // The side that is the faster stands first, and the sentence says that it is no factor.
            Json loaded = args;
            loaded.update(shown.labels.atLeastArgs(ratio));
            finding.headline = text(prefix + "at_least", loaded);
            addDetail(finding.detail, shown.labels.doubtsText(both, ratio));
            return finding;
        }
        const bool all = isDoubtful(ratio.base) && isDoubtful(ratio.column);
        finding.headline = text(prefix + (all ? "doubtful_both" : "doubtful"), args);
        addDetail(finding.detail, shown.labels.doubtsText(both, ratio));
        return finding;
    }
    const auto [value, ci] = saidRatio(estimate);
    args["ratio"] = shown.labels.number(value, ci);
    finding.headline = text(prefix + std::string(verdictName(estimate.verdict)), args);
    addDetail(finding.detail, shown.labels.intervalText(estimate, ci, decimalsFor(value, ci)));
    if (estimate.doubt != Doubt::None) addDetail(finding.detail, doubtText(estimate, text));
    addTicks(finding.detail, ledgerOf(shown.comparison, ratio.base, ratio.column), text);
    return finding;
}

}  // namespace duelo
