// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "report/compose_parts.h"
#include "report/imported.h"

namespace duelo {

namespace {

/// Tells whether variants of that row are set against each other: limits and stopwatches are not.
bool isCompared(const Comparison& comparison, const Row& row) {
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    return !spec || spec->compares;
}

}  // namespace

/// CPU against GPU, the best of both sides and as the handout has it.
DocTable Composer::fairTable() const {
    DocTable out;
    out.id = "fair";
    out.title = t("report.ratio_title_fair");
    out.columns = {t("report.column_case"),     t("report.column_base"),
                   t("report.column_variant"),  t("report.column_ratio"),
                   t("report.column_interval"), t("report.column_verdict")};
    out.numeric = {false, false, false, true, false, false};
    std::vector<const Row*> cases;
    bool notQuotient = false, tellsKinds = false;
    const auto add = [&](std::size_t r, const ColumnRatio& ratio, const std::string& kind) {
        const Row& row = m_c.rows[r];
        if (isUnpaired(row, ratio.base, ratio.column)) return;
        notQuotient |= isNotQuotient(row, ratio);
        tellsKinds |= !kind.empty();
        out.ratios.push_back({r, ratio.base, ratio.column});
        std::vector<DocCell> cells{words(caseName(row) + (kind.empty() ? "" : ": " + kind)),
                                   words(columnName(ratio.base)), words(columnName(ratio.column))};
        addRatio(cells, out.notes, row, ratio);
        out.rows.push_back(std::move(cells));
        cases.push_back(&row);
    };
    for (const CaseTable& table : m_c.tables)
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const std::size_t row = table.rows[i];
            if (!isCompared(m_c, m_c.rows[row])) continue;
            const auto& [best, naive] = table.pairs[i];
            const bool samePair =
                best && naive && best->base == naive->base && best->column == naive->column;
            if (best) add(row, *best, samePair ? "" : t("report.ratio_best"));
            if (naive && !samePair) add(row, *naive, t("report.ratio_naive"));
        }
    if (tellsKinds) out.ratios.clear();
    nameCases(out, cases);
    out.notes.push_back(t("report.ratio_note_fair"));
    if (notQuotient) out.notes.push_back(t("report.ratio_unrounded"));
    return out;
}

/// Every variant with a figure, this PC's and those of others, each case by itself. The base is the
/// same in every row and stands in the title (S4-31).
DocTable Composer::variantTable() const {
    DocTable out;
    out.id = "variants";
    const std::size_t base = *m_c.base_column;
    out.title = t("report.variants_title", {{"base_name", columnName(base)}});
    out.columns = {t("report.column_case"),          t("report.column_variant"),
                   timeColumn("report.column_time"), t("report.column_precision"),
                   t("report.column_ratio"),         t("report.column_interval"),
                   t("report.column_verdict")};
    out.numeric = {false, false, true, false, true, false, false};
    std::vector<bool> shown;
    for (std::size_t i = 0; i < m_c.columns.size(); ++i)
        shown.push_back(isMeasured(i) && !isSimulated(m_c.sourceOf(m_c.columns[i])));
    std::set<std::size_t> others;  // files
    bool notQuotient = false;
    const std::vector<std::string> names = columnNames();
    std::vector<const Row*> cases;
    for (std::size_t r = 0; r < m_c.rows.size(); ++r) {
        const Row& row = m_c.rows[r];
        if (!isCompared(m_c, row)) continue;
        const std::string name = caseName(row);
        for (const ReportCell& cell : row.cells) {
            const std::size_t i = cell.column;
            if (!shown[i] || isUnpaired(row, base, i)) continue;
            std::vector<DocCell> cells{words(name), words(names[i]), figureCell(row, cell)};
            std::string precision;
            if (cell.timed()) {
                precision = precisionText(*cell.result.summary);
                for (const std::string& flag : cell.result.flags)
                    precision += (precision.empty() ? "" : ", ") + m_text.word("flag", flag);
            }
            cells.push_back(words(precision.empty() ? "–" : precision));
            const ColumnRatio* ratio = row.ratioOf(i);
            if (i == base && cell.timed())
                cells.insert(cells.end(), {figure(1, 0), words("–"), words(t("report.is_base"))});
            else if (ratio) {
                addRatio(cells, out.notes, row, *ratio);
                notQuotient |= isNotQuotient(row, *ratio);
            } else
                cells.insert(cells.end(), 3, words("–"));
            out.rows.push_back(std::move(cells));
            out.ratios.push_back({r, base, i});
            cases.push_back(&row);
            const Column& column = m_c.columns[i];
            if (column.file != m_c.sources.front().file && others.insert(column.file).second)
                out.notes.push_back(provenance(m_c.sourceOf(column)));
        }
    }
    nameCases(out, cases);
    out.notes.push_back(t("report.ratio_note"));
    if (notQuotient) out.notes.push_back(t("report.ratio_rounded"));
    return out;
}

DocSection Composer::estimates() const {
    DocTable out;
    out.id = "estimates";
    out.title = t("report.estimates_title");
    out.columns = {t("report.column_case"), t("report.column_variant"),
                   timeColumn("report.column_time")};
    out.numeric = {false, false, true};
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            if (!cell.timed() || !isSimulated(m_c.sources[cell.source])) continue;
            out.rows.push_back(
                {words(caseName(row)), words(columnName(cell.column)), time(*cell.result.summary)});
        }
    if (out.rows.empty()) return {};
    out.notes.push_back(t("report.estimates_note"));
    DocSection section{t("report.estimates_heading"), {}, false};
    section.blocks.emplace_back(std::move(out));
    return section;
}

DocSection Composer::ratios() const {
    if (std::ranges::none_of(m_c.rows, [&](const Row& row) { return isCompared(m_c, row); }))
        return {};
    DocSection section{t("report.ratio_heading"), {}, false};
    std::size_t measured = 0;
    for (std::size_t i = 0; i < m_c.columns.size(); ++i)
        measured += isMeasured(i) && !isSimulated(m_c.sourceOf(m_c.columns[i]));
    if (measured == 0) return {};
    DocTable fair = fairTable();
    const bool paired = !fair.rows.empty();
    if (paired) section.blocks.emplace_back(std::move(fair));
    // The pair of two variants has been told.
    if (m_c.base_column && measured > (paired ? 2U : 1U))
        section.blocks.emplace_back(variantTable());
    if (section.blocks.empty())
        section.blocks.emplace_back(DocParagraph{t("report.ratio_none"), false});
    return section;
}

}  // namespace duelo
