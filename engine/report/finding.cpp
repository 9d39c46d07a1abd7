// SPDX-License-Identifier: Apache-2.0
#include "report/finding.h"
#include "report/comparison_steps.h"

#include <algorithm>
#include <vector>

#include "plan/spec.h"
#include "record/doubt.h"
#include "report/growth.h"
#include "report/imported.h"
#include "report/layout.h"
#include "report/misleading.h"
#include "report/prediction.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {
namespace {

void addDetail(std::string& detail, const std::string& more) {
    detail += (detail.empty() || more.empty() ? "" : " · ") + more;
}

/// Adds the conditions that were equal, those that differed and those that no file tells, as three
/// lists.
void addTicks(std::string& detail, const Comparison& comparison, const Ledger& ledger,
              const Text& text) {
    std::string equal, differs, untold;
    for (const Ledger::Tick& tick : ledger.ticks) {
        std::string& list = tick.answer == Answer::Yes  ? equal
                            : tick.answer == Answer::No ? differs
                                                        : untold;
        list += (list.empty() ? "" : ", ") + listedTick(comparison, ledger, tick, text);
    }
    if (!equal.empty()) addDetail(detail, text("answer.detail_equal", {{"equal_text", equal}}));
    if (!differs.empty())
        addDetail(detail, text("answer.detail_differs", {{"differs_text", differs}}));
    if (!untold.empty()) addDetail(detail, text("answer.detail_untold", {{"untold_text", untold}}));
}

/// The first that waits for a result, where a run goes on.
std::optional<std::size_t> runningRow(const Shown& shown) {
    if (!shown.isLive()) return std::nullopt;
    for (const std::size_t r : shown.rows())
        for (const ReportCell& cell : shown.comparison.rows[r].cells)
            if (!cell.id.empty() && !cell.status) return r;
    return std::nullopt;
}

/// Tells whether there is a cell that ended without a time: a curve that was cut short is no
/// nothing.
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

/// A row that speaks: the ratio in it, if any, and the column whose time stands for it.
struct Speaker {
    std::size_t row = 0;
    const ColumnRatio* ratio = nullptr;
    std::size_t column = 0;
};

/// Finds what speaks for the rows: the middle one of those with an answer.
class FindingMaker {
public:
    explicit FindingMaker(const Shown& shown)
        : m_shown(shown),
          m_c(shown.comparison),
          m_labels(shown.labels),
          m_rows(shown.row ? std::vector{*shown.row} : shown.rows()) {}

    Finding make() const {
        for (const auto& pair : {chosenPair(), askedPair(), devicePair(), variantPair()})
            if (pair)
                return findingOfPair(m_shown, pair->row, *pair->ratio, "answer.headline_",
                                     {{"case_name", rowName(m_c.rows[pair->row], m_labels)}},
                                     commonText(m_c.rows[pair->row]));
        if (const auto alone = measuredAlone()) return ofTime(*alone);
        return nothingFound(m_shown);
    }

private:
    /// The middle of the rows with a factor, else of those with anything to say.
    template <typename RatioOf>
    std::optional<Speaker> middleOf(RatioOf ratioOf) const {
        std::vector<Speaker> settled, told;
        for (const std::size_t r : m_rows) {
            const ColumnRatio* ratio = ratioOf(r);
            if (!ratio || !m_c.rows[r].cells[ratio->base].measured() ||
                !m_c.rows[r].cells[ratio->column].measured())
                continue;
            (ratio->givesFactor() ? settled : told).push_back({r, ratio, ratio->column});
        }
        const std::vector<Speaker>& found = settled.empty() ? told : settled;
        return found.empty() ? std::nullopt : std::optional(found[found.size() / 2]);
    }

    /// The variant that is looked at, against the base.
    std::optional<Speaker> chosenPair() const {
        if (!m_shown.row || !m_shown.column) return std::nullopt;
        return middleOf([&](std::size_t r) { return m_c.rows[r].ratioOf(*m_shown.column); });
    }

    /// The two ways on one device that a run of one case was made to compare, such as a proposal: a
    /// GPU that stands beside them answers another question.
    std::optional<Speaker> askedPair() const {
        const Prediction* asked = predictionIn(m_c);
        if (!asked || asked->first != asked->last || !asked->other.is_object()) return std::nullopt;
        const Params base = Params::from(asked->base), other = Params::from(asked->other);
        if (base == other || deviceOf(base) != deviceOf(other)) return std::nullopt;
        const auto isOf = [&](const Row& row, std::size_t column, const Params& variant) {
            return m_c.columns[column].variant == variant &&
                   m_c.sources[row.cells[column].source].file == m_c.sources.front().file;
        };
        return middleOf([&](std::size_t r) -> const ColumnRatio* {
            const Row& row = m_c.rows[r];
            for (const ColumnRatio& ratio : row.ratios)
                if (isOf(row, ratio.base, base) && isOf(row, ratio.column, other)) return &ratio;
            return nullptr;
        });
    }

