// SPDX-License-Identifier: Apache-2.0
#include "experiments/finding.h"

#include <algorithm>
#include <vector>

#include "experiments/training/view_table.h"
#include "report/document.h"

namespace duelo {
namespace {

/// One speaking row: the ratio in it, if any, and the column whose time stands for it.
struct Speaker {
    std::size_t row = 0;
    std::optional<ColumnRatio> ratio;
    std::size_t column = 0;
};

std::optional<Speaker> middleOf(const std::vector<Speaker>& found) {
    return found.empty() ? std::nullopt : std::optional(found[found.size() / 2]);
}

class FindingMaker {
public:
    FindingMaker(const Comparison& comparison, const SizeTable& table, const Labels& labels)
        : m_c(comparison), m_table(table), m_labels(labels), m_text(labels.text()) {}

    Finding make() const {
        if (const auto pair = devicePair()) return ofPair(*pair, "headline_");
        if (const auto pair = variantPair()) return ofPair(*pair, "headline_variant_");
        if (const auto alone = measuredAlone()) return ofTime(*alone);
        return {m_text("answer.headline_nothing"), {}, std::nullopt, std::nullopt};
    }

    Finding ofTraining(std::size_t r) const {
        const Row& row = m_c.rows[r];
        Finding finding{m_text("answer.headline_nothing"), {}, std::nullopt, std::nullopt};
        std::vector<std::size_t> told;  // whose accuracies stand beside the time (S4-16)
        if (const ColumnRatio* ratio = speakingRatio(m_c, row)) {
            told = {ratio->base, ratio->column};
            finding = ofPair({r, *ratio, ratio->column}, "headline_training_",
                             "answer.headline_training_no_ratio");
        } else if (const auto alone = std::ranges::find_if(
                       row.cells,
                       [](const ReportCell& cell) { return testAccuracyOf(cell).has_value(); });
                   alone != row.cells.end()) {
            const auto column = static_cast<std::size_t>(alone - row.cells.begin());
            told = {column};
            finding = {m_text("answer.headline_training_alone",
                              {{"variant_name", m_labels.columnName(column)},
                               {"accuracy_percent", *testAccuracyOf(*alone)}}),
                       workText({r, std::nullopt, column}), std::nullopt, r};
        }
        std::string accuracies;
        for (const std::size_t i : told)
            if (const auto percent = testAccuracyOf(row.cells[i]))
                accuracies +=
                    (accuracies.empty() ? "" : ", ") +
                    m_text("answer.detail_accuracy", {{"variant_name", m_labels.columnName(i)},
                                                      {"accuracy_percent", *percent}});
        if (!accuracies.empty())
            finding.detail += " · " + m_text("answer.detail_accuracies", {{"list", accuracies}});
        return finding;
    }

private:
    static std::optional<double> testAccuracyOf(const ReportCell& cell) {
        const Metric* accuracy = cell.result.metric("test_accuracy");
        return accuracy ? std::optional(100 * accuracy->value) : std::nullopt;
    }

    std::optional<Speaker> devicePair() const {
        std::vector<Speaker> settled, told;
        for (std::size_t i = 0; i < m_table.rows.size(); ++i) {
            const auto& best = m_table.pairs[i].best;
            if (!best) continue;
            const Row& row = m_c.rows[m_table.rows[i]];
            if (!row.cells[best->base].measured() || !row.cells[best->column].measured()) continue;
            (best->estimate ? settled : told).push_back({m_table.rows[i], best, best->column});
        }
        return middleOf(settled.empty() ? told : settled);
    }

    /// Threads, precisions and modes of one device.
    std::optional<Speaker> variantPair() const {
        std::vector<Speaker> found;
        for (const std::size_t r : m_table.rows) {
            const ColumnRatio* fastest = nullptr;
            for (const ColumnRatio& ratio : m_c.rows[r].ratios)
                if (ratio.estimate &&
                    (!fastest || ratio.estimate->ratio > fastest->estimate->ratio))
                    fastest = &ratio;
            if (fastest) found.push_back({r, *fastest, fastest->column});
        }
        return middleOf(found);
    }

    std::optional<Speaker> measuredAlone() const {
        std::vector<Speaker> found;
        for (const auto& column : {m_table.cpu, m_table.gpu})
            for (const std::size_t r : m_table.rows)
                if (column && m_c.rows[r].cells[*column].measured())
                    found.push_back({r, std::nullopt, *column});
        return middleOf(found);
    }

    std::string deviceWord(std::size_t column) const {
        return m_text.word("device", m_c.columns[column].variant.text("device"));
    }

