// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "stats/validity.h"

namespace duelo {
namespace {

/// One speaking row: the ratio in it, if any, and the column whose time stands for it.
struct Speaker {
    std::size_t row = 0;
    const ColumnRatio* ratio = nullptr;
    std::size_t column = 0;
};

class FindingMaker {
public:
    explicit FindingMaker(const Shown& shown)
        : m_shown(shown), m_c(shown.comparison), m_labels(shown.labels), m_text(m_labels.text()) {
        for (const std::size_t r : shown.row ? std::vector{*shown.row} : shown.rows())
            m_rows.push_back(r);
    }

    Finding make() const {
        for (const auto& pair : {devicePair(), variantPair()})
            if (pair)
                return findingOfPair(m_shown, pair->row, *pair->ratio, "answer.headline_",
                                     {{"case_name", sizeName(m_c.rows[pair->row], m_labels)}},
                                     workText(m_c.rows[pair->row].work, m_labels));
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
        return middleOf([&](std::size_t r) {
            const ColumnRatio* ratio = speakingRatio(m_c, m_c.rows[r]);
            return ratio && ratio->estimate ? ratio : nullptr;
        });
    }

    /// Of the first column with a time.
    std::optional<Speaker> measuredAlone() const {
        for (const std::size_t column : m_shown.columns()) {
            std::vector<Speaker> found;
            for (const std::size_t r : m_rows)
                if (m_c.rows[r].cells[column].timed()) found.push_back({r, nullptr, column});
            if (!found.empty()) return found[found.size() / 2];
        }
        return std::nullopt;
    }

    Finding ofTime(const Speaker& speaker) const {
        const Row& row = m_c.rows[speaker.row];
        const ResultRecord& result = row.cells[speaker.column].result;
        const Summary& summary = *result.summary;
        Finding finding{
            .headline = timeHeadline(result, m_labels,
                                     {{"case_name", sizeName(row, m_labels)},
                                      {"variant_name", m_labels.spokenName(speaker.column)}}),
            .detail = workText(row.work, m_labels),
            .row = speaker.row};
        if (summary.n > 0)
            finding.detail += " · " + m_text("answer.detail_repetitions", {{"n", summary.n}});
        if (const auto flags = doubtfulOf(result.flags); !flags.empty())
            finding.detail += " · " + m_text("results.bar_doubtful", {{"flag", flags}});
        if (const auto growth = m_shown.table && !m_shown.row
                                    ? growthOf(m_c, m_c.tables[*m_shown.table], speaker.column)
                                    : std::nullopt)
            finding.detail +=
                " · " +
                m_text("answer.detail_growth",
                       {{"from_px", growth->from_px},
                        {"to_px", growth->to_px},
                        {"factor", formatSignificant(growth->factor, 3, m_text.numbers())}});
        return finding;
    }

    const Shown& m_shown;
    const Comparison& m_c;
    const Labels& m_labels;
    const Text& m_text;
    std::vector<std::size_t> m_rows;
};

}  // namespace

Finding inferenceFinding(const Shown& shown) {
    return FindingMaker(shown).make();
}

}  // namespace duelo