    std::optional<Speaker> devicePair() const {
        if (!m_shown.table) return std::nullopt;
        const CaseTable& table = m_c.tables[*m_shown.table];
        return middleOf([&](std::size_t r) -> const ColumnRatio* {
            const auto at = std::ranges::find(table.rows, r) - table.rows.begin();
            const auto i = static_cast<std::size_t>(at);
            return i < table.pairs.size() && table.pairs[i].best ? &*table.pairs[i].best : nullptr;
        });
    }

    /// Threads, precisions and modes of one device.
    std::optional<Speaker> variantPair() const {
        return middleOf([&](std::size_t r) { return speakingRatio(m_c, m_c.rows[r]); });
    }

    /// Returns the middle row of the first column with a time.
    std::optional<Speaker> measuredAlone() const {
        for (const std::size_t column : m_shown.columns()) {
            std::vector<Speaker> found;
            for (const std::size_t r : m_rows)
                if (m_c.rows[r].cells[column].timed()) found.push_back({r, nullptr, column});
            if (!found.empty()) return found[found.size() / 2];
        }
        return std::nullopt;
    }

    /// Says what the cases of its table have in common, and the variants of the comparison.
    std::string commonText(const Row& row) const {
        const Spec* spec = m_c.find(row.experiment);
        const Text text = m_labels.text().of(row.experiment);
        const auto common = commonOf(viewOf(m_c, row), row.work);
        std::string out = common ? commaJoined(casePartsOf(spec, *common, text)) : std::string();
        const std::string variants = m_labels.commonText();
        return out + (out.empty() || variants.empty() ? "" : ", ") + variants;
    }

    Finding ofTime(const Speaker& speaker) const {
        const Text& text = m_labels.text();
        const Row& row = m_c.rows[speaker.row];
        const ResultRecord& result = row.cells[speaker.column].result;
        Finding finding{
            .headline = timeHeadline(result, m_labels,
                                     {{"case_name", rowName(row, m_labels)},
                                      {"variant_name", m_labels.spokenName(speaker.column)}}),
            .detail = commonText(row),
            .row = speaker.row};
        if (result.summary->n > 0)
            addDetail(finding.detail,
                      text("answer.detail_repetitions", {{"n", result.summary->n}}));
        if (const auto flags = doubtfulOf(result.flags); !flags.empty())
            addDetail(finding.detail, text("results.bar_doubtful", {{"flag", flags}}));
        if (const auto growth = m_shown.row ? std::nullopt : growthOf(m_shown, speaker.column))
            addDetail(finding.detail,
                      text("answer.detail_growth",
                           {{"from_text", growth->from_text},
                            {"to_text", growth->to_text},
                            {"factor", formatSignificant(growth->factor, 3, text.numbers())}}));
        return finding;
    }

    const Shown& m_shown;
    const Comparison& m_c;
    const Labels& m_labels;
    std::vector<std::size_t> m_rows;
};

Finding findingBy(const Shown& shown, const View& view) {
    if (view.own_finding)
        if (auto own = view.own_finding(shown)) return *std::move(own);
    return FindingMaker(shown).make();
}

/// Returns the finding while this PC is measured. A time of another PC is no answer then: the last
/// row with a time of its own speaks.
Finding liveFinding(const Shown& shown, const View& view) {
    Finding finding = findingBy(shown, view);
    if (!finding.row || hasOwnTime(shown, *finding.row)) return finding;
    Shown own = shown;
    for (const std::size_t row : shown.rows())
        if (hasOwnTime(shown, row)) own.row = row;
    return own.row ? findingBy(own, view) : nothingFound(shown);
}

}  // namespace

Finding findingOf(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return nothingFound(shown);
    if (const auto game = misleadingIn(shown.comparison, shown.labels))
        return findingOf(*game, shown.labels.text());
    const View& view = viewOf(shown.comparison, *row);
    if (shown.isLive() && !shown.row) return liveFinding(shown, view);
    return findingBy(shown, view);
}

std::string sentenceOf(const Finding& finding) {
    if (finding.detail.empty()) return finding.headline + ".";
    // A reason is a sentence already.
    return finding.headline + " (" + finding.detail + (finding.detail.ends_with('.') ? ")" : ").");
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
    addTicks(finding.detail, shown.comparison, ledgerOf(shown.comparison, ratio.base, ratio.column),
             text);
    return finding;
}

}  // namespace duelo
