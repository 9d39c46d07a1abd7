// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "report/compose_parts.h"
#include "report/long_table.h"
#include "report/view.h"

namespace duelo {
namespace {

DocTable table(const char* id, std::string title, std::vector<std::string> columns,
               std::size_t wordColumns) {
    DocTable out;
    out.id = id;
    out.title = std::move(title);
    out.numeric.assign(columns.size(), true);
    std::fill_n(out.numeric.begin(), std::min(wordColumns, columns.size()), false);
    out.columns = std::move(columns);
    return out;
}

const char* untimedKey(const Comparison& comparison, const Row& row) {
    const View& view = viewOf(comparison, row);
    return view.untimed ? view.untimed(row) : "report.no_time";
}

}  // namespace

DocSection Composer::annex() const {
    DocSection section{t("report.annex_heading"), {}, true};
    section.blocks.emplace_back(cellTable());
    for (DocTable part : {coldTable(), partsTable(), ledgerTable(), sourceTable()})
        if (!part.rows.empty()) section.blocks.emplace_back(std::move(part));
    if (DocList flags = flagList(); !flags.items.empty()) {
        section.blocks.emplace_back(DocParagraph{t("report.flags_heading"), true});
        section.blocks.emplace_back(std::move(flags));
    }
    if (DocList notices = noticeList(); !notices.items.empty()) {
        section.blocks.emplace_back(DocParagraph{t("report.notices_heading"), true});
        section.blocks.emplace_back(std::move(notices));
    }
    if (DocTable machines = machineTable(); !machines.rows.empty())
        section.blocks.emplace_back(std::move(machines));
    return section;
}

DocTable Composer::cellTable() const {
    DocTable out =
        table("cells", withCommon(t("report.cells_title")),
              {t("report.column_case"), t("report.column_variant"), t("report.column_flags"),
               t("report.column_n"), t("report.column_median"), t("report.column_ci_low"),
               t("report.column_ci_high"), t("report.column_warm_up"), throughputTitle()},
              3);
    for (const Row& row : m_c.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const ReportCell& cell = row.cells[i];
            if (cell.id.empty()) continue;  // the file never planned it
            std::vector<DocCell> cells{words(caseName(row.work)), words(columnName(i))};
            if (!cell.measured()) {
                cells.push_back(words(causeText(*cell.reason, cell.status)));
                for (std::size_t k = cells.size(); k < out.columns.size(); ++k)
                    cells.push_back(words("–"));
            } else if (!cell.timed()) {
                cells.push_back(words(t(untimedKey(m_c, row))));
                for (std::size_t k = cells.size(); k < out.columns.size(); ++k)
                    cells.push_back(words("–"));
            } else {
                const Summary& s = *cell.result.summary;
                const int decimals = decimalsFor(s.median_ms);
                std::string flags;
                for (const std::string& flag : cell.result.flags)
                    flags += (flags.empty() ? "" : ", ") + m_text.word("flag", flag);
                const auto ci = s.ci95_ms;
                cells.insert(cells.end(),
                             {words(flags.empty() ? t("report.no_flags") : flags),
                              figure(static_cast<double>(s.n), 0), figure(s.median_ms, decimals),
                              figure(ci ? std::optional(ci->low) : std::nullopt, decimals),
                              figure(ci ? std::optional(ci->high) : std::nullopt, decimals),
                              figure(cell.result.warm_up_calls, 0), rate(row, cell)});
            }
            out.rows.push_back(std::move(cells));
        }
    out.notes.push_back(t("report.cells_note"));
    return out;
}

/// What an experiment measures first beside time.
static std::string mainMetric(const Comparison& comparison, const Row& row) {
    const Spec* spec = comparison.find(row.experiment);
    if (spec && !spec->metrics.empty()) return spec->metrics.front().id;
    for (const ReportCell& cell : row.cells)
        if (!cell.result.metrics.empty()) return cell.result.metrics.front().id;
    return {};
}

DocCell Composer::rate(const Row& row, const ReportCell& cell) const {
    const Metric* metric = cell.result.metric(mainMetric(m_c, row));
    return metric ? figure(metric->value, decimalsFor(metric->value)) : words("–");
}

/// Images where all that is shown counts images.
std::string Composer::throughputTitle() const {
    const bool images = std::ranges::all_of(m_c.rows, [this](const Row& row) {
        const Spec* spec = m_c.find(row.experiment);
        return spec && !spec->metrics.empty() && spec->metrics.front().unit == "image/s";
    });
    return t(images ? "report.column_throughput" : "report.column_per_second");
}

/// What happens once is never mixed with what is repeated (S0-M03).
DocTable Composer::coldTable() const {
    DocTable out =
        table("cold", t("report.cold_title"),
              {t("report.column_case"), t("report.column_variant"), t("report.column_load"),
               t("report.column_first"), t("report.column_median")},
              2);
    for (const Row& row : m_c.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const ReportCell& cell = row.cells[i];
            if (!cell.cold) continue;
            std::string name = caseName(row.work);
            if (cell.cold->process_first) name += " " + t("report.process_first");
            const auto median =
                cell.timed() ? std::optional(cell.result.summary->median_ms) : std::nullopt;
            out.rows.push_back({words(name), words(columnName(i)),
                                figure(cell.cold->load_ms, decimalsFor(cell.cold->load_ms)),
                                figure(cell.cold->first_ms, decimalsFor(cell.cold->first_ms)),
                                figure(median, decimalsFor(median.value_or(0)))});
        }
    out.notes.push_back(t("report.cold_note"));
    for (const View* view : viewsOf(m_c))
        if (!view->cold_note.empty()) out.notes.push_back(t(view->cold_note.c_str()));
    return out;
}

/// Where the time of a call went (P-03).
DocTable Composer::partsTable() const {
    std::vector<std::string> ids;
    for (const std::string& id : partIdsOf(m_c))
        if (std::ranges::any_of(m_c.rows, [&](const Row& row) { return showsPart(row, id); }))
            ids.push_back(id);
    ids.emplace_back("unexplained");
    std::vector<std::string> columns{t("report.column_case"), t("report.column_variant"),
                                     t("report.column_copies")};
    for (const std::string& id : ids) {
        const std::string key = "report.column_" + id;
        columns.push_back(m_text.has(key) ? t(key.c_str()) : id + " (ms)");
    }
    DocTable out = table("parts", t("report.parts_title"), std::move(columns), 3);
    for (const Row& row : m_c.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (viewOf(m_c, row).own_parts) break;
            const ReportCell& cell = row.cells[i];
            if (cell.result.parts.empty()) continue;
            const Parts parts =
                cell.timed() ? withUnexplained(cell.result.parts, cell.result.summary->median_ms)
                             : cell.result.parts;
            const auto copy = std::ranges::find(parts, "h2d", &PartTime::id);
            std::vector<DocCell> cells{words(caseName(row.work)), words(columnName(i)),
                                       words(copy == parts.end() ? "–"
                                             : copy->inside      ? t("report.copies_included")
                                                                 : t("report.copies_apart"))};
            for (const std::string& id : ids) {
                const auto ms = partMs(parts, id);
                cells.push_back(figure(ms, decimalsFor(ms.value_or(0))));
            }
            out.rows.push_back(std::move(cells));
        }
    return out;
}

/// Named by its experiment, or there in a result that nobody names it for.
bool Composer::showsPart(const Row& row, const std::string& id) const {
    if (viewOf(m_c, row).own_parts) return false;
    const Spec* spec = m_c.find(row.experiment);
    if (spec && std::ranges::find(spec->parts, id, &PartSpec::id) != spec->parts.end()) return true;
    return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
        return partMs(cell.result.parts, id).has_value();
    });
}