    Finding ofPair(const Speaker& speaker, const std::string& prefix,
                   const char* noRatio = "answer.headline_no_ratio") const {
        const ColumnRatio& ratio = *speaker.ratio;
        Finding finding{{}, {}, std::nullopt, speaker.row};
        Json args{{"size_px", m_c.rows[speaker.row].work.integer("size_px")},
                  {"gpu", deviceWord(ratio.column)},
                  {"cpu", deviceWord(ratio.base)},
                  {"variant_name", m_labels.columnName(ratio.column)},
                  {"base_name", m_labels.columnName(ratio.base)}};
        finding.detail = workText(speaker);
        if (!ratio.estimate) {
            finding.headline = m_text(noRatio, args);
            if (ratio.reason) finding.detail += " · " + m_text.reason(*ratio.reason);
            return finding;
        }
        const RatioEstimate& estimate = *ratio.estimate;
        finding.verdict = estimate.verdict;
        const bool slower = estimate.verdict == Verdict::Slower;
        const double value = slower ? 1 / estimate.ratio : estimate.ratio;
        std::optional<Interval> ci = estimate.ci95;
        if (ci && slower) ci = Interval{1 / ci->high, 1 / ci->low};
        args["ratio"] = formatSignificant(value, 3, m_text.numbers());
        finding.headline =
            m_text("answer." + prefix + std::string(verdictName(estimate.verdict)), args);
        finding.detail += " · " + m_labels.intervalText(estimate, ci, decimalsFor(value));
        if (estimate.doubt != Doubt::None)
            finding.detail += " · " + m_text.word("doubt", doubtName(estimate.doubt));
        finding.detail += ticksText(ledgerOf(m_c, ratio.base, ratio.column));
        return finding;
    }

    Finding ofTime(const Speaker& speaker) const {
        const Row& row = m_c.rows[speaker.row];
        const Summary& summary = *row.cells[speaker.column].result.summary;
        Finding finding{m_text("answer.headline_time",
                               {{"size_px", row.work.integer("size_px")},
                                {"device", deviceWord(speaker.column)},
                                {"time", secondsCell(summary.median_ms, m_text.numbers()).text}}),
                        workText(speaker), std::nullopt, speaker.row};
        finding.detail += " · " + m_text("answer.detail_repetitions", {{"n", summary.n}});
        if (const std::string growth = growthText(speaker.column); !growth.empty())
            finding.detail += " · " + growth;
        return finding;
    }

    std::string workText(const Speaker& speaker) const {
        const Params& work = m_c.rows[speaker.row].work;
        const std::string common = m_labels.commonText();
        return m_text("answer.detail_work", {{"model_name", modelName(work)},
                                             {"input_name", m_labels.inputName(work)},
                                             {"batch", work.integer("batch", 1)}}) +
               (common.empty() ? "" : ", " + common);
    }

    std::string growthText(std::size_t column) const {
        const Row *first = nullptr, *last = nullptr;
        for (const std::size_t r : m_table.rows) {
            const Row& row = m_c.rows[r];
            if (!row.cells[column].measured()) continue;
            if (!first || row.work.integer("size_px") < first->work.integer("size_px"))
                first = &row;
            if (!last || row.work.integer("size_px") > last->work.integer("size_px")) last = &row;
        }
        if (!first || first->work.integer("size_px") == last->work.integer("size_px")) return {};
        const auto time = [column](const Row& row) {
            return row.cells[column].result.summary->median_ms;
        };
        return m_text(
            "answer.detail_growth",
            {{"from_px", first->work.integer("size_px")},
             {"to_px", last->work.integer("size_px")},
             {"factor", formatSignificant(time(*last) / time(*first), 3, m_text.numbers())}});
    }

    std::string ticksText(const Ledger& ledger) const {
        std::string equal, differs;
        for (const Ledger::Tick& tick : ledger.ticks) {
            if (tick.answer == Answer::Unknown) continue;
            const std::string code = tick.word.empty() ? tick.code : tick.code + "_" + tick.word;
            std::string& list = tick.answer == Answer::Yes ? equal : differs;
            list += (list.empty() ? "" : ", ") + m_text.word("ledger", code);
        }
        std::string out;
        if (!equal.empty()) out += " · " + m_text("answer.detail_equal", {{"equal_text", equal}});
        if (!differs.empty())
            out += " · " + m_text("answer.detail_differs", {{"differs_text", differs}});
        return out;
    }

    const Comparison& m_c;
    const SizeTable& m_table;
    const Labels& m_labels;
    const Text& m_text;
};

}  // namespace

Finding findingOf(const Comparison& comparison, std::size_t table, const Labels& labels) {
    return FindingMaker(comparison, comparison.tables[table], labels).make();
}

Finding trainingFindingOf(const Comparison& comparison, std::size_t row, const Labels& labels) {
    const SizeTable none;
    return FindingMaker(comparison, none, labels).ofTraining(row);
}

}  // namespace duelo
