// SPDX-License-Identifier: Apache-2.0
#include "report/compose_parts.h"

namespace duelo {

DocTable Composer::ratioTable(const char* id, const char* titleKey) const {
    DocTable out;
    out.id = id;
    out.title = withCommon(t(titleKey));
    out.columns = {t("report.column_case"),     t("report.column_base"),
                   t("report.column_variant"),  t("report.column_ratio"),
                   t("report.column_interval"), t("report.column_verdict")};
    out.numeric = {false, false, false, true, false, false};
    return out;
}

void Composer::addRatio(DocTable& table, const Row& row, const ColumnRatio& ratio,
                        const std::string& kind) const {
    const auto words = [](std::string text) { return DocCell{std::move(text), {}, 0, false}; };
    std::vector<DocCell> cells{words(caseName(row.work)), words(columnName(ratio.base)),
                               words(columnName(ratio.column))};
    if (!ratio.estimate) {
        const Reason reason = ratio.reason.value_or(Reason{"ratio_side_missing"});
        cells.push_back(words("–"));
        cells.push_back(words("–"));
        cells.push_back(words(m_text.reason(reason)));
    } else {
        const RatioEstimate& e = *ratio.estimate;
        const int decimals = decimalsFor(e.ratio);
        cells.push_back(figure(e.ratio, decimals));
        cells.push_back(words(intervalText(e, e.ci95, decimals)));
        std::string verdict = m_text.word("verdict", verdictName(e.verdict));
        if (e.doubt != Doubt::None)
            verdict += " (" + m_text.word("doubt", doubtName(e.doubt)) + ")";
        verdict += ratio.paired ? "" : "; " + t("report.unpaired");
        cells.push_back(words(verdict));
    }
    if (!kind.empty()) cells[0].text += ": " + kind;
    table.rows.push_back(std::move(cells));
}

DocSection Composer::ratios() const {
    DocSection section{t("report.ratio_heading"), {}, false};
    DocTable fair = ratioTable("fair", "report.ratio_title_fair");
    for (const SizeTable& table : m_c.tables)
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const Row& row = m_c.rows[table.rows[i]];
            const auto& [best, naive] = table.pairs[i];
            const bool samePair =
                best && naive && best->base == naive->base && best->column == naive->column;
            if (best) addRatio(fair, row, *best, samePair ? "" : t("report.ratio_best"));
            if (naive && !samePair) addRatio(fair, row, *naive, t("report.ratio_naive"));
        }
    if (!fair.rows.empty()) {
        fair.notes.push_back(t("report.ratio_note_fair"));
        section.blocks.emplace_back(std::move(fair));
    }
    DocTable all = ratioTable("relative", "report.ratio_title_all");
    for (const Row& row : m_c.rows)
        for (const ColumnRatio& ratio : row.ratios) addRatio(all, row, ratio, {});
    if (!all.rows.empty()) {
        // The base is the same in every row, so it stands in the title once (S4-31).
        all.title =
            withCommon(t("report.ratio_title_all", {{"base_name", columnName(*m_c.base_column)}}));
        all.columns.erase(all.columns.begin() + 1);
        all.numeric.erase(all.numeric.begin() + 1);
        for (auto& cells : all.rows) cells.erase(cells.begin() + 1);
        all.notes.push_back(t("report.ratio_note"));
        section.blocks.emplace_back(std::move(all));
    }
    if (section.blocks.empty())
        section.blocks.emplace_back(DocParagraph{t("report.ratio_none"), false});
    return section;
}

}  // namespace duelo