DocTable Composer::ledgerTable() const {
    DocTable out =
        table("ledger", t("report.ledger_title"),
              {t("report.column_base"), t("report.column_variant"), t("report.column_equal"),
               t("report.column_different"), t("report.column_untold")},
              5);
    for (const Ledger& ledger : m_c.ledgers) {
        std::string lists[3];
        for (const Ledger::Tick& tick : ledger.ticks) {
            std::string& list = lists[static_cast<std::size_t>(tick.answer)];
            const std::string code = tick.word.empty() ? tick.code : tick.code + "_" + tick.word;
            list += (list.empty() ? "" : ", ") + m_text.word("ledger", code);
        }
        out.rows.push_back({words(columnName(ledger.base)), words(columnName(ledger.column))});
        for (const std::string& list : lists)
            out.rows.back().push_back(words(list.empty() ? "–" : list));
    }
    return out;
}

DocTable Composer::sourceTable() const {
    DocTable out =
        table("sources", t("report.sources_title"),
              {t("report.column_file"), t("report.column_role"), t("report.column_cpu_name"),
               t("report.column_gpu_name"), t("report.column_started"), t("report.column_app"),
               t("report.column_integrity")},
              7);
    const auto known = [&](const std::string& name) {
        return words(name.empty() ? t("report.unknown") : visibleText(name));
    };
    for (const Source& source : m_c.sources)
        out.rows.push_back({known(source.file_name), words(m_text.word("role", word(source.role))),
                            known(source.cpu), known(source.gpu), known(source.header.started),
                            known(source.header.app),
                            words(m_text.word("integrity", integrityWord(source.integrity)))});
    return out;
}

DocTable Composer::machineTable() const {
    std::vector<std::string> columns{t("report.column_property"), t("report.column_value")};
    const bool several = m_c.sources.size() > 1;
    if (several) columns.insert(columns.begin(), t("report.column_file"));
    DocTable out = table("machine", t("report.machine_title"), columns, columns.size());
    for (const SheetLine& line : machineSheet(m_c, m_text)) {
        out.rows.push_back({words(m_text.word("machine", line.path)), words(line.value)});
        if (several)
            out.rows.back().insert(out.rows.back().begin(),
                                   words(visibleText(m_c.sources[line.source].file_name)));
    }
    return out;
}

DocList Composer::flagList() const {
    std::set<std::string> seen;
    std::map<std::string, std::int64_t> discarded;
    DocList list;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            for (const std::string& flag : cell.result.flags)
                if (seen.insert(flag).second)
                    list.items.push_back(m_text.word("flag", flag) + ": " +
                                         m_text.word("flag_help", flag));
            for (const auto& [cause, samples] : cell.result.discarded) discarded[cause] += samples;
        }
    for (const auto& [cause, samples] : discarded)
        if (samples > 0)
            list.items.push_back(
                t("report.discarded_cause", {{"samples", samples}, {"discard", cause}}));
    return list;
}

DocList Composer::noticeList() const {
    std::set<std::string> seen;
    DocList list;
    const auto add = [&](const Reason& reason, const std::string& where) {
        std::string line = where + ": " + m_text.reason(reason);
        if (seen.insert(line).second) list.items.push_back(std::move(line));
    };
    for (const Source& source : m_c.sources)
        for (const Reason& notice : source.notices) add(notice, visibleText(source.file_name));
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            for (const Reason& notice : cell.notices) add(notice, caseName(row.work));
            for (const Identity& identity : cell.result.identities)
                for (const Reason& note : identity.notes) add(note, caseName(row.work));
        }
    return list;
}

}  // namespace duelo
