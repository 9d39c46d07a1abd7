// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "report/compose_parts.h"

namespace duelo {

std::string Composer::flagWords(const ResultRecord& result) const {
    std::string flags;
    for (const std::string& flag : result.flags)
        flags += (flags.empty() ? "" : ", ") + m_text.word("flag", flag);
    return flags.empty() ? t("report.no_flags") : flags;
}

/// Each time that a repeated cell was measured, in order: nobody chooses the figure that pleases.
DocTable Composer::repeatTable() const {
    DocTable out;
    out.id = "repeats";
    out.title = t("report.repeats_title");
    out.columns = {t("report.column_case"),
                   t("report.column_variant"),
                   t("report.column_started"),
                   t("report.column_counts"),
                   t("report.column_flags"),
                   t("report.column_n"),
                   timeColumn("report.column_median"),
                   timeColumn("report.column_ci_low"),
                   timeColumn("report.column_ci_high")};
    out.numeric = {false, false, false, false, false, true, true, true, true};
    out.notes.push_back(t("report.repeats_note"));
    std::vector<const Row*> cases;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            if (cell.others.empty()) continue;
            std::vector<Attempt> attempts = cell.others;
            attempts.push_back({cell.source, cell.reason, cell.result});
            // A file's headers stand in the order of time.
            std::ranges::stable_sort(attempts, {}, &Attempt::source);
            for (const Attempt& attempt : attempts) {
                const bool counts = attempt.source == cell.source;
                const auto& s = attempt.result.summary;
                const auto n = s ? std::optional(static_cast<double>(s->n)) : std::nullopt;
                out.rows.push_back(
                    {words(caseName(row)), words(columnName(cell.column)),
                     words(visibleText(m_c.sources[attempt.source].header.started)),
                     words(t(counts ? "report.attempt_counts" : "report.attempt_kept")),
                     words(attempt.reason ? m_text.reason(*attempt.reason)
                                          : flagWords(attempt.result)),
                     figure(n, 0)});
                std::ranges::move(s ? timeAndEnds(*s) : std::vector(3, words("–")),
                                  std::back_inserter(out.rows.back()));
                cases.push_back(&row);
            }
        }
    nameCases(out, cases);
    return out;
}

}  // namespace duelo
